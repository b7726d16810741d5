"""Every page of the wiki: linked, unique, valid, small, and the same as files and over HTTP."""
import collections
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from wiki import PageReader, Wiki, write_site

BASE = "/bounces"
LARGE = {"/codes", "/providers/gmail", "/providers/generic"}  # in both languages
MOST, MOST_OF_LARGE = 60 << 10, 150 << 10


def address_of(file, site):
    """The address of an index.html, without the base."""
    folder = file.parent.relative_to(site).as_posix()
    return "/" if folder == "." else "/" + folder


def without_box(text):
    """A page that speaks of the box, without that; templates leave an empty line there."""
    text = re.sub(r'<section id="paste".*?</section>\n', "", text, flags=re.S)
    text = re.sub(r"<section>\n<h2>(What happens to a message|Was mit einer eing).*?</section>\n", "", text, flags=re.S)
    return re.sub(r"\n+", "\n", text)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="plainbounce-site-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.site = pathlib.Path(cls.folder.name) / "site"
        # As an earlier run left it, and somebody else's files.
        cls.old = cls.site / "codes" / "9.9.9" / "index.html"
        cls.others = [cls.site / "own.html", cls.site.parent / "outside"]
        cls.old.parent.mkdir(parents=True)
        for file in [cls.old, *cls.others]:
            file.write_text("there before")
        (cls.site / ".plainbounce-site").write_text("codes/9.9.9/index.html\n../outside\n/etc/nothing\na/../../outside\n")
        status, cls.said, err = write_site(cls.site, "--base", BASE)
        assert status == 0, err
        cls.texts = {address_of(file, cls.site): file.read_text() for file in cls.site.rglob("index.html")}
        cls.pages = {address: PageReader(text) for address, text in cls.texts.items()}

    def test_it_is_all_there(self):
        self.assertEqual(self.said, f"{len(self.pages)} pages, 1 old files removed\n")
        for address in ("/", "/codes", "/codes/4.3.1", "/codes/452", "/codes/X.3.1", "/codes/4.3.X", "/codes/4.X.X",
                        "/providers/gmail", "/providers/gmail/4.2.1", "/causes/mailbox-full", "/about", "/search",
                        "/de", "/de/codes/4.3.1"):
            self.assertIn(address, self.pages)

    def test_old_files_go_and_others_stay(self):
        self.assertFalse(self.old.parent.exists())
        self.assertEqual([file.read_text() for file in self.others], ["there before"] * 2)

    def test_no_dead_link_and_every_page_linked(self):
        linked, dead = set(), []
        for address, page in self.pages.items():
            for link in page.links:
                target, _, fragment = link.partition("#")
                if not link.startswith("/"):
                    continue
                path = target.removeprefix(BASE).rstrip("/") or "/"
                if not target.startswith(BASE + "/") or path not in self.pages:
                    dead.append(f"{address}: {link}")
                    continue
                if fragment and fragment not in self.pages[path].ids:
                    dead.append(f"{address}: {link}")
                if path != address:
                    linked.add(path)
        self.assertEqual(dead, [])
        # The search page is where the form of each page leads.
        forms = {f"{prefix}/search" for prefix in ("", "/de")}
        self.assertEqual(set(self.pages) - linked - forms, set())

    def test_titles_and_descriptions_are_unique(self):
        for name in ("title", "description"):
            seen = collections.Counter(getattr(page, name) for page in self.pages.values())
            self.assertEqual([text for text, count in seen.items() if count > 1 or not text.strip()], [])

    def test_pages_are_small(self):
        for address, text in self.texts.items():
            is_large = address.removeprefix("/de") in LARGE
            self.assertLess(len(text.encode()), MOST_OF_LARGE if is_large else MOST, address)

    def test_nothing_comes_from_elsewhere_and_nothing_is_inline(self):
        for address, page in self.pages.items():
            self.assertEqual(page.odd, [], address)
            self.assertEqual(page.language, "de" if address.startswith("/de") else "en")
            for tag, rel, url in page.loads:
                self.assertTrue(url.startswith(BASE + "/"), f"{address}: {url}")
                if tag == "script" or rel in ("stylesheet", "icon"):
                    self.assertTrue((self.site / url.removeprefix(BASE + "/")).is_file(), url)

    def test_tidy_has_nothing_to_say(self):
        if shutil.which("tidy") is None:
            self.skipTest("no tidy")
        kinds = [a for a in self.pages if a.count("/") == 1 or "/" not in a.removeprefix("/de/")]
        some = sorted(kinds) + sorted(self.pages)[::25]
        files = [str(self.site / address.lstrip("/") / "index.html") for address in some] + [str(self.site / "404.html")]
        done = subprocess.run(["tidy", "-q", "-e", *files], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.stderr.strip(), "")

    def test_the_server_gives_the_same(self):
        with Wiki(arguments=("--base", BASE)) as wiki:
            connection = wiki.connection()
            for address in sorted(self.texts)[::8] + ["/", "/codes", "/de", "/about", "/search"]:
                connection.request("GET", BASE + (address if address != "/" else "/"))
                answer = connection.getresponse()
                body = answer.read().decode()
                self.assertEqual(answer.status, 200, address)
                wanted = self.texts[address]
                if address in ("/", "/de", "/about", "/de/about"):  # these speak of the box
                    self.assertEqual(without_box(body), without_box(wanted), address)
                else:
                    self.assertEqual(body, wanted, address)
            connection.close()
            status, _, body = wiki.get(BASE + "/search.json")
            self.assertEqual((status, body), (200, (self.site / "search.json").read_bytes()))
            for file in (self.site / "assets").iterdir():
                status, fields, body = wiki.get(f"{BASE}/assets/{file.name}")
                self.assertEqual((status, body), (200, file.read_bytes()))
                self.assertIn("immutable", fields["Cache-Control"])


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="plainbounce-site-")
        self.addCleanup(folder.cleanup)
        self.site = pathlib.Path(folder.name) / "site"

    def test_a_folder_of_others_is_left_alone(self):
        self.site.mkdir()
        (self.site / "index.html").write_text("mine")
        status, out, err = write_site(self.site)
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, f"plainbounce: {self.site}: is not empty and was not written by this program\n")
        self.assertEqual(os.listdir(self.site), ["index.html"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
