#!/usr/bin/env python3
"""Texts of all refusals and warnings that one fault in a file can cause.

usage: refusals.py COMMAND [--write | --raw]

Reads each mutant (mutants.py) of the files of scenes/ and compares the texts with refusals.txt. The file has each kind
of text, the number of changes that cause it and the first of them, and for each file a hash of all its texts to the
letter: --raw prints these texts, --write writes refusals.txt. {at} stands for the file and the line of the change,
{path} for its place, {in} for what contains it, and {value} for the changed value.
"""

import collections
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cardan
import golden
import mutants
from cardan import urdf

HERE = pathlib.Path(__file__).parent
EXPECTED = HERE / "refusals.txt"
SCENES = HERE / "scenes"
# Folders of the machine.
SEARCHED = re.compile(r"\((searched|tried) [^)]*\)")


class Readers:
    """Ways to read a mutant. Each returns the lines that it causes."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def _written(self, mutant, suffix):
        file = self.folder / f"mutant{suffix}"
        file.write_text(mutant.text)
        return file

    def _run(self, file, *arguments):
        done = subprocess.run([self.command, *arguments, file], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        return done.stderr.splitlines() if done.returncode == 2 else []

    def scene(self, mutant):
        try:
            cardan.World(cardan.load_scene_text(mutant.text, self.folder))
        except cardan.Error as error:
            return [str(error)]
        return []

    def expectations(self, mutant):
        """Names of quantities are known to the command."""
        return self.scene(mutant) or self._run(self._written(mutant, ".yaml"), "run", "--duration", "0.01")

    def study(self, mutant):
        return self._run(self._written(mutant, ".yaml"), "sweep", "--plan")

    def urdf(self, mutant):
        report = urdf.check(self._written(mutant, ".urdf"))
        return [f"{found.line}: {found.severity}: {found.element}: {found.message}" for found in report.diagnostics]

    def mjcf(self, mutant):
        return self._added(lambda world: world.add_mjcf(self._written(mutant, ".xml")))

    def sdf(self, mutant):
        return self._added(lambda world: world.add_sdf(self._written(mutant, ".sdf")))

    def _added(self, add):
        try:
            add(cardan.World())
        except cardan.Error as error:
            return [str(error)]
        return []


def kind_of(mutant, text):
    """The text of a refusal with the places and the value of its mutant in braces."""
    text = re.sub(r"^(cardan: )?(<text>|mutant\.\w+):\d+", "{at}", text)
    key = re.split(r"[.@/]", re.sub(r"\[\d+\]$", "", mutant.path))[-1]
    if mutant.change:
        text = text.replace(f"'{mutant.change}'", "{value}")
    text = re.sub(rf"^{{at}}: [^:]*\b{re.escape(key)}x?(\[\d+\])?(?=:)", "{at}: {path}", text)
    text = re.sub(r"^(\d+|{at}): (error|warning|info)?(: )?[\w ]+( \"[^\"]*\"| / [\w\[\] \"]+)*:", r"{at}: \2\3{path}:", text)
    text = re.sub(r" in (the scene|(model '[^']*'|sensor '[^']*'|\w+)([.\w\[\], ]*))(?=; )", " in {in}", text)
    text = re.sub(rf"'{re.escape(key)}(x?)'", r"'{key}\1'", text)
    return text


def refusals(command):
    """Yields the file, the mutant and the line of each refusal and warning."""
    with tempfile.TemporaryDirectory(prefix="cardan-refusals-") as name:
        folder = pathlib.Path(name)
        for file in SCENES.iterdir():
            shutil.copy(file, folder)
        readers = Readers(command, folder)
        for source, make, read in [("bodies.yaml", mutants.yaml_mutants, readers.scene),
                                   ("robots.yaml", mutants.yaml_mutants, readers.scene),
                                   ("expectations.yaml", mutants.yaml_mutants, readers.expectations),
                                   ("study.yaml", mutants.yaml_mutants, readers.study),
                                   ("arm.urdf", mutants.xml_mutants, readers.urdf),
                                   ("model.xml", mutants.xml_mutants, readers.mjcf),
                                   ("world.sdf", mutants.xml_mutants, readers.sdf)]:
            for mutant in make((SCENES / source).read_text()):
                for line in read(mutant):
                    yield source, mutant, SEARCHED.sub(r"(\1 …)", line.replace(f"{folder}/", ""))


def text_of(source, mutant, line):
    return f"{source}: {mutant.path} = {mutant.change}\n    {line}\n"


def summary(found):
    """The text of refusals.txt."""
    hashes = collections.defaultdict(hashlib.sha256)
    kinds = collections.defaultdict(list)
    for source, mutant, line in found:
        hashes[source].update(text_of(source, mutant, line).encode())
        kinds[kind_of(mutant, line)].append(f"{source}: {mutant.path} = {mutant.change}")
    return ("".join(f"{source}: {digest.hexdigest()}\n" for source, digest in hashes.items()) +
            "".join(f"{kind}\n    {len(kinds[kind])}: {kinds[kind][0]}\n" for kind in sorted(kinds)))


def main():
    found = refusals(sys.argv[1])
    if sys.argv[2:] == ["--raw"]:
        for refusal in found:
            print(text_of(*refusal), end="")
        return 0
    text = summary(found)
    if sys.argv[2:] == ["--write"]:
        EXPECTED.write_text(text)
        return 0
    return 1 if golden.differs(text, EXPECTED) else 0


if __name__ == "__main__":
    sys.exit(main())
