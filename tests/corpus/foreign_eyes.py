"""Other programs read a rewritten report as they read the original.

foreign_eyes.py WRITE_REWRITTEN: has every message at hand rewritten, and compares before and after:
Python's email parser (same machine-readable part, same returned message, no new defect),
flufl.bounce (same recipients) and Sisimai (same recipients and status). The last two are skipped
with a message where they are not installed.
"""
import email
import email.policy
import pathlib
import subprocess
import sys
import tempfile

SISIMAI = r"""
use strict;
use warnings;
use Sisimai;
my $directory = shift;
local $SIG{__WARN__} = sub {};
while (my $name = <STDIN>) {
    chomp $name;
    for my $side ('before', 'after') {
        open(my $file, '<', "$directory/$name.$side") or die "$name: $!";
        my $text = do { local $/; <$file> };
        close($file);
        $text =~ s/\r\n/\n/g;
        my @found;
        for my $one (@{ Sisimai->make(\$text, 'delivered' => 1) || [] }) {
            my @facts = ($one->recipient->address, $one->deliverystatus, $one->action,
                $one->reason, $one->replycode, $one->diagnosticcode);
            push @found, join('|', map { defined $_ ? "$_" : '' } @facts);
        }
        my $line = join('; ', @found);
        $line =~ s/[\t\r\n]/ /g;
        print "$name.$side\t$line\n";
    }
}
"""


def leaf_parts(message):
    """The parts behind the first, as (type, bytes); the first one's text leaves."""
    if not message.is_multipart():
        return [], []
    parts = message.get_payload()
    others = [(part.get_content_type(), part.as_bytes()) for part in parts[1:]]
    return parts[0], others


def defects_of(message):
    return sorted(type(defect).__name__ for part in message.walk() for defect in part.defects)


def status_fields(message):
    for part in message.get_payload() if message.is_multipart() else []:
        if part.get_content_type() == "message/delivery-status":
            return [block.items() for block in part.get_payload()]
    return None


def texts_of(part):
    return [leaf.get_payload(decode=True) for leaf in part.walk() if not leaf.is_multipart()]


def compare_email(before, after):
    findings = []
    first_before, others_before = leaf_parts(before)
    first_after, others_after = leaf_parts(after)
    if before.get_content_type() != after.get_content_type():
        findings.append("another outer type")
    if others_before != others_after:
        findings.append("other parts differ")
    if status_fields(before) != status_fields(after):
        findings.append("the machine-readable fields differ")
    new = [defect for defect in defects_of(after)]
    for defect in defects_of(before):
        if defect in new:
            new.remove(defect)
    if new:
        findings.append("new defects: " + ", ".join(new))
    if others_before:
        # An original that we read as text stands in one piece in what there is now.
        original = b"".join(text for text in texts_of(first_before) if text).replace(b"\r\n", b"\n")
        now = b"".join(text for text in texts_of(first_after) if text).replace(b"\r\n", b"\n")
        if original.strip() not in now:
            findings.append("the first part's text is gone")
    return findings


def read_email(names, directory):
    findings = []
    for name in names:
        before, after = (
            email.message_from_bytes((directory / f"{name}.{side}").read_bytes(),
                                     policy=email.policy.compat32) for side in ("before", "after"))
        findings += [f"{name}: {finding}" for finding in compare_email(before, after)]
        after_header = [key for key in after.keys() if not key.startswith("X-Bounce-")]
        if [key for key in before.keys() if not key.startswith("X-Bounce-")] != after_header:
            findings.append(f"{name}: header fields differ")
    print(f"Python's email: {len(names)} compared, {len(findings)} findings")
    return findings


def read_flufl(names, directory):
    try:
        from flufl.bounce import all_failures
    except ImportError:
        print("SKIPPED: flufl.bounce is not installed (python3-flufl.bounce)")
        return None
    findings = []
    for name in names:
        results = []
        for side in ("before", "after"):
            message = email.message_from_bytes((directory / f"{name}.{side}").read_bytes())
            try:
                temporary, permanent = all_failures(message)
                results.append((sorted(temporary), sorted(permanent)))
            except Exception as error:  # its own bugs: the same ones before and after
                results.append(type(error).__name__)
        if results[0] != results[1]:
            findings.append(f"{name}: flufl.bounce read {results[0]}, now {results[1]}")
    print(f"flufl.bounce: {len(names)} compared, {len(findings)} findings")
    return findings


def read_sisimai(names, directory):
    probe = subprocess.run(["/usr/bin/perl", "-MSisimai", "-e", "1"], capture_output=True)
    if probe.returncode != 0:
        print("SKIPPED: Sisimai is not installed (libsisimai-perl)")
        return None
    run = subprocess.run(["/usr/bin/perl", "-e", SISIMAI, str(directory)],
                         input="\n".join(names) + "\n", capture_output=True, text=True,
                         encoding="utf-8", errors="replace", check=False)
    if run.returncode != 0:
        return ["Sisimai: " + run.stderr.strip()[-2000:]]
    read = dict(line.split("\t", 1) for line in run.stdout.splitlines() if "\t" in line)
    findings = []
    for name in names:
        before, after = read.get(f"{name}.before"), read.get(f"{name}.after")
        if before is None or before != after:
            findings.append(f"{name}: Sisimai read {before!r}, now {after!r}")
    recognised = sum(1 for name in names if read.get(f"{name}.before"))
    print(f"Sisimai: {len(names)} compared, {recognised} recognised, {len(findings)} findings")
    if names and not recognised:
        findings.append("Sisimai recognised nothing at all")
    return findings


def main():
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        listing = subprocess.run([sys.argv[1], folder], capture_output=True, text=True, check=True)
        paths = dict(line.split(" ", 1) for line in listing.stdout.splitlines())
        names = list(paths)
        if not names:
            print("no message was rewritten")
            return 1
        results = [read(names, directory) for read in (read_email, read_flufl, read_sisimai)]
        findings = [finding for result in results for finding in result or []]
        for finding in findings:
            print(finding, paths.get(finding.split(":", 1)[0], ""))
        if findings:
            return 1
        return 77 if None in results else 0


if __name__ == "__main__":
    sys.exit(main())
