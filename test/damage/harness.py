"""Runs the command on damaged files and says what it did that it must not do.

A kind of file is a module of this folder (mesh.py, ...) with

    def add_arguments(parser)            options of its sub-command
    def cases(arguments, random)         yields Case

and a line in KINDS of damage.py.
"""

import dataclasses
import os
import re
import resource
import signal
import subprocess
import tempfile
import time

MOST_CPU = 10.0  # [s] of a processor, the command with the processes that it starts
MOST_MEMORY = 1 << 30  # [bytes] resident
MOST_LINE = 2000  # [characters]
MOST_WALL = 120.0  # [s]: machines are shared; what is judged is the processor's time
# Texts of exceptions of libraries; a message of cardan names the fault instead.
LIBRARY_TEXT = re.compile(rb"\bstd::|vector::_M|basic_string|\bsto[ifdul]+\b|bad_alloc|bad_optional|bad_variant|bad conversion|\b_Map_base|map::at|"
                          rb"json\.exception|HDF5-DIAG|H5[A-Z]\w+\(|terminate called|internal error of cardan|Assertion|XML_ERROR|No such node")
MOST_ADDRESSES = 8 << 30  # [bytes], so that a failure of ours does not take the machine down


@dataclasses.dataclass
class Case:
    name: str  # says the seed and the damage, for the report
    files: dict  # name -> bytes, written into an empty folder
    argv: list  # of the command, which runs in that folder
    group: str = ""  # what figures are given for, e.g. the format


@dataclasses.dataclass
class Outcome:
    case: Case
    status: int  # exit status; negative: the signal
    cpu: float  # [s]
    memory: int  # [bytes]
    faults: list  # in words; empty: as it has to be
    message: str


def _limits():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _control_characters(text):
    return [b for b in text if (b < 0x20 and b not in (0x0A, 0x09)) or b == 0x7F]


def _faults(status, cpu, memory, out, err, timed_out):
    faults = []
    if timed_out:
        faults.append("did not end within %g s" % MOST_WALL)
    elif status < 0:
        faults.append("ended by signal %s" % signal.Signals(-status).name)
    elif status > 3:
        faults.append("exit status %d" % status)
    if cpu > MOST_CPU:
        faults.append("took %.1f s of a processor" % cpu)
    if memory > MOST_MEMORY:
        faults.append("took %d MiB" % (memory >> 20))
    lines = err.splitlines()
    if status == 2 and len(lines) != 1:
        faults.append("refused in %d lines" % len(lines))
    if LIBRARY_TEXT.search(err):
        faults.append("text of a library")
    if any(len(line) >= MOST_LINE for line in lines):
        faults.append("a line of %d bytes" % max(map(len, lines)))
    if _control_characters(err) or _control_characters(out):
        faults.append("a control character in what it says")
    return faults


def run(command, case, environment=None):
    """Runs one case in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        for name, content in case.files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        out_name, err_name = os.path.join(folder, ".out"), os.path.join(folder, ".err")
        with open(out_name, "wb") as out_file, open(err_name, "wb") as err_file:
            process = subprocess.Popen([command] + case.argv, cwd=folder, stdin=subprocess.DEVNULL,
                                       stdout=out_file, stderr=err_file, preexec_fn=_limits,
                                       env=environment, start_new_session=True)
            timed_out = not _wait(process, MOST_WALL)
            if timed_out:
                os.killpg(process.pid, signal.SIGKILL)  # the group that this call started
            _, wait_status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(wait_status)
        with open(out_name, "rb") as file:
            out = file.read(1 << 20)
        with open(err_name, "rb") as file:
            err = file.read(1 << 20)
    cpu = usage.ru_utime + usage.ru_stime
    memory = usage.ru_maxrss * 1024
    faults = _faults(process.returncode, cpu, memory, out, err, timed_out)
    return Outcome(case, process.returncode, cpu, memory, faults,
                   err.decode("utf-8", "replace").strip())


def _wait(process, seconds):
    """True as soon as the process has ended; it is not reaped."""
    end = time.monotonic() + seconds
    pause = 0.001
    while time.monotonic() < end:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(pause)
        pause = min(0.02, 1.3 * pause)
    return False
