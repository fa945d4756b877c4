"""Comparison of a text with the one that is checked in."""

import subprocess


def differs(found, expected):
    """Prints how the text differs from that of the file, and returns True if it does."""
    if found == expected.read_text():
        return False
    subprocess.run(["diff", "-u", expected, "-"], input=found, text=True, check=False)
    print(f"if the difference to {expected.name} is intended, add --write to the call of this script")
    return True
