#!/usr/bin/env python3
"""Input filter of Doxygen: a public header whose comments Doxygen understands.

    doxygen_filter.py HEADER

The number of lines stays. Of `double lower, upper;  ///< bounds [m]`, each member gets the comment. Comments of C that
stand beside or above a declaration document it. Tags and backslashes in comments are text. Copies, moves and the end
of an object need no comment.
"""

import re
import sys

FIRST = re.compile(r"^(?P<type>.*[\s>*&])(?P<name>\w+(\[\w+\])*\s*(=.*|\{.*\})?)$", re.S)
LATER = re.compile(r"^\*?\w+(\[\w+\])*\s*(=.*|\{.*\})?$", re.S)
NO_VARIABLE = re.compile(r"^\s*(using|typedef|return|template|friend|for|enum|static_assert|//|\*|#)")
SPECIAL = re.compile(
    r"^(\s*)((?:explicit )?(\w+)\((?:const )?\3&&?(?: \w+)?\)|~\w+\(\)|\w+& operator=\((?:const )?\w+&&?(?: \w+)?\)|"
    r"(?:bool|auto) operator(?:==|<=>)\(const \w+&(?: \w+)?\) const(?= = default))")


def split_at_commas(text):
    """Parts between the commas that are in no bracket."""
    parts, depth, begin = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "<({[") - (char in ">)}]")
        if char == "," and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return parts + [text[begin:].strip()]


def declarators(code):
    """(type, [name = value, …]) of a declaration of several variables, else None."""
    if NO_VARIABLE.match(code) or not code.rstrip().endswith(";"):
        return None
    first, *later = split_at_commas(code.rstrip()[:-1])
    match = FIRST.match(first)
    if not later or not match or "(" in match["type"] or not all(map(LATER.match, later)):
        return None
    return match["type"].strip(), [match["name"], *later]


def text_of(comment):
    """The words of a comment, in which tags and backslashes are text."""
    return re.sub(r"<(?=/?[A-Za-z])", r"\\<", comment.replace("\\", "\\\\"))


def comment_above(lines, i):
    words = []
    while i > 0 and re.match(r"\s*///(?!<)", lines[i - 1]):
        i -= 1
        words.insert(0, re.sub(r"^\s*///\s?", "", lines[i]))
    return " ".join(words)


def comment_beside(lines, i):
    """The comment after the code of a line, and the number of lines that it takes."""
    words = lines[i].partition("///<")[2].strip()
    more = 1
    while words and i + more < len(lines) and re.match(r"\s*///<", lines[i + more]):
        words += " " + re.sub(r"^\s*///<\s?", "", lines[i + more])
        more += 1
    return words, more


def joined(lines, i):
    """The code of a declaration that begins in line i, and the number of its lines."""
    code, count = lines[i].partition("//")[0].rstrip(), 1
    while code.endswith(",") and i + count < len(lines) and count < 4:
        code += " " + lines[i + count].partition("//")[0].strip()
        count += 1
    return code, count


def filter_cpp(lines):
    result = list(lines)
    for i, line in enumerate(lines):
        special = SPECIAL.match(line)
        if special and not comment_above(lines, i):
            result[i] = f"/** {kind(special[2])} */ {line.lstrip()}"
            continue
        code, count = joined(lines, i)
        found = declarators(code)
        if not found:
            continue
        beside, more = comment_beside(lines, i + count - 1)
        comment = beside or comment_above(lines, i)
        if not comment:
            continue
        type_, names = found
        docs = f"/** {comment} */"
        shared = [f"{docs if beside or k else ''} {type_} {name};" for k, name in enumerate(names)]
        result[i] = " ".join(shared)
        for k in range(i + 1, i + count - 1 + more):
            result[k] = ""
    return [escaped(line) for line in result]


def kind(declaration):
    if declaration.startswith("~"):
        return "Ends the object."
    if "operator==" in declaration or "operator<=>" in declaration:
        return "Compares all members."
    return "Moves." if "&&" in declaration else "Copies."


def escaped(line):
    code, mark, comment = line.partition("//")
    if mark and comment.startswith("/"):
        begin = 2 if comment.startswith("/<") else 1
        return code + mark + comment[:begin] + text_of(comment[begin:])
    return re.sub(r"/\*\* (.*?) \*/", lambda match: f"/** {text_of(match[1])} */", line)


def filter_c(text):
    """Comments beside code document what stands before them, others what follows."""
    text = re.sub(r"(?m)^(\s*)/\*(?!\*)", r"\1/**", text)
    return re.sub(r"(?m)(\S[ \t]*)/\*(?!\*)(?=[^\n])", r"\1/**<", text)


def main(header):
    with open(header, encoding="utf-8") as stream:
        text = stream.read()
    if 'extern "C"' in text:
        sys.stdout.write(filter_c(text))
    else:
        sys.stdout.write("\n".join(filter_cpp(text.split("\n"))))


if __name__ == "__main__":
    main(sys.argv[1])
