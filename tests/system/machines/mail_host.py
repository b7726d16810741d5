"""A machine with Postfix as Debian configures it, and the mail that goes through it."""

import smtplib

from harness.explained import Explained
from harness.mails import letter
from harness.remote import RemoteServer
from harness.waiting import wait_until

from .base_root import built_package
from .machine import Machine
from .network import NoNames, in_network

UNIT = "plainbounce.service"
SENDER = "alice@box.example"
REFUSAL = b"552 5.2.2 Mailbox size limit exceeded"
CHROOT_PLACE = "/var/spool/postfix/plainbounce"
SETTINGS = "/etc/plainbounce/conf.d/50-setup.ini"


class MailHost(Machine):
    """Postfix is an "Internet Site" named mx.box.example, chrooted. All mail but its own leaves to `remote`, a
    server of this program: there the senders read their bounces."""

    def __init__(self, name, with_postfix=True, with_package=True):
        self.remote = self.names = None
        super().__init__(name)
        try:
            self._start_servers()
            if with_postfix:
                self.install_postfix()
            if with_package:
                self.install_package()
        except BaseException:
            self.close()
            raise

    def close(self):
        self._stop_servers()
        super().close()

    def reboot(self):
        """The remote server is where it was, so that Postfix's configuration stays as it is."""
        port = self.remote.port
        self._stop_servers()
        super().reboot()
        self._start_servers(port)

    def _start_servers(self, port=0):
        self.names = NoNames(self)
        self.remote = in_network(self, lambda: RemoteServer(port=port))

    def _stop_servers(self):
        for server in (self.remote, self.names):
            if server is not None:
                server.close()
        self.remote = self.names = None

    def install_postfix(self):
        self.preseed("postfix postfix/main_mailer_type select Internet Site",
                     "postfix postfix/mailname string mx.box.example")
        self.apt("install", "postfix")
        self.run("postconf", "-e", f"default_transport = smtp:[127.0.0.1]:{self.remote.port}",
                 "myhostname = mx.box.example",
                 "minimal_backoff_time = 5s", "queue_run_delay = 5s")
        self.run("systemctl", "restart", "postfix")
        wait_until("Postfix listens", lambda: self.is_active("postfix@-.service") and self._greets())

    def _greets(self):
        try:
            in_network(self, lambda: smtplib.SMTP("127.0.0.1", 25, timeout=10).quit())
            return True
        except OSError:
            return False

    def install_package(self, package=None):
        """The built package, or another; also an upgrade to it."""
        return self.apt("install", self.offer(package or built_package()))

    def wire(self):
        """Postfix learns of the daemon, and the daemon of its place."""
        self.run("plainbounce", "setup", "postfix", "--apply")
        self.wait_until_served()

    def main_pid(self):
        return int(self.show(UNIT, "MainPID"))

    def signal_daemon(self, name):
        self.run("kill", "-s", name, str(self.main_pid()))

    def wait_until_served(self, other_than=0, timeout=60):
        """Until the unit is ready, with another process than the given one."""
        wait_until("plainbounce is active", lambda: self.is_active(UNIT) and self.main_pid() not in (0, other_than),
                   timeout)
        return self.main_pid()

    # Mail.

    def smtp(self):
        return in_network(self, lambda: smtplib.SMTP("127.0.0.1", 25, timeout=60))

    def send_refused(self, client, recipient, sender=SENDER):
        """A letter whose recipient the remote server refuses for good."""
        self.remote.refuse(recipient, REFUSAL)
        client.sendmail(sender, [recipient], letter(sender, recipient))

    def bounces(self, sender=SENDER):
        return [message.data for message in self.remote.accepted_for(sender)]

    def bounce_of(self, recipient, sender=SENDER, timeout=60):
        """Sends a letter to an address that is refused; its bounce."""
        with self.smtp() as client:
            self.send_refused(client, recipient, sender)
        wanted = f"Final-Recipient: rfc822; {recipient}\r\n".encode()
        return wait_until(f"the bounce of {recipient}",
                          lambda: next((b for b in self.bounces(sender) if wanted in b), None), timeout)

    def queue_is_empty(self):
        return "Mail queue is empty" in self.run("postqueue", "-p").text


def is_explained(bounce):
    return Explained(bounce).causes == ["mailbox-full"]


def is_untouched(bounce):
    """As Postfix wrote it."""
    return b"X-Bounce-" not in bounce and b"Mailbox full" not in bounce
