#!/usr/bin/env python3
"""Checks the English of comments, strings and documents against patterns that this project does not use.

    prose.py [PATH...]        files or folders; default: the folders listed in PATHS

Reads the comments and string literals of C and C++ files and the text of Markdown files. A phrase is found
across line breaks. Prints one finding a line, `file:line: "text": suggestion`; exit status 1 on findings.
Code blocks, inline code, link targets and headings of Markdown files are not checked. Tables, code blocks and lines
that hold one link alone may be wider than 120 columns.
"""

import bisect
import os
import re
import sys

PATHS = ("include", "core", "dynamics", "collision", "constraint", "plugins", "solvers", "sim", "apps", "bindings", "examples", "test",
         "bench", "docs", "data", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
# Released headers are kept as they were published.
FROZEN = os.path.join("test", "abi", "releases")
WIDTH = 120

# A sentence starts a comment, string or paragraph, or follows ". ", "! ", "? " or ": ".
START = r"(?:^|(?<=[.!?:]\s)|(?<=[.!?:][)\"']\s))"
# The rest of a sentence that is not a question and has three words or more.
CLAUSE = r"(?=\s+[^\s.!?]+\s+[^\s.!?]+[^.!?]*(?:\.|!|$))"

RULES = tuple((re.compile(pattern), suggestion) for pattern, suggestion in (
    (r"\b(?:(?:what|which|that) )?(?:is|are) no numbers?\b(?! of)", "say 'NaN' or 'not finite'"),
    (r"\b[Nn]obody\b", "name the subject: 'no solver', 'no caller'"),
    (r"\b[Ww]ho says\b", "name the subject and the condition"),
    (r"\b[Ww]hoever\b", "name the subject: 'callers that …'"),
    (START + r"(?:Who|What|Of which|Of what|Whose)\b" + CLAUSE, "start with the subject, or ask a question"),
    (r"\b[Tt]he same, but\b", "write a sentence that stands alone"),
    (r"\b[Tt]ells it\b", "say what is reported, and to whom"),
    (r"\b(?:is|are|was|were|be|been) told\b(?! (?:apart|from|to)\b)", "say 'is reported'"),
    (r"\bin vain\b", "say 'failed' or 'without success'"),
    (r"\b[Nn]othing says\b", "name what is not given: 'the URDF does not fix the base'"),
    (r"\b(?:has|have) no length\b", "say 'has zero norm'"),
))

CPP_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^()\\\s]{0,16})\(.*?\)(?P=d)"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
CPP_ESCAPE = re.compile(r"\\(?:n|t|r|.)", re.S)
INLINE_CODE = re.compile(r"(`+)(?:(?!\1).)+?\1(?!`)", re.S)
LINK_TARGET = re.compile(r"\]\([^)\s]*\)")
LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
NUMBER_WITH_QUOTE = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")


def blank(match):
    """Text of the same length and the same line breaks that no rule matches."""
    return re.sub(r"[^\n]", "_", match.group(0))


class Segment:
    """A run of text that is one paragraph, with the line of each of its parts."""

    def __init__(self):
        self.text, self.starts, self.lines = "", [], []

    def add(self, text, line):
        text = text.strip()
        if text:
            self.text += " " if self.text else ""
            self.starts.append(len(self.text))
            self.lines.append(line)
            self.text += text

    def line_at(self, place):
        return self.lines[max(bisect.bisect_right(self.starts, place) - 1, 0)]


def cpp_segments(text):
    """Paragraphs of comments, and string literals; those that only blanks separate are one."""
    current, kind, end = Segment(), None, 0
    breaks = [match.start() for match in re.finditer("\n", text)]
    text = NUMBER_WITH_QUOTE.sub("_", text)
    for match in CPP_TOKEN.finditer(text):
        token = match.group(0)
        if token[0] == "'":
            continue
        line = bisect.bisect_left(breaks, match.start()) + 1
        gap = text[end:match.start()]
        end = match.end()
        this = "comment" if token[0] == "/" else "string"
        # Code or a blank line between two comments separates them.
        if kind != this or gap.strip() or gap.count("\n") > 1:
            yield current
            current = Segment()
        kind = this
        if this == "string":
            body = token[1:-1] if token[0] == '"' else token[token.index("(") + 1:token.rindex(")")]
            body = CPP_ESCAPE.sub(" ", body) if token[0] == '"' else body
        else:
            body = token[2:-2] if token.startswith("/*") else token[2:]
        for offset, part in enumerate(body.split("\n")):
            part = part.strip()
            part = re.sub(r"^(?:[/*]+<?|[-*]\s)\s*", "", part) if this == "comment" else part
            if not part and this == "comment":
                yield current
                current = Segment()
            current.add(part, line + offset)
    yield current


def markdown_lines(text):
    """Lines with their numbers, without code: fenced and indented blocks are dropped, inline code is blanked."""
    fence, kept = "", []
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)[:3]
            kept.append((number, "", False))
        elif fence:
            kept.append((number, "", False))
        else:
            is_code = line.startswith("    ") and not kept_text(kept)
            kept.append((number, "" if is_code else line, not is_code))
    return kept


def kept_text(kept):
    """Whether the last line belongs to a paragraph, which an indented line continues."""
    return bool(kept) and bool(kept[-1][1].strip())


def markdown_segments(lines):
    """Paragraphs, list items and cells of tables."""
    joined = "\n".join(line for _, line, _ in lines)
    joined = LINK_TARGET.sub(blank, INLINE_CODE.sub(blank, joined))
    current = Segment()
    for (number, _, _), line in zip(lines, joined.split("\n")):
        heading = re.match(r"\s*#{1,6} ", line)
        if not line.strip() or heading or line.lstrip().startswith("|") or LIST_ITEM.match(line):
            yield current
            current = Segment()
        if heading:
            continue
        if line.lstrip().startswith("|"):
            for cell in re.split(r"(?<!\\)\|", line):
                current.add(cell, number)
                yield current
                current = Segment()
            continue
        current.add(LIST_ITEM.sub("", line, count=1) if LIST_ITEM.match(line) else line.lstrip("> "), number)
    yield current


def wide_lines(lines):
    for number, line, is_text in lines:
        if not is_text or len(line) <= WIDTH or line.lstrip().startswith("|"):
            continue
        # One link alone cannot be broken.
        if re.match(r"\s*(?:\[[^]]+\]:|!?\[[^]]*\]\()\S*\s*\S+$", line):
            continue
        yield number, f"{len(line)} columns", f"break the line at {WIDTH} columns"


def findings(path, text):
    """(line, text, suggestion) of each finding, in the order of lines."""
    found = []
    if path.endswith(".md"):
        lines = markdown_lines(text)
        found.extend(wide_lines(lines))
        segments = markdown_segments(lines)
    else:
        segments = cpp_segments(text)
    for segment in segments:
        for pattern, suggestion in RULES:
            for match in pattern.finditer(segment.text):
                found.append((segment.line_at(match.start()), match.group(0), suggestion))
    return sorted(found)


def files_of(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith((".", "build", "node_modules")))
            yield from (os.path.join(folder, name) for name in sorted(names))


def main(arguments):
    if any(argument in ("-h", "--help") for argument in arguments):
        print(__doc__)
        return 0
    missing = [path for path in arguments if not os.path.exists(path)]
    if missing:
        print(f"prose: no such file or folder: {', '.join(missing)}", file=sys.stderr)
        return 2
    count = 0
    for path in files_of(arguments or PATHS):
        if not path.endswith((".h", ".hpp", ".c", ".cpp", ".md")) or FROZEN in path:
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            for line, text, suggestion in findings(path, file.read()):
                print(f'{path}:{line}: "{text}": {suggestion}')
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
