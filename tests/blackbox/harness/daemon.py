"""Runs plainbounced, the real program."""

import os
import signal

from .processes import Process
from .waiting import answers, free_port, wait_until


def binary(name):
    """The program out of the build that is tested."""
    return os.path.join(os.environ["PLAINBOUNCE_BIN"], name)


def ini_text(sections):
    """{section: {key: value}} as an INI file."""
    lines = []
    for section, keys in sections.items():
        lines.append(f"[{section}]")
        lines += [f"{key} = {value}" for key, value in keys.items()]
    return "\n".join(lines) + "\n"


class Daemon:
    """One plainbounced with a configuration of its own. `spec` says where it listens: ("unix",
    path) or ("inet", "127.0.0.1", port). `sections` are added to the configuration."""

    def __init__(self, directory, sections=None, spec=None, user=None, group=None):
        self.directory = directory
        os.makedirs(directory, exist_ok=True)
        self.spec = spec or ("unix", os.path.join(directory, "plainbounce.sock"))
        self.configuration = os.path.join(directory, "plainbounce.ini")
        self._user, self._group = user, group
        self._process = None
        self.configure(sections or {})

    @classmethod
    def on_inet(cls, directory, sections=None):
        return cls(directory, sections, spec=("inet", "127.0.0.1", free_port()))

    def configure(self, sections):
        merged = {
            "milter": {"socket": self.address()},
            "site": {"local_domains": "box.example", "our_hosts": "mx.box.example"},
            "log": {"target": "stderr"},
            "knowledge": {"overlay": os.path.join(self.directory, "knowledge.d")},
        }
        for section, keys in sections.items():
            merged.setdefault(section, {}).update(keys)
        self.configure_with(ini_text(merged))

    def configure_with(self, text):
        """The whole file, replaced at once."""
        partial = self.configuration + ".new"
        with open(partial, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(partial, self.configuration)

    def address(self):
        """Where it listens, in the spelling of Postfix and of plainbounce.ini."""
        return ":".join(str(piece) for piece in self.spec)

    @property
    def pid(self):
        return self._process.pid

    def start(self):
        old_mask = os.umask(0o007)
        try:
            self._process = Process(self.command(), os.path.join(self.directory, "log"),
                                    user=self._user, group=self._group)
        finally:
            os.umask(old_mask)
        wait_until("the milter listens",
                   lambda: not self._process.running or answers(self.spec), timeout=30)
        if not self._process.running:
            raise AssertionError(f"the milter ended with {self._process.status}:\n{self.log()}")
        return self

    def command(self):
        return [binary("plainbounced"), "-c", self.configuration, "-f"]

    def reload(self):
        self._process.signal(signal.SIGHUP)

    def pause(self):
        self._process.signal(signal.SIGSTOP)

    def resume(self):
        self._process.signal(signal.SIGCONT)

    def kill(self):
        self._process.signal(signal.SIGKILL)
        self._process.wait()

    def stop(self):
        """Ends it as systemd would; the exit status, None when it never ran."""
        return self._process.stop() if self._process is not None else None

    @property
    def running(self):
        return self._process.running

    def log(self):
        return self._process.output()
