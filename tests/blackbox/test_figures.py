"""Figures, events and health beside a real Postfix: they agree with its bounces, promtool takes them,
and the dashboard asks for nothing that there is not."""

import json
import os
import re
import tempfile
import unittest

from harness.case import SiteCase
from harness.figures import PROMTOOL, ROOT, Figures, page, promtool
from harness.waiting import wait_until

DASHBOARD = os.path.join(ROOT, "packaging/grafana/plainbounce.json")
VARIABLES = {"$__rate_interval": "5m", "$__range": "1d", "$job": "a", "$instance": "b"}


def dashboard_queries():
    with open(DASHBOARD, encoding="utf-8") as file:
        board = json.load(file)
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    queries += [variable["definition"] for variable in board["templating"]["list"]
                if variable["type"] == "query"]
    return queries


class FiguresTest(SiteCase):
    SITE = {"sections": {
        "status": {"listen": "unix:$queue_directory/status.sock",
                   "textfile": "$queue_directory/figures.prom", "textfile_interval": "1s"},
        "log": {"events": "$queue_directory/events.json"},
        "replies": {"socket": "unix:$queue_directory/replies.sock"},
    }}

    def setUp(self):
        self.site.postfix.mailbox("alice@box.example").empty()

    def path(self, name):
        return os.path.join(self.site.postfix.queue, name)

    def figures(self):
        status, text = page(self.path("status.sock"), "/metrics")
        self.assertEqual(status, 200)
        return Figures(text)

    def events(self, name="events.json"):
        with open(self.path(name), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def wait_for_events(self, count):
        wait_until(f"{count} events", lambda: len(self.events()) >= count)
        return self.events()

    def refused(self, recipient, reply):
        self.site.remote.refuse(recipient, reply)
        return self.bounce("alice@box.example", recipient)

    def test_bounces_are_counted_and_told_by_what_they_say(self):
        before = self.figures()
        known = len(self.events())
        self.refused("nouser@far.example", b"550 5.1.1 User unknown")
        self.site.postfix.mailbox("alice@box.example").empty()
        self.refused("full@far.example", b"552 5.2.2 Mailbox full")
        after = self.figures()
        self.assertEqual(after.sum("plainbounce_messages_total", kind="report", result="body")
                         - before.sum("plainbounce_messages_total", kind="report", result="body"), 2)
        for cause, actor in (("address-unknown", "sender"), ("mailbox-full", "recipient")):
            for name, labels in (("plainbounce_recipients_total", {"cause": cause}),
                                 ("plainbounce_recipients_by_actor_total", {"actor": actor})):
                self.assertEqual(after.sum(name, outlook="final", **labels)
                                 - before.sum(name, outlook="final", **labels), 1, (name, labels))
        self.assertGreaterEqual(after.sum("plainbounce_message_seconds_count"), 2)
        self.assertEqual(after.sum("plainbounce_in_flight_messages"), 0)
        first, second = self.wait_for_events(known + 2)[known:]
        self.assertEqual((first["cause"], first["outlook"], first["mode"], first["language"]),
                         ("address-unknown", "final", "body", "en"))
        self.assertEqual(second["cause"], "mailbox-full")
        log = self.site.daemon.log()
        for event in (first, second):
            self.assertIn(f"{event['queue_id']}: explained original={event['original_queue_id']} ",
                          log)
            self.assertNotIn("@", json.dumps(event))

    def test_no_event_is_lost_when_the_file_is_rotated(self):
        known = len(self.events())
        self.refused("nouser@far.example", b"550 5.1.1 User unknown")
        self.wait_for_events(known + 1)
        os.rename(self.path("events.json"), self.path("events.json.1"))
        self.site.daemon.reload()
        wait_until("a new file", lambda: os.path.exists(self.path("events.json")))
        self.site.postfix.mailbox("alice@box.example").empty()
        self.refused("nouser@far.example", b"550 5.1.1 User unknown")
        self.wait_for_events(1)
        self.assertEqual(len(self.events("events.json.1")), known + 1)
        self.assertEqual(len(self.events()), 1)

    def test_a_full_disk_leaves_bounces_as_they_are(self):
        with open(self.site.daemon.configuration, encoding="utf-8") as file:
            text = file.read()
        self.addCleanup(self.reload_with, text)
        self.reload_with(re.sub(r"(?m)^events = .*", "events = /dev/full", text))
        dropped = self.figures().sum("plainbounce_events_total", result="dropped")
        self.assertEqual(self.refused("nouser@far.example", b"550 5.1.1 User unknown").causes,
                         ["address-unknown"])
        wait_until("a dropped event", lambda: self.figures().sum(
            "plainbounce_events_total", result="dropped") == dropped + 1)

    def reload_with(self, text):
        done = self.figures().sum("plainbounce_reloads_total", result="ok")
        self.site.daemon.configure_with(text)
        self.site.daemon.reload()
        wait_until("a reload", lambda: self.figures().sum("plainbounce_reloads_total",
                                                          result="ok") == done + 1)

    def test_the_file_tells_the_same_and_is_whole_at_any_time(self):
        self.refused("nouser@far.example", b"550 5.1.1 User unknown")
        wanted = self.figures()

        def read():
            with open(self.path("figures.prom"), encoding="utf-8") as file:
                return Figures(file.read())

        def same():
            there = read()
            self.assertEqual(there.names, wanted.names)
            return there.sum("plainbounce_messages_total") >= wanted.sum("plainbounce_messages_total")
        wait_until("the file has the same figures", same)

    def test_the_daemon_is_healthy(self):
        wait_until("healthy", lambda: page(self.path("status.sock"), "/healthz")
                   == (200, "ok\nmilter: answers\n"))

    def test_promtool_finds_nothing_wrong(self):
        self.require_promtool()
        self.refused("nouser@far.example", b"550 5.1.1 User unknown")
        self.assertEqual(promtool("check", "metrics", text=self.figures().text), (0, ""))

    def require_promtool(self):
        if not os.access(PROMTOOL, os.X_OK):
            self.assertNotIn("PLAINBOUNCE_TESTS_MUST_RUN", os.environ)
            self.skipTest("no promtool (tools/install-dependencies prometheus)")

    def test_the_dashboard_asks_for_what_there_is(self):
        there = self.figures()
        asked = set()
        for query in dashboard_queries():
            for name, labels in re.findall(r"\b((?:plainbounce|process)_\w+)(?:\{([^}]*)\})?", query):
                asked.add(name)
                self.assertIn(name, there.names, query)
                selected = set(re.findall(r"(\w+)=", labels)) - {"job", "instance"}
                self.assertLessEqual(selected, there.labels_of(name), query)
                for grouped in re.findall(r"by \(([^)]*)\)", query):
                    if query.count("plainbounce_") == 1:
                        self.assertLessEqual(set(grouped.split(", ")) - {"le"},
                                             there.labels_of(name), query)
        # What it leaves out is little.
        self.assertEqual({name for name in there.names if not name.startswith("process_")} - asked,
                         {"plainbounce_knowledge_codes", "plainbounce_knowledge_rules",
                          "plainbounce_last_reload_timestamp_seconds"})

    def test_the_document_names_each_figure_with_its_labels(self):
        there = self.figures()
        with open(os.path.join(ROOT, "docs/figures.md"), encoding="utf-8") as file:
            rows = [line.split("|") for line in file if re.match(r"\| `(plainbounce|process)_", line)]
        documented = {name: set(re.findall(r"`(\w+)`", row[2])) for row in rows
                      for name in re.findall(r"`(\w+)`", row[1])}
        exposed = {re.sub(r"^(plainbounce_message_seconds)_\w+$", r"\1", name): there.labels_of(name)
                   for name in there.names}
        self.assertEqual(documented, exposed)

    def test_prometheus_takes_each_query(self):
        self.require_promtool()
        rules = []
        for number, query in enumerate(dashboard_queries()):
            if query.startswith("label_values("):
                query = re.sub(r"^label_values\((.*), \w+\)$", r"\1", query)
            for variable, value in VARIABLES.items():
                query = query.replace(variable, value)
            rules.append({"record": f"query_{number}", "expr": query})
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"groups": [{"name": "queries", "rules": rules}]}, file)  # JSON is YAML, too
            file.flush()
            status, said = promtool("check", "rules", file.name)
        self.assertEqual(status, 0, said)
        self.assertIn(f"{len(rules)} rules found", said)


if __name__ == "__main__":
    unittest.main()
