"""Where Postfix's programs are: installed, or unpacked by tools/install-dependencies on a machine
whose own mail server keeps Postfix from being installed."""

import os
import pathlib
import pwd

_UNPACKED = pathlib.Path(__file__).parents[3] / "build" / "unpacked" / "postfix"


def _root():
    for root in ("", str(_UNPACKED)):
        if os.access(root + "/usr/lib/postfix/sbin/master", os.X_OK):
            return root
    return None


ROOT = _root()
AVAILABLE = ROOT is not None
DAEMONS = f"{ROOT}/usr/lib/postfix/sbin"
COMMANDS = f"{ROOT}/usr/sbin"
LIBRARIES = f"{ROOT}/usr/lib/postfix"
META = f"{ROOT}/etc/postfix"


def _accounts():
    """(account of Postfix's processes, group of its submission commands). Without the package's own
    accounts two of Debian's base accounts lend theirs; nothing else may run under them."""
    try:
        pwd.getpwnam("postfix")
        return "postfix", "postdrop"
    except KeyError:
        return "uucp", "irc"


OWNER, SUBMISSION_GROUP = _accounts()


def main_cf_entries():
    """What main.cf must say about all this."""
    entries = {"daemon_directory": DAEMONS, "command_directory": COMMANDS,
               "shlib_directory": LIBRARIES, "meta_directory": META, "mail_owner": OWNER,
               "setgid_group": SUBMISSION_GROUP,
               "sendmail_path": COMMANDS + "/sendmail", "newaliases_path": COMMANDS + "/newaliases",
               "mailq_path": COMMANDS + "/mailq"}
    if ROOT:
        entries["import_environment"] = ("MAIL_CONFIG MAIL_DEBUG MAIL_LOGTAG TZ LANG=C"
                                         f" LD_LIBRARY_PATH={LIBRARIES}")
    return entries


def environment(configuration):
    """For Postfix's commands with this configuration directory."""
    variables = {"PATH": f"{COMMANDS}:/usr/sbin:/usr/bin:/sbin:/bin", "MAIL_CONFIG": configuration,
                 "LANG": "C"}
    if ROOT:
        variables["LD_LIBRARY_PATH"] = LIBRARIES
    return variables
