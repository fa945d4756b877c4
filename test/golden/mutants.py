"""Faulty variants of scenes, studies and robot files: each has one value, key or element that is wrong."""

import re
from collections import namedtuple

import yaml

# path: the place of the change; change: what stands there; line: its first line; text: the file.
Mutant = namedtuple("Mutant", "path change line text")

SCALARS = ("bogus", "-1", "0", "0.5", "nan", "1e999", "[1, 2]", "{a: 1}", "")
LISTS = ("[]", "bogus", "[bogus]", "{a: 1}")
MAPS = ("{}", "bogus", "{a: 1}")
ATTRIBUTES = ("bogus", "-1", "0", "1e999", "", "1 2")


def _once(mutants):
    """Leaves out changes of a place whose path differs from an earlier one only in its indices."""
    seen = set()
    for mutant in mutants:
        place = (re.sub(r"\[\d+\]|(?<=\w)\d+(?=[/@]|$)", "", mutant.path), mutant.change)
        if place not in seen:
            seen.add(place)
            yield mutant


def _child(path, key):
    return f"{path}.{key}" if path else key


def yaml_mutants(text):
    """The mutants of a YAML text."""

    def changed(path, change, begin, end, new):
        end = begin + len(text[begin:end].rstrip())
        return Mutant(path, change, text.count("\n", 0, begin) + 1, text[:begin] + new + text[end:])

    def walk(node, path):
        begin, end = node.start_mark.index, node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            values = SCALARS
        elif isinstance(node, yaml.SequenceNode):
            values = LISTS
        else:
            values = MAPS
        if path:
            for value in values:
                if value != text[begin:end].strip():
                    yield changed(path, value, begin, end, value)
        if isinstance(node, yaml.SequenceNode):
            for i, item in enumerate(node.value):
                yield from walk(item, f"{path}[{i}]")
        if isinstance(node, yaml.MappingNode):
            for i, (key, value) in enumerate(node.value):
                name, at = key.value, key.start_mark.index
                yield changed(_child(path, name), "misspelt", at, key.end_mark.index, name + "x")
                if i + 1 < len(node.value):
                    following = node.value[i + 1][0].start_mark.index
                    yield Mutant(_child(path, name), "missing", 0, text[:at] + text[following:])
                    separator = ", " if node.flow_style else "\n" + " " * key.start_mark.column
                    twice = f"{name}: 1{separator}"
                    yield Mutant(_child(path, name), "twice", 0, text[:at] + twice + text[at:])
                elif i > 0:
                    previous = node.value[i - 1][1].end_mark.index
                    cut = previous - (len(text[:previous]) - len(text[:previous].rstrip()))
                    end = at + len(text[at:value.end_mark.index].rstrip())
                    yield Mutant(_child(path, name), "missing", 0, text[:cut] + text[end:])
                yield from walk(value, _child(path, name))

    return _once(walk(yaml.compose(text), ""))


def xml_mutants(text):
    """The mutants of an XML text: values and names of attributes, texts and names of elements."""
    return _once(_xml_mutants(text))


def _xml_mutants(text):
    stack, counts = [], [{}]
    for token in re.finditer(r"<!--.*?-->|<\?.*?\?>|<(/?)([\w:]+)((?:\s+[\w:]+=\"[^\"]*\")*)\s*(/?)>([^<]*)", text):
        closing, name, attributes, empty, content = token.groups()
        if name is None:
            continue
        if closing:
            stack.pop()
            counts.pop()
            continue
        n = counts[-1][name] = counts[-1].get(name, 0) + 1
        stack.append(name if n == 1 else f"{name}{n}")
        counts.append({})
        path, line = "/".join(stack), text.count("\n", 0, token.start()) + 1
        at = token.start(2)
        if empty:
            yield Mutant(path, "misspelt", line, text[:at] + name + "x" + text[token.end(2):])
            yield Mutant(path, "missing", line, text[:token.start()] + text[token.start(5):])
        for attribute in re.finditer(r"([\w:]+)=\"([^\"]*)\"", text[token.start(3):token.end(3)]):
            key = f"{path}@{attribute[1]}"
            begin, end = (token.start(3) + i for i in attribute.span(2))
            for value in ATTRIBUTES:
                if value != attribute[2]:
                    yield Mutant(key, value, line, text[:begin] + value + text[end:])
            begin, end = (token.start(3) + i for i in attribute.span(0))
            yield Mutant(key, "misspelt", line, text[:begin] + attribute[1] + "x" + text[begin + len(attribute[1]):])
            yield Mutant(key, "missing", line, text[:begin] + text[end:])
            yield Mutant(key, "twice", line, text[:end] + " " + attribute[0] + text[end:])
        if content.strip() and not empty:
            for value in ATTRIBUTES:
                yield Mutant(path, value, line, text[:token.start(5)] + value + text[token.end(5):])
        if empty:
            stack.pop()
            counts.pop()
