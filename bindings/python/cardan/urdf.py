"""Reads and checks robot files (docs/urdf.md)."""

from cardan._cardan.urdf import CheckReport, Diagnostic, Robot, check, read, read_text

__all__ = ["CheckReport", "Diagnostic", "Robot", "check", "read", "read_text"]
