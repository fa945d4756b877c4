#!/usr/bin/env python3
"""Form of the recipes: package.xml, conda, vcpkg, CITATION.cff, Dockerfile; every file names one version.

    test_recipes.py SOURCE_DIR
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

root = Path(sys.argv[1])
failures = []


def require(condition, text):
    if not condition:
        failures.append(text)


package = ElementTree.parse(root / "package.xml").getroot()
require(package.get("format") == "3", "package.xml: format 3")
for tag in ("name", "version", "description", "maintainer", "license", "buildtool_depend"):
    require(package.find(tag) is not None, f"package.xml: no <{tag}>")
require(package.findtext("export/build_type") == "cmake", "package.xml: build_type cmake")

port = json.loads((root / "packaging/vcpkg/vcpkg.json").read_text())
require(port["name"] == "cardan" and port["license"] == "BSD-3-Clause", "vcpkg.json: name and licence")
names = [one if isinstance(one, str) else one["name"] for one in port["dependencies"]]
require(names == sorted(names), "vcpkg.json: dependencies are not sorted")

# Jinja is replaced by words, as conda's linter does.
text = (root / "packaging/conda/meta.yaml").read_text()
require("Untested" in text, "meta.yaml: not marked as untested")
text = re.sub(r"^\{%.*%\}$", "", text, flags=re.M)
text = re.sub(r"\{\{[^}]*\}\}", "word", text)
try:
    import yaml
except ImportError:
    yaml = None
if yaml:
    recipe = yaml.safe_load(text)
    for key in ("package", "source", "build", "requirements", "test", "about"):
        require(key in recipe, f"meta.yaml: no {key}")
    require(set(recipe["requirements"]) == {"build", "host", "run"}, "meta.yaml: requirements")
    citation = yaml.safe_load((root / "CITATION.cff").read_text())
    for key in ("cff-version", "message", "title", "authors", "version"):
        require(key in citation, f"CITATION.cff: no {key}")

docker = (root / "packaging/docker/Dockerfile").read_text()
require("Untested" in docker, "Dockerfile: not marked as untested")
require(re.search(r"^FROM debian:bookworm", docker, flags=re.M), "Dockerfile: no Debian 12")

# Libraries of the build are in all lists.
found = set(re.findall(r"^find_package\((\w[\w-]*)", (root / "cmake/Dependencies.cmake").read_text(), flags=re.M))
known = {"Eigen3": ("eigen", "eigen3"), "CLI11": ("cli11", "cli11"), "TBB": ("tbb", "tbb"), "fcl": ("fcl", "fcl"),
         "ccd": ("ccd", "ccd"), "assimp": ("assimp", "assimp"), "Qhull": ("qhull", "qhull"),
         "spdlog": ("spdlog", "spdlog"), "yaml-cpp": ("yaml-cpp", "yaml-cpp"), "HDF5": ("hdf5", "hdf5"),
         "PNG": ("libpng", "libpng"), "nlohmann_json": ("nlohmann", "nlohmann-json"),
         "tinyxml2": ("tinyxml2", "tinyxml2")}
control = (root / "debian/control").read_text().lower()
manifest = (root / "package.xml").read_text().lower()
for library in sorted(found - {"PkgConfig", "Threads"}):
    require(library in known, f"cmake/Dependencies.cmake finds {library}, which this test does not know")
    word, port_name = known.get(library, (library, library))
    word = {"libpng": "png", "ccd": "ccd"}.get(word, word)
    require(word in control, f"debian/control: no {library}")
    require(word in manifest, f"package.xml: no {library}")
    require(word in text.lower(), f"meta.yaml: no {library}")
    require(port_name in names, f"vcpkg.json: no {port_name}")

check = subprocess.run([root / "scripts/release", "--check"], capture_output=True, text=True)
require(check.returncode == 0, check.stdout.strip())
print("\n".join("failed: " + line for line in failures) or "the recipes are in order")
sys.exit(1 if failures else 0)
