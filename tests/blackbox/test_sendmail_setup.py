"""What `plainbounce setup sendmail` prints: m4 takes it, also within Debian's own sendmail.mc, and
a real Sendmail answers with its sentences."""

import re
import smtplib
import subprocess
import unittest

from harness import sendmail_files
from harness.daemon import binary
from harness.sendmail_site import ORDINARY_PORTS, SendmailCase

SMTP_MAILERS = ("smtp", "esmtp", "smtp8", "dsmtp", "relay")


def setup_lines(language="en"):
    return subprocess.run([binary("plainbounce"), "setup", "sendmail", "--lang", language],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60,
                          check=True).stdout.decode("ascii")


def reply_lines(language):
    """The part about Sendmail's own replies; SendmailSite has the others."""
    lines = setup_lines(language)
    return lines[lines.index("dnl What this Sendmail itself answers"):]


def debian_mc(lines):
    """Debian's sendmail.mc with the lines before the mailers, as docs/sendmail.md tells. What it
    includes by absolute paths is not there where Sendmail is only unpacked."""
    mc = (sendmail_files.CF / "debian" / "sendmail.mc").read_text(encoding="ascii")
    mc = re.sub(r"(?m)^include\(`/.*'\)dnl$", "", mc)
    mc = mc.replace("OSTYPE(`debian')", "OSTYPE(`linux')").replace("DOMAIN(`debian-mta')", "")
    before, mailers = mc.split("MAILER_DEFINITIONS")
    return before + lines + "MAILER_DEFINITIONS" + mailers


class LinesTest(unittest.TestCase):
    """What m4 makes of the lines."""

    def mailers(self, cf):
        return {name: (flags, arguments) for name, flags, arguments in re.findall(
            r"(?m)^M(\w+),\s+P=\[IPC\], F=([^,]*),(?:.*\n)(?:\s+.*\n)*?\s+A=(.*)$", cf)}

    def check(self, cf):
        mailers = self.mailers(cf)
        for name in SMTP_MAILERS:
            flags, arguments = mailers[name]
            self.assertIn("k", flags, name)
            self.assertEqual(
                arguments, "TCP $?r$h$|$?{plainbounce_last}$h$|[localhost]$.$. "
                "$?r25$|$?{plainbounce_last}25$|10026$.$.", name)
        self.assertRegex(cf, r"(?m)^O DaemonPortOptions=Name=sendmail-dsn, Family=inet, "
                             r"Addr=127\.0\.0\.1, Port=10026, M=EAS, InputMailFilters=plainbounce$")
        self.assertRegex(cf, r"(?m)^Xplainbounce, S=\S+\.sock, F=T, T=C:30s;S:30s;R:60s;E:2m$")
        self.assertRegex(cf, r"(?m)^HAuto-Submitted: \$>\+plainbounce_auto$")
        self.assertNotIn("PLAINBOUNCE", cf)

    def test_debians_own_file_takes_them(self):
        plain = sendmail_files.configuration(debian_mc(""))
        cf = sendmail_files.configuration(debian_mc(setup_lines()))
        self.check(cf)
        self.assertNotIn("plainbounce-in", cf)
        # Nothing of the file gets lost behind the lines.
        rules = set(re.findall(r"(?m)^S\w+", plain))
        self.assertEqual(set(re.findall(r"(?m)^S\w+", cf)) - rules, {"Splainbounce_auto"})
        self.assertEqual(rules - set(re.findall(r"(?m)^S\w+", cf)), set())

    def test_the_ordinary_ports_on_request(self):
        cf = sendmail_files.configuration(debian_mc(ORDINARY_PORTS + setup_lines()))
        self.check(cf)
        self.assertRegex(cf, r"(?m)^Xplainbounce-in, S=\S+\.sock, T=C:30s;S:30s;R:60s;E:2m$")
        self.assertRegex(cf, r"(?m)^O InputMailFilters=plainbounce-in$")


class RepliesTest(SendmailCase):
    """A real Sendmail with the sentences."""

    LANGUAGE = "en"
    SAYS = {
        "unknown recipient":
            "550 5.1.1 <nosuch@box.example>... "
            "This address does not exist. Look for a typing mistake, or ask the "
            "recipient for the current address.",
        "rejected recipient":
            "550 5.2.1 <rejected@far.example>... "
            "The mailbox is switched off. Ask the recipient for an address that is in "
            "use.",
        "rejected sender":
            "550 5.7.1 <spam@rejected.example>... "
            "The message does not fit the rules of this mail service.",
        "relaying":
            "550 5.7.1 <bob@far.example>... "
            "This mail service does not take messages for that address. Check the "
            "address and your login.",
    }

    @classmethod
    def setUpClass(cls):
        cls.SITE = {"mc": reply_lines(cls.LANGUAGE), "recorded": False,
                    "hosts": {"stranger.example": "127.0.0.9"}}
        super().setUpClass()

    def refusal(self, sender, recipient, source="127.0.0.1"):
        """The reply that ends the attempt."""
        with smtplib.SMTP("127.0.0.1", self.site.port, local_hostname="stranger.example",
                          source_address=(source, 0), timeout=120) as client:
            client.ehlo()
            code, text = client.mail(sender)
            if code == 250:
                code, text = client.rcpt(recipient)
            self.assertEqual(client.noop()[0], 250)
            return f"{code} {text.decode('ascii')}"

    def test_an_unknown_recipient(self):
        self.assertEqual(self.refusal("a@home.example", "nosuch@box.example"),
                         self.SAYS["unknown recipient"])

    def test_a_rejected_recipient(self):
        self.assertEqual(self.refusal("a@home.example", "rejected@far.example"),
                         self.SAYS["rejected recipient"])

    def test_a_rejected_sender(self):
        self.assertEqual(self.refusal("spam@rejected.example", "bob@far.example", "127.0.0.9"),
                         self.SAYS["rejected sender"])

    def test_a_stranger_who_wants_to_relay(self):
        self.assertEqual(self.refusal("a@home.example", "bob@far.example", "127.0.0.9"),
                         self.SAYS["relaying"])


class GermanRepliesTest(RepliesTest):
    LANGUAGE = "de"
    SAYS = {
        "unknown recipient":
            "550 5.1.1 <nosuch@box.example>... "
            "Diese Adresse gibt es nicht. Suchen Sie nach einem Tippfehler, oder fragen "
            "Sie nach der aktuellen Adresse.",
        "rejected recipient":
            "550 5.2.1 <rejected@far.example>... "
            "Das Postfach ist abgeschaltet. Fragen Sie nach einer Adresse, die benutzt "
            "wird.",
        "rejected sender":
            "550 5.7.1 <spam@rejected.example>... "
            "Die Nachricht passt nicht zu den Regeln dieses Maildienstes.",
        "relaying":
            "550 5.7.1 <bob@far.example>... "
            "Dieser Maildienst nimmt nichts an diese Adresse an. Sehen Sie nach Adresse "
            "und Anmeldung.",
    }


if __name__ == "__main__":
    unittest.main()
