#!/usr/bin/env python3
"""Follows every link within a site of HTML files.

usage: check_links.py FOLDER

Prints a line for each link whose file does not exist, or whose page has no element with the name after '#'. Links to
other hosts are not followed. Exit status 1 if there is a dead link. linkchecker parses a page again for every name on
it, which takes more than ten minutes for this site.
"""

import functools
import html.parser
import pathlib
import sys
import urllib.parse

# Doxygen links to the list of nested classes even where all of them are private, and hence left out.
IGNORED = {"#nested-classes"}


class Page(html.parser.HTMLParser):
    """Names and links of a page."""

    def __init__(self, file):
        super().__init__()
        self.names, self.links = set(), set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if value and (key == "id" or (key == "name" and tag == "a")):
                self.names.add(value)
            elif value and key in ("href", "src"):
                self.links.add((value, self.getpos()[0]))


def dead_links(folder):
    """Yields FILE:LINE: LINK of each dead link."""
    page_of = functools.cache(Page)
    for file in sorted(folder.rglob("*.html")):
        for link, line in sorted(page_of(file).links):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or link in IGNORED:
                continue
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            name = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or (name and target.suffix == ".html" and name not in page_of(target).names):
                yield f"{file.relative_to(folder)}:{line}: {link}"


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    dead = list(dead_links(folder))
    for line in dead:
        print(line)
    sys.exit(1 if dead else 0)


if __name__ == "__main__":
    main()
