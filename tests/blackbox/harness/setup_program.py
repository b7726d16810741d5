"""Runs "plainbounce setup postfix" for a private configuration directory, and what Postfix then
says of itself."""

import os
import subprocess
import unittest

from . import postfix_files
from .daemon import binary


def environment(first_in_path=None):
    """Nothing of it tells Postfix's programs where to look: the options have to."""
    variables = postfix_files.environment("")
    del variables["MAIL_CONFIG"]
    if first_in_path:
        variables["PATH"] = first_in_path + ":" + variables["PATH"]
    return variables


class Done:
    """What a run of the command left."""

    def __init__(self, result):
        self.status = result.returncode
        self.out = result.stdout.decode()
        self.err = result.stderr.decode()

    def __repr__(self):
        return f"status {self.status}\n{self.out}\n{self.err}"


def setup_postfix(directory, ini, *arguments, first_in_path=None):
    return Done(subprocess.run(
        [binary("plainbounce"), "setup", "postfix", "--postfix-config", directory, "-c", ini,
         *arguments], env=environment(first_in_path), capture_output=True, timeout=120,
        check=False))


def said(directory, *options):
    """What postconf prints, without its warnings."""
    return subprocess.run(
        [os.path.join(postfix_files.COMMANDS, "postconf"), "-c", directory, *options],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60,
        check=True).stdout.decode()


def meaning(directory):
    """What the whole configuration means to Postfix."""
    return tuple(said(directory, option) for option in ("-n", "-Mf", "-P"))


def value(directory, parameter):
    return said(directory, "-h", parameter).rstrip("\n")


NOTHING = "Everything is set up already; there is nothing to do.\n"


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class SetupCase(unittest.TestCase):
    maxDiff = None

    def good(self, configuration, *arguments, **options):
        done = setup_postfix(configuration.directory, configuration.ini, *arguments, **options)
        self.assertEqual(done.status, 0, done)
        return done

    def refused(self, configuration, reason, *arguments):
        before = configuration.files()
        for wish in ([], ["--apply"]):
            done = setup_postfix(configuration.directory, configuration.ini, *arguments, *wish)
            self.assertEqual((done.status, done.out), (1, ""), done)
            self.assertIn("refused: " + reason, done.err)
        self.assertEqual(configuration.files(), before)

    def apply_and_undo(self, configuration, *arguments):
        """Applied once, again, and undone: the last is as the first."""
        files, before = configuration.files(), meaning(configuration.directory)
        done = self.good(configuration, "--apply", *arguments)
        self.assertEqual(self.good(configuration, "--apply", *arguments).out, NOTHING)
        self.assertEqual(self.good(configuration, *arguments).out, NOTHING)
        applied = meaning(configuration.directory)
        self.assertNotEqual(applied, before)
        self.good(configuration, "--undo")
        self.assertEqual(meaning(configuration.directory), before)
        self.assertEqual(configuration.files(), files)
        self.assertEqual(self.good(configuration, "--undo").out,
                         "There is nothing of a set-up to take back.\n")
        return done, applied
