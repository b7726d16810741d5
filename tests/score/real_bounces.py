"""Runs tools/score over corpus/sisimai of the shared folder (PLAINBOUNCE_SHARED, else the folder
`shared` beside the project). real_bounces.py SCORE PLAINBOUNCE; ends with 77 where it is not there.
"""
import os
import pathlib
import subprocess
import sys

score, program = sys.argv[1:3]
top = pathlib.Path(score).resolve().parent.parent
shared = os.environ.get("PLAINBOUNCE_SHARED") or top.parent / "shared"
folder = pathlib.Path(shared) / "corpus/sisimai"
if not (folder / "expected.jsonl").is_file():
    print("SKIPPED: corpus/sisimai is not here, the score over real bounces is not taken")
    sys.exit(77)
sys.exit(subprocess.run([sys.executable, score, "--program", program, folder,
                         folder / "expected.jsonl"], check=False).returncode)
