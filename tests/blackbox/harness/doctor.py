"""Runs `plainbounce doctor` and the lines by which it says that something is mended."""

import json
import os
import pwd
import shutil
import subprocess

from . import postfix_files
from .case import SiteCase
from .daemon import binary
from .waiting import wait_until

NOBODY = pwd.getpwnam("nobody").pw_uid
OWN = ("{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s, "
       "content_timeout=30s, default_action=accept }")


class Doctor:
    """For one site. Its lines are run by a shell, as an admin who copies them would."""

    def __init__(self, site):
        self._site = site
        self._environment = postfix_files.environment(site.postfix.configuration)
        self._environment["PATH"] = (os.path.dirname(binary("plainbounce")) + ":"
                                     + self._environment["PATH"])

    def run(self, *arguments, config=None, **options):
        """Exit status, standard output, standard error."""
        command = [binary("plainbounce"), "doctor", "-c", config or self._site.daemon.configuration,
                   "--postfix-config", self._site.postfix.configuration, *arguments]
        done = subprocess.run(command, env=self._environment, timeout=120,
                              capture_output=True, text=True, check=False, **options)
        return done.returncode, done.stdout, done.stderr

    def findings(self, **options):
        """The checks that are not right, by name. The exit status has to say the same."""
        status, out, err = self.run("--json", **options)
        assert not err, err
        report = json.loads(out)
        ill = {check["check"]: check for check in report["checks"] if check["state"] != "ok"}
        assert (status, report["ok"]) == ((1, False) if ill else (0, True)), (status, out)
        return ill

    def shell(self, line):
        """Runs one line to its end. A daemon that it ends is waited for, as its parent has to."""
        log = os.path.join(self._site.directory, "shell.log")
        with open(log, "ab") as output:
            child = subprocess.Popen(["/bin/sh", "-c", line], env=self._environment,
                                     stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        daemon = self._site.daemon
        wait_until(f"the end of: {line}",
                   lambda: (daemon.running, child.poll() is not None)[1])
        with open(log, encoding="utf-8", errors="replace") as output:
            assert child.returncode == 0, f"{line}: {child.returncode}\n{output.read()[-2000:]}"


class DoctorCase(SiteCase):
    SITE = {
        "recorded": False, "owner": NOBODY, "chroot": True,
        "sections": {"replies": {"socket": "unix:$queue_directory/plainbounce/replies.sock"}},
        "settings": {
            "smtpd_reject_footer_maps": "socketmap:unix:plainbounce/replies.sock:footer",
            "postscreen_reject_footer_maps": ""},
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.doctor = Doctor(cls.site)

    def setUp(self):
        """What a test has broken and mended is as it was afterwards, to the letter."""
        configuration = self.site.postfix.configuration
        for name in ("main.cf", "master.cf"):
            path = os.path.join(configuration, name)
            shutil.copy2(path, path + ".right")
            self.addCleanup(os.replace, path + ".right", path)
        self.addCleanup(shutil.rmtree, os.path.join(self.site.daemon.directory, "conf.d"),
                        ignore_errors=True)

    def tearDown(self):
        pass  # broken set-ups make Postfix warn

    def postconf(self, *arguments):
        for argument in arguments[1:]:
            self.doctor.shell(
                f"postconf -c {self.site.postfix.configuration} {arguments[0]} '{argument}'")

    def mended(self, check, says):
        """Doctor names this check and no other; its lines mend it."""
        ill = self.doctor.findings()
        self.assertEqual(list(ill), [check], ill)
        found = ill[check]
        self.assertIn(says, found["says"])
        self.assertTrue(found["means"] and found["mend"], found)
        for line in found["mend"]:
            self.doctor.shell(line)
        self.assertEqual(self.doctor.findings(), {})
        return found
