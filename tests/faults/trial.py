"""One trial: faults of one kind, one after the other, while bounces stream."""

import os
import random
import shutil
import time

from harness.waiting import WaitedTooLong, wait_until

from stream import BounceStream
from tally import DAMAGE, EXPLAINED, MISSED, PASSED, Tally

DRAIN = 60    # seconds after the last letter; a bounce that is not there then is late or lost
JITTER = 0.03  # seconds, at most, between a bounce's arrival and the fault
PAUSE = 0.3    # seconds, at most, that the daemon stands still
RELOADED = "reloaded"  # a line of the daemon's log


def reload(milter, _dice):
    done = milter.log().count(RELOADED)
    milter.reload()
    wait_until("the reload is done", lambda: milter.log().count(RELOADED) > done)


def restart(milter, _dice):
    """TERM, as systemd does, and a new start."""
    begin = time.monotonic()
    status = milter.stop()
    if status != 0:
        raise AssertionError(f"the daemon ended with {status}:\n{milter.log()[-4000:]}")
    milter.start()
    return begin, time.monotonic()


def kill(milter, _dice):
    begin = time.monotonic()
    milter.kill()
    milter.start()
    return begin, time.monotonic()


def pause(milter, dice):
    milter.pause()
    time.sleep(dice.uniform(0, PAUSE))
    milter.resume()


# name: (what is done; it returns the time that the daemon was away, if it was; how often)
KINDS = {"reload": (reload, 200), "TERM": (restart, 200), "kill -9": (kill, 200),
         "SIGSTOP": (pause, 50)}


class Trial:
    """What happened: `counts` by size (Tally.counts), `queue` the files that are left, by queue,
    `failures` how often Postfix says that its milter did not answer."""

    def __init__(self, fault, socket, faults, counts, queue, failures, seconds):
        self.fault, self.socket, self.faults = fault, socket, faults
        self.counts, self.queue, self.failures, self.seconds = counts, queue, failures, seconds

    def total(self, kind):
        return sum(count[kind] for count in self.counts.values())

    def harmless(self):
        """Whether nothing was lost, late, doubled or damaged, or unexplained without a reason, and
        whether the trial saw bounces of each size that were explained."""
        return (not self.queue and self.total(PASSED) <= self.failures
                and not any(map(self.total, ("lost", MISSED, *DAMAGE)))
                and all(count[EXPLAINED] for count in self.counts.values()))


def run_trial(scene, fault, faults, bounces, sizes, seed, evidence):
    """`faults` faults at random moments, and at least `bounces` explained bounces around them."""
    action, _ = KINDS[fault]
    dice = random.Random(f"{seed} {fault} {scene.socket}")
    shares = [dice.random() for _ in range(faults)]
    begin = time.monotonic()
    tally = Tally(scene.witness, sizes, evidence)
    failures = scene.milter_failures()
    try:
        interruptions = commit_faults(scene, tally, action, shares, bounces, dice)
        if not scene.milter.running:
            raise AssertionError(f"the milter ended by itself:\n{scene.milter.log()[-4000:]}")
        counts = tally.counts(interruptions)
        failures = failures_since(scene, failures, sum(c[PASSED] for c in counts.values()))
        trial = Trial(fault, scene.socket, faults, counts, left_in_queue(scene.postfix), failures,
                      time.monotonic() - begin)
        if not trial.harmless():
            keep_logs(scene, evidence)
    except BaseException:
        keep_logs(scene, evidence)
        raise
    return trial


def commit_faults(scene, tally, action, shares, bounces, dice):
    """Returns the times (begin, end) that the milter was away."""
    stream = BounceStream(scene.postfix, tally)

    def wait_for_explained(wanted):
        wait_until("more bounces are explained",
                   lambda: stream.check() or tally.explained >= wanted)

    stream.start()
    interruptions = []
    wanted = 0.0
    for share in shares:
        wanted += share / sum(shares) * bounces
        wait_for_explained(wanted)
        time.sleep(dice.uniform(0, JITTER))
        interruptions.append(action(scene.milter, dice))
    wait_for_explained(tally.explained + len(tally.sizes))
    stream.stop(DRAIN)
    return [away for away in interruptions if away]


def left_in_queue(postfix):
    """Queue files that stay. A bounce is in its box a moment before its queue file goes."""
    try:
        wait_until("Postfix has nothing in work", lambda: not postfix.in_work(), 30)
    except WaitedTooLong:
        pass  # the caller sees what is left
    return postfix.queued()


def failures_since(scene, before, expected):
    """Waits for Postfix's logger to write as many lines as are expected; gives what there are."""
    try:
        wait_until("Postfix has written its log",
                   lambda: scene.milter_failures() - before >= expected, 30)
    except WaitedTooLong:
        pass  # the caller sees the difference
    return scene.milter_failures() - before


def keep_logs(scene, evidence):
    os.makedirs(evidence, exist_ok=True)
    for path in (scene.postfix.log_file, os.path.join(scene.milter.directory, "log")):
        shutil.copy(path, evidence)
    shutil.copytree(os.path.join(scene.postfix.queue, "corrupt"),
                    os.path.join(evidence, "corrupt"), dirs_exist_ok=True)
