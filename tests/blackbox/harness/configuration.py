"""A main.cf and a master.cf of which nothing runs."""

import os
import pwd
import shutil
import tempfile
import time

from . import postfix_files

# As Debian has it, with an admin's hand in it.
MASTER = """\
# Postfix master process configuration file.
smtp      inet  n       -       y       -       -       smtpd
#smtp      inet  n       -       y       -       1       postscreen
pickup    unix  n       -       y       60      1       pickup
cleanup   unix  n       -       {chroot}       -       0       cleanup
qmgr      unix  n       -       n       300     1       qmgr
rewrite   unix  -       -       y       -       -       trivial-rewrite
bounce    unix  -       -       {chroot}       -       0       bounce
# Ours since 2019.
  -o bounce_size_limit=20000
defer     unix  -       -       {chroot}       -       0       bounce
trace     unix  -       -       {chroot}       -       0       bounce
#  -o syslog_name=postfix/trace
smtp      unix  -       -       y       -       -       smtp
        -o syslog_name=postfix/$service_name
error     unix  -       -       y       -       -       error
"""

MAIN = """\
# See /usr/share/postfix/main.cf.dist for a commented, more complete version
compatibility_level = 3.6
myhostname = mx.box.example
mydomain = box.example
mydestination = $myhostname, localhost.$mydomain, localhost
# Customers.
virtual_mailbox_domains = box.example,
# (moved here last year)
    Second.Example
message_size_limit = 20480000
"""


class Configuration:
    """Written below a temporary directory that goes with `test`. `main` are more lines of main.cf;
    `master` is the whole master.cf."""

    def __init__(self, test, main="", master=MASTER, chroot="y", ini="[knowledge]\noverlay =\n"):
        top = tempfile.mkdtemp(prefix="pb-setup-")
        test.addCleanup(shutil.rmtree, top, ignore_errors=True)
        os.chmod(top, 0o755)
        self.top = top
        self.directory = os.path.join(top, "etc")
        self.queue = os.path.join(top, "queue")
        data = os.path.join(top, "data")
        for path in (self.directory, self.queue, data, os.path.join(top, "plainbounce")):
            os.mkdir(path, 0o755)
        os.mkdir(os.path.join(self.queue, "plainbounce"), 0o755)
        os.chown(data, pwd.getpwnam(postfix_files.OWNER).pw_uid, -1)
        own = {"queue_directory": self.queue, "data_directory": data,
               **postfix_files.main_cf_entries()}
        lines = "".join(f"{name} = {text}\n" for name, text in own.items())
        self.ini = self.write("plainbounce/plainbounce.ini", ini)
        self.own_ini = os.path.join(top, "plainbounce", "conf.d", "50-setup.ini")
        self.main = self.write("etc/main.cf", lines + MAIN + main)
        self.master = self.write("etc/master.cf", master.format(chroot=chroot))

    def write(self, name, text):
        path = os.path.join(self.top, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self._age(path)
        return path

    def add(self, path, text):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)
        self._age(path)

    @staticmethod
    def _age(path):
        """Postfix's programs wait for files of the last two seconds, each time."""
        then = time.time() - 10
        os.utime(path, (then, then))

    def files(self):
        """{path: (bytes, mode, owner)} of everything that a set-up might touch."""
        found = {}
        for folder in (self.directory, os.path.join(self.top, "plainbounce")):
            for path, _, names in os.walk(folder):
                for name in names:
                    file = os.path.join(path, name)
                    about = os.stat(file)
                    with open(file, "rb") as content:
                        found[file] = (content.read(), about.st_mode, about.st_uid, about.st_gid)
        return found
