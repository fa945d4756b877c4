"""Reads the pages that Replay and Page make."""

import json
from html.parser import HTMLParser


class _Frame(HTMLParser):
    """The attributes of the only element of a text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.attributes, self.count = {}, 0
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attributes):
        assert tag == "iframe"
        self.attributes, self.count = dict(attributes), self.count + 1

    def handle_data(self, data):
        assert not data, "text outside of the frame"


def frame_attributes(markup: str) -> dict:
    """Attributes of the frame in which a page shows itself in a notebook."""
    frame = _Frame(markup)
    assert frame.count == 1
    return frame.attributes


def framed_page(markup: str) -> str:
    """The page in the frame."""
    return frame_attributes(markup)["srcdoc"]


def head_of(page: str) -> dict:
    """Head of a page (docs/viewer.md)."""
    begin = '<script type="application/json" id="head">'
    assert page.count(begin) == 1
    return json.loads(page.split(begin)[1].split("</script>")[0])
