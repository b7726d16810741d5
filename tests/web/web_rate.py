#!/usr/bin/python3
"""Requests per second for /codes/4.3.1: `plainbounce serve` beside nginx, which serves the same page as a file, one worker
each, in turns, by wrk.

web_rate.py [--bin DIR] [--seconds N] [--rounds N] [--json]
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "blackbox"))
from harness.processes import Process, end_on_signals  # noqa: E402
from harness.waiting import answers, free_port, wait_until  # noqa: E402

PAGE = "/codes/4.3.1"
NGINX = """daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log off; sendfile on; tcp_nodelay on; keepalive_requests 1000000; open_file_cache max=100;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
  scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}/site; default_type text/html;
            location / {{ try_files $uri $uri/index.html =404; }} }}
}}
"""


def rate(port, seconds):
    done = subprocess.run(["wrk", "-t1", "-c16", f"-d{seconds}s", f"http://127.0.0.1:{port}{PAGE}"],
                          capture_output=True, text=True, timeout=seconds + 60, check=True)
    assert "Non-2xx" not in done.stdout and "Socket errors" not in done.stdout, done.stdout
    return float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))


def start(name, command, port, folder):
    process = Process(command, str(folder / f"{name}.log"))
    try:
        wait_until(f"{name} listens", lambda: answers(("inet", "127.0.0.1", port)) or not process.running)
        assert process.running, process.output()
    except BaseException:
        process.stop()
        raise
    return process


def measure(program, seconds, rounds):
    with tempfile.TemporaryDirectory(prefix="plainbounce-web-") as name:
        folder = pathlib.Path(name)
        os.chmod(folder, 0o755)  # nginx reads as nobody where it was started by root
        ini = folder / "web.ini"
        ini.write_text("[knowledge]\noverlay =\n")
        subprocess.run([program, "site", str(folder / "site"), "-c", str(ini)], check=True, stdout=subprocess.DEVNULL,
                       timeout=600)
        ports = free_port(), free_port()
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=ports[1]))
        running = []
        try:
            running.append(start("serve", [program, "serve", "--listen", f"inet:{ports[0]}@127.0.0.1", "-c", str(ini)],
                                 ports[0], folder))
            running.append(start("nginx", ["/usr/sbin/nginx", "-c", str(folder / "nginx.conf")], ports[1], folder))
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(rate(ports[0], seconds))
                theirs.append(rate(ports[1], seconds))
        finally:
            for process in running:
                process.stop()
        return statistics.median(ours), statistics.median(theirs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default=str(ROOT / "build" / "release" / "bin"))
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    end_on_signals()
    ours, theirs = measure(f"{options.bin}/plainbounce", options.seconds, options.rounds)
    if options.json:
        print(json.dumps([{"name": "web page (beside: nginx, the same page as a file)", "unit": "1/s", "value": ours,
                           "beside": theirs, "ratio": ours / theirs, "better": "higher"}]))
    else:
        print(f"plainbounce serve {ours:,.0f} 1/s, nginx {theirs:,.0f} 1/s, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
