"""A control group for each machine: systemd-nspawn --keep-unit puts the machine's groups below its own."""

import os
import pathlib

from harness.waiting import wait_until

MOUNT = pathlib.Path("/sys/fs/cgroup")


def _hierarchies():
    """Where systemd keeps its tree here: one place with cgroup v2, two in a mixed set-up."""
    if (MOUNT / "cgroup.controllers").exists():
        return [MOUNT]
    return [path for path in (MOUNT / "systemd", MOUNT / "unified") if (path / "cgroup.procs").exists()]


class OwnGroup:
    """Made when constructed, in each hierarchy of systemd's; close() removes it."""

    def __init__(self, name):
        self._folders = [path / name for path in _hierarchies()]
        for folder in self._folders:
            folder.mkdir(exist_ok=True)

    def command_prefix(self):
        """Words before a command, that make it start in the group."""
        moves = "".join(f"echo $$ >'{folder}/cgroup.procs'; " for folder in self._folders)
        return ["/bin/sh", "-euc", moves + 'exec "$@"', "in-group"]

    def close(self):
        for folder in self._folders:
            wait_until(f"{folder} can be removed", lambda folder=folder: self._remove(folder), timeout=20)

    @staticmethod
    def _remove(folder):
        """True when it is gone, with what is below it; processes in it end on their own."""
        for place, _, _ in os.walk(folder, topdown=False):
            try:
                os.rmdir(place)
            except OSError:
                pass
        return not folder.exists()
