"""Files that are grown at random and valid before one or two parts are damaged: a reader must follow them to the damaged part.

A grown XML file is a tree of `Node`; `damaged(root, rng)` damages the tree, or now and then its text.
"""

import re

from harness import Case

NUMBERS = ("nan", "inf", "-inf", "1e300", "-1e300", "1e-300", "5e-324", "-1", "0", "-0", "1e16", "1e9", "-1e6", "1e-12", "1e999", "2147483648",
           "99999999999999999999", "0x10", "1,5", "1.2.3", "abc", "", "1 2 3 4 5 6 7 8 9")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$")


class Node:
    """An element. Its text is the value of the key "#"."""

    def __init__(self, name, attributes=None, children=(), text=None):
        self.name, self.values, self.children = name, dict(attributes or {}), list(children)
        if text is not None:
            self.values["#"] = text

    def copy(self):
        return Node(self.name, self.values, [child.copy() for child in self.children])

    def text(self):
        attributes = "".join(' %s="%s"' % (key, _escaped(value)) for key, value in self.values.items() if key != "#")
        inside = _escaped(self.values.get("#", "")) + "".join(child.text() for child in self.children)
        return "<%s%s>%s</%s>\n" % (self.name, attributes, inside, self.name) if inside else "<%s%s/>\n" % (self.name, attributes)

    def walk(self):
        """All (parent, node) below this element."""
        for child in self.children:
            yield self, child
            yield from child.walk()


def _escaped(value):
    return str(value).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def numbers(rng, low, high, count=1):
    return " ".join("%.4g" % rng.uniform(low, high) for _ in range(count))


def _is_numeric(value):
    return bool(value.split()) and all(_NUMBER.match(word) for word in value.split())


class Damage:
    """Ways to damage a tree. Each takes one part of it."""

    def __init__(self, root, rng):
        self.root, self.rng = root, rng
        self.pairs = list(root.walk())
        self.nodes = [node for _, node in self.pairs]

    def _value(self, is_wanted):
        """A node and a key whose value is wanted."""
        found = [(node, key) for node in self.nodes for key, value in node.values.items() if is_wanted(key, str(value))]
        return self.rng.choice(found) if found else None

    def _names(self):
        return sorted({str(node.values["name"]) for node in self.nodes if node.values.get("name")})

    def number(self):
        place = self._value(lambda key, value: _is_numeric(value))
        if place:
            node, key = place
            words = str(node.values[key]).split()
            words[self.rng.randrange(len(words))] = self.rng.choice(NUMBERS)
            node.values[key] = " ".join(words)

    def scale(self):
        place = self._value(lambda key, value: _is_numeric(value))
        if place:
            node, key = place
            factor = self.rng.choice((-1, 0, 1e3, 1e-3, 1e6, 1e-6, 1e12, 1e-12))
            node.values[key] = " ".join("%.6g" % (factor * float(word)) for word in str(node.values[key]).split())

    def count(self):
        place = self._value(lambda key, value: _is_numeric(value))
        if place:
            node, key = place
            words = str(node.values[key]).split()
            if self.rng.random() < 0.5:
                del words[self.rng.randrange(len(words))]
            else:
                words += ["1"] * self.rng.choice((1, 3, 100))
            node.values[key] = " ".join(words)

    def lack(self):
        place = self._value(lambda key, value: True)
        if place:
            del place[0].values[place[1]]

    def double_name(self):
        place = self._value(lambda key, value: key == "name")
        if place:
            place[0].values["name"] = self.rng.choice(self._names() + ["world", "", "a/b", "a::b", "x" * 500])

    def reference(self):
        names = set(self._names())
        place = self._value(lambda key, value: key != "name" and value in names)
        if place:
            place[0].values[place[1]] = self.rng.choice(self._names() + ["missing", "", "world"])

    def word(self):
        place = self._value(lambda key, value: key != "name" and not _is_numeric(value))
        other = self._value(lambda key, value: True)
        if place and other:
            place[0].values[place[1]] = self.rng.choice((str(other[0].values[other[1]]), "nonesuch", "true", "-1", "auto", "../m.xml"))

    def unknown(self):
        node = self.rng.choice(self.nodes)
        if self.rng.random() < 0.5:
            node.values[self.rng.choice(("mas", "sise", "typo", "x:y", "pos", "name"))] = "1"
        else:
            node.children.insert(self.rng.randrange(len(node.children) + 1), Node(self.rng.choice(("bdoy", "jont", "plugin", "x:y", "mujoco", "model"))))

    def swap(self):
        if len(self.pairs) > 1:
            (parent, node), (other_parent, other) = self.rng.sample(self.pairs, 2)
            i, j = parent.children.index(node), other_parent.children.index(other)
            parent.children[i], other_parent.children[j] = other.copy(), node.copy()

    def move(self):
        parent, node = self.rng.choice(self.pairs)
        target = self.rng.choice(self.nodes)
        moved = node.copy()
        parent.children.remove(node)
        target.children.append(moved)

    def remove(self):
        parent, node = self.rng.choice(self.pairs)
        parent.children.remove(node)

    def repeat(self):
        parent, node = self.rng.choice(self.pairs)
        parent.children += [node.copy() for _ in range(self.rng.choice((1, 1, 2, 20)))]

    def nest(self):
        """The element within a copy of itself, again and again."""
        parent, node = self.rng.choice(self.pairs)
        inner = node.copy()
        for _ in range(self.rng.choice((1, 2, 8))):
            outer = Node(node.name, node.values, [inner])
            inner = outer
        parent.children[parent.children.index(node)] = inner

    def rename(self):
        self.rng.choice(self.nodes).name = self.rng.choice(self.nodes).name

    WAYS = ("number",) * 6 + ("scale",) * 3 + ("count", "lack", "lack", "double_name", "reference", "reference", "word", "unknown", "swap",
                                               "move", "remove", "repeat", "nest", "rename")


def _of_text(text, rng):
    """Damage that leaves no tree."""
    way = rng.choice(("tail", "character", "line", "tag"))
    at = rng.randrange(len(text))
    if way == "tail":
        return text[:at], way
    if way == "character":
        return text[:at] + rng.choice("<>&\"'/= \x00\x1b\u00e9") + text[at + 1:], way
    if way == "line":
        lines = text.splitlines(True)
        del lines[rng.randrange(len(lines))]
        return "".join(lines), way
    start = text.find("</", at)
    return (text[:start] + text[text.find(">", start) + 1:] if start >= 0 else text), way


def damaged(root, rng):
    """(bytes, names of the damage): one or two parts of a copy of the tree are damaged."""
    root, names = root.copy(), []
    for _ in range(rng.choice((1, 1, 1, 2))):
        way = rng.choice(Damage.WAYS)
        damage = Damage(root, rng)
        if damage.nodes:
            getattr(damage, way)()
            names.append(way)
    text = root.text()
    if rng.random() < 0.05:
        text, way = _of_text(text, rng)
        names.append(way)
    return text.encode(), "+".join(names)


def grown_cases(arguments, rng, grow, file_name, beside):
    """Yields arguments.count damaged files, and one undamaged file in twenty (group healthy). `grow` returns a tree, `beside` are the files it names."""
    ways = (["check", file_name], ["run", file_name, "--duration", "0.006", "--timeout", "5"])
    for number in range(arguments.count):
        root, argv = grow(), ways[number % 2]
        if number % 20 == 0:
            yield Case("file %d" % number, dict(beside, **{file_name: root.text().encode()}), argv, "healthy")
        content, damage = damaged(root, rng)
        yield Case("file %d: %s" % (number, damage), dict(beside, **{file_name: content}), argv, argv[0])
