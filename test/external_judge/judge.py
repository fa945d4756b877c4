"""Judges answers of cardan's solvers a second time, in decimal arithmetic of 100 digits.

Reads problems and answers as dump_answers writes them (one JSON object a line, numbers as hexadecimal
text) and knows nothing of the engine but the definition of the residual (docs/theory/judge.md):

    e = w |lambda - P(lambda - r u)|,  u = Y (Y' lambda) + S lambda + b  (CONE: u_n + mu |u_t|)

What the engine calls SOLVED must have e <= 1.1 times the tolerance, or e <= the rounding bound that the
engine reports with a bound <= the tolerance; a problem with such an answer has no proof that there is none.
Steps and weights are judged too: with r = 1/(mean diagonal of A in the block) and w = 1/r, computed here,
e of a SOLVED answer is <= 3.3 times the tolerance (the engine's mean may contain rows that the problem
lacks, which makes its r up to 3 times larger). A slack row (A_ii = 0) keeps the r and w of the problem.

    judge.py DUMP_ANSWERS ANSWERS [FOLDER]     runs DUMP_ANSWERS for that many SOLVED answers and judges them
"""

import json
import subprocess
import sys
from collections import Counter
from decimal import Decimal, getcontext

getcontext().prec = 100
getcontext().Emax = 10**8
getcontext().Emin = -(10**8)
ZERO = Decimal(0)
FREE, NONNEGATIVE, BOX, BOX_MU, CONE, CONE_CONVEX, BALL_MU = range(7)


def number(text):
    return Decimal(float.fromhex(text))


def numbers(texts):
    return [number(text) for text in texts]


def rows(matrix):
    """Compressed rows as lists of (column, value)."""
    start, value = matrix["start"], numbers(matrix["value"])
    cells = list(zip(matrix["index"], value))
    return [cells[a:b] for a, b in zip(start, start[1:])]


def norm(x):
    return sum((a * a for a in x), ZERO).sqrt()


def velocity(problem, impulse):
    z = [ZERO] * problem["columns"]
    for row, own in zip(problem["Y"], impulse):
        if own:
            for column, value in row:
                z[column] += value * own
    u = []
    for y, s, b in zip(problem["Y"], problem["S"], problem["b"]):
        u.append(sum((v * z[k] for k, v in y), b) + sum((v * impulse[k] for k, v in s), ZERO))
    return u


def project(kind, mu, lo, hi, parent, a):
    if kind == NONNEGATIVE:
        return [max(x, ZERO) for x in a]
    if kind in (BOX, BOX_MU):
        lo, hi = (lo, hi) if kind == BOX else (-mu * parent, mu * parent)
        return [min(max(x, lo), hi) for x in a]
    if kind == BALL_MU:
        size = norm(a)
        return a if size <= mu * parent else [x * mu * parent / size for x in a]
    if kind in (CONE, CONE_CONVEX):
        slip = norm(a[1:])
        if a[0] >= 0 and slip <= mu * a[0]:
            return a
        if mu * slip <= -a[0]:
            return [ZERO] * len(a)
        normal = (a[0] + mu * slip) / (1 + mu * mu)
        return [normal] + [x * mu * normal / slip for x in a[1:]]
    return a


def own_scales(problem):
    """Steps and weights from A alone."""
    step, weight = problem["step"][:], problem["weight"][:]
    diagonal = []
    for i, (y, s) in enumerate(zip(problem["Y"], problem["S"])):
        diagonal.append(sum((v * v for _, v in y), ZERO) + sum((v for k, v in s if k == i), ZERO))
    for kind, row, dim, *_ in problem["blocks"]:
        for first, last in [(row, row + dim)] if kind >= CONE else [(i, i + 1) for i in range(row, row + dim)]:
            mean = sum(diagonal[first:last], ZERO) / (last - first)
            if mean > 0 and problem["Y"][first]:
                step[first:last], weight[first:last] = [1 / mean] * (last - first), [mean] * (last - first)
    return step, weight


def residual(problem, impulse, scales):
    u = velocity(problem, impulse)
    worst = ZERO
    for kind, row, dim, parent, mu, lo, hi in problem["blocks"]:
        own, r, w = (x[row : row + dim] for x in (impulse, *scales))
        hat = u[row : row + dim]
        if kind == CONE:
            hat[0] += mu * norm(hat[1:])
        bound = max(impulse[parent], ZERO) if parent >= 0 else ZERO
        p = project(kind, mu, lo, hi, bound, [x - s * v for x, s, v in zip(own, r, hat)])
        worst = max(worst, norm([f * (x - q) for f, x, q in zip(w, own, p)]))
    return worst


def read(line):
    problem = json.loads(line)
    problem["columns"] = problem["Y"]["columns"]
    problem["Y"], problem["S"] = rows(problem["Y"]), rows(problem["S"])
    for name in ("b", "step", "weight"):
        problem[name] = numbers(problem[name])
    problem["own"] = None
    problem["blocks"] = [block[:4] + numbers(block[4:]) for block in problem["blocks"]]
    return problem


def faults(problem, counts):
    """What is wrong with the answers of one problem, in words."""
    tolerance = number(problem["tolerance"])
    found = []
    statuses = {answer["status"] for answer in problem["answers"]}
    if {"SOLVED", "INFEASIBLE"} <= statuses:
        found.append("an answer and a proof that there is none")
    for answer in problem["answers"]:
        counts[answer["status"]] += 1
        if answer["status"] != "SOLVED":
            continue
        impulse = numbers(answer["lambda"])
        e = residual(problem, impulse, (problem["step"], problem["weight"]))
        told, rounding = number(answer["residual"]), number(answer["rounding"])
        counts["below the tolerance" if e <= tolerance else "above it, in the room of 1.1 or rounding"] += 1
        within = e <= Decimal("1.1") * tolerance or (e <= rounding <= tolerance)
        if not within or told > tolerance or rounding > Decimal("1.1") * tolerance or e > told + rounding + tolerance / 1000:
            found.append(f"{answer['solver']}: SOLVED with {e:.3g}, told {told:.3g}, rounding {rounding:.3g}, tolerance {tolerance:.3g}")
        if problem["own"] is None:
            problem["own"] = own_scales(problem)
        own = residual(problem, impulse, problem["own"])
        if own > Decimal("3.3") * tolerance:
            found.append(f"{answer['solver']}: SOLVED with {own:.3g} by steps from A, tolerance {tolerance:.3g}")
    return found


def main(program, answers, folder=""):
    counts, kinds, bad, problems = Counter(), Counter(), 0, 0
    command = [program, answers] + ([folder] if folder else [])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as dump:
        for line in dump.stdout:
            if line.startswith('{"refused"'):
                counts["hostile files refused"] += 1
                continue
            problem = read(line)
            problems += 1
            kinds[problem["name"].removeprefix("hostile file, ")] += sum(a["status"] == "SOLVED" for a in problem["answers"])
            counts["hostile files read"] += problem["name"].startswith("hostile")
            for fault in faults(problem, counts):
                bad += 1
                print(f"{problem['name']}: {fault}")
    print(f"{problems} problems; " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    print("SOLVED: " + ", ".join(f"{name} {count}" for name, count in sorted(kinds.items())) + f"; false: {bad}")
    if dump.returncode != 0 or counts["SOLVED"] < int(answers):
        print(f"{program} ended with {dump.returncode} and {counts['SOLVED']} SOLVED answers of {answers}")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
