#!/usr/bin/env python3
"""Tests of prose.py: each pattern is found in comments, strings and documents, and clean text passes."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prose  # noqa: E402

BANNED = (
    ("A row what is no number is an error.", "what is no number"),
    ("A residual that is no number fails.", "that is no number"),
    ("These are no numbers.", "are no numbers"),
    ("The memory that nobody frees.", "nobody"),
    ("Nobody frees it.", "Nobody"),
    ("It is wrong, and who says otherwise errs.", "who says"),
    ("Read by whoever comes first.", "whoever"),
    ("Whoever derives a class defines it.", "Whoever"),
    ("Who starts the command owns the file.", "Who"),
    ("The scene is read. What does not fit is refused.", "What"),
    ("Of which one counts twice.", "Of which"),
    ("Whose bound is larger wins.", "Whose"),
    ("The same, but for a mesh.", "The same, but"),
    ("The report tells it at the end.", "tells it"),
    ("A crash is told in the report.", "is told"),
    ("Solvers that were tried in vain.", "in vain"),
    ("Floating, as nothing says that it is fixed.", "nothing says"),
    ("The quaternion has no length.", "has no length"),
)

CLEAN = (
    "NaN fails every band. The URDF does not fix the base.",
    "A solver that is told to stop returns its best iterate.",
    "The two cases can be told apart by their status.",
    "What is the unit of a row? It is m/s.",
    "The list shows what the solver supports and who owns the file.",
    "'4' is no number of columns.",
    "The vector has zero norm.",
)


def texts(path, text):
    return [found for _, found, _ in prose.findings(path, text)]


class Prose(unittest.TestCase):
    def test_each_pattern_is_found_in_comments(self):
        for sentence, phrase in BANNED:
            for form in ("// {}\nint x;\n", "/// {}\n", "int x;  ///< {}\n", "/* {} */\n"):
                self.assertEqual(texts("a.h", form.format(sentence)), [phrase], sentence)

    def test_each_pattern_is_found_in_strings_and_documents(self):
        for sentence, phrase in BANNED:
            self.assertEqual(texts("a.cpp", f'throw Error("{sentence}");\n'), [phrase], sentence)
            self.assertEqual(texts("a.cpp", f'auto s = R"({sentence})";\n'), [phrase], sentence)
            for form in ("{}\n", "- {}\n", "1. {}\n", "| key | {} |\n", "> {}\n"):
                self.assertEqual(texts("a.md", form.format(sentence)), [phrase], sentence)

    def test_every_rule_has_a_sentence(self):
        for pattern, _ in prose.RULES:
            self.assertTrue(any(pattern.search(sentence) for sentence, _ in BANNED), pattern.pattern)

    def test_clean_text_passes(self):
        for sentence in CLEAN:
            self.assertEqual(texts("a.h", f"/// {sentence}\n"), [], sentence)
            self.assertEqual(texts("a.cpp", f'print("{sentence}");\n'), [], sentence)
            self.assertEqual(texts("a.md", sentence + "\n"), [], sentence)

    def test_phrases_are_found_across_line_breaks(self):
        comment = "// The solver failed. A residual that is no\n  // number is an error.\n"
        self.assertEqual(prose.findings("a.cpp", comment)[0][:2], (1, "that is no number"))
        self.assertEqual(texts("a.cpp", 'f("tried in "\n  "vain");\n'), ["in vain"])
        self.assertEqual(prose.findings("a.md", "One.\n\nThe file that\nnobody reads.\n")[0][0], 4)

    def test_separate_comments_are_separate_paragraphs(self):
        self.assertEqual(texts("a.cpp", "f();  // tried in\ng();  // vain\n"), [])
        self.assertEqual(texts("a.cpp", "// The rest follows.\n\n// What is left is zero.\n"), ["What"])

    def test_code_and_headings_are_not_checked(self):
        for text in ("```\nnobody\n```\n", "Run `nobody` first.\n", "See [this](nobody.md).\n", "    nobody\n",
                     "## What a step does\n"):
            self.assertEqual(texts("a.md", text), [], text)
        for text in ("int nobody = 0;\n", "char c = '\"'; int nobody;\n", "int n = 1'000; int nobody;\n"):
            self.assertEqual(texts("a.cpp", text), [], text)

    def test_wide_lines_of_documents(self):
        wide = "word " * 24 + "x"
        self.assertEqual(len(wide), 121)
        self.assertEqual(texts("a.md", "One.\n" + wide + "\n"), ["121 columns"])
        self.assertEqual(texts("a.md", wide[:120] + "\n"), [])
        for text in (f"| {wide} |\n", f"```\n{wide}\n```\n", "[name]: https://" + "x" * 120 + "\n",
                     "- ü" + "λ" * 117 + "\n"):
            self.assertEqual(texts("a.md", text), [], text)
        self.assertEqual(texts("a.h", "// " + wide + "\n"), [])

    def test_exit_status(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "a.md")
            for text, status in (("Clean.\n", 0), ("Read by nobody.\n", 1)):
                with open(file, "w", encoding="utf-8") as stream:
                    stream.write(text)
                self.assertEqual(prose.main([folder]), status)
            self.assertEqual(prose.main([os.path.join(folder, "missing")]), 2)


if __name__ == "__main__":
    unittest.main()
