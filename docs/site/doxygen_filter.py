#!/usr/bin/env python3
"""Input filter of Doxygen: a public header whose comments Doxygen understands.

    doxygen_filter.py HEADER

The number of lines stays. Of `double lower, upper;  ///< bounds [m]`, each member gets the comment. A function that
follows another one without a blank line shares its comment. Comments of C that stand beside or above a declaration
document it. Tags and backslashes in comments are text. Copies, moves, the end of an object and names that mean the same
everywhere (COMMON) need no comment.
"""

import re
import sys

FIRST = re.compile(r"^(?P<type>.*[\s>*&])(?P<name>\w+(\[\w+\])*\s*(=.*|\{.*\})?)$", re.S)
LATER = re.compile(r"^\*?\w+(\[\w+\])*\s*(=.*|\{.*\})?$", re.S)
NO_VARIABLE = re.compile(r"^\s*(using|typedef|return|template|friend|for|enum|static_assert|//|\*|#)")
SPECIAL = re.compile(
    r"^(\s*)((?:explicit )?(\w+)\((?:const )?\3&&?(?: \w+)?\)|~\w+\(\)|\w+& operator=\((?:const )?\w+&&?(?: \w+)?\)|"
    r"(?:bool|auto) operator(?:==|<=>)\(const \w+&(?: \w+)?\) const(?= = default))")
# Doxygen links to a friend that is defined as default, but does not document it. A member is equal.
FRIEND = re.compile(r"friend (bool|auto) (operator(?:==|<=>))\(const (\w+)&, const \3&\) = default;")
FUNCTION = re.compile(
    r"^\s*(?!return|using|typedef|static_assert|friend|if|for|else|case|struct|class|enum|namespace|#|//|\}|requires|:)"
    r"(?:[\w:<>,&*\s\[\]]*[\s&*])?(\w+|operator\S+)\(")
# Names that mean the same wherever a public type has them.
COMMON = {
    "a": "First side.",
    "add": "Adds the parts of another one.",
    "atol": "Absolute tolerance, in the unit of the quantity.",
    "b": "Second side, or the right-hand side of a problem.",
    "begin": "The first element.",
    "body": "Number of the body in its tree; -1: the world.",
    "clear": "Empties it; the memory is kept.",
    "cols": "Number of columns.",
    "contacts": "Of contacts.",
    "count": "Number of them.",
    "data": "The first element.",
    "diagnostics": "What the reader decided, repaired or ignored.",
    "dim": "Number of rows of the block.",
    "dof": "Number of the degree of freedom.",
    "dt": "Time step [s].",
    "empty": "If it has no element.",
    "end": "The end of the elements.",
    "factorizations": "Factorizations of a matrix.",
    "fallbacks": "Times that another solver answered.",
    "file": "Path of the file.",
    "first": "Number of the first one.",
    "formulation": "Name of the formulation.",
    "frame": "Link or frame of the robot.",
    "frictions": "Numbers of joint frictions.",
    "group": "Groups to which the shapes belong.",
    "hi": "Upper bound.",
    "id": "Name that is unique among its kind.",
    "impl": "For the library alone.",
    "index": "Number of the column of each entry.",
    "is_removed": "If it has been removed from its world.",
    "iterations": "Iterations of the solver.",
    "joint": "Name of the joint.",
    "joints": "Number of joints.",
    "kd": "Damping [N m s/rad, N s/m].",
    "key": "Number that stays the same from step to step.",
    "kind": "Which one it is.",
    "kp": "Stiffness [N m/rad, N/m].",
    "limits": "Numbers of limits.",
    "line": "Line of the file, from 1.",
    "link": "Name of the link.",
    "links": "Number of links.",
    "lo": "Lower bound.",
    "loops": "Numbers of loops.",
    "m": "Number of rows.",
    "mask": "Groups with which the shapes collide.",
    "material": "Name of the material, or its values.",
    "max_iterations": "Bound of the iterations.",
    "model": "Name of the model.",
    "models": "Numbers of models.",
    "motors": "Numbers of motors.",
    "mu_kinetic": "Coefficient of kinetic friction.",
    "mu_static": "Coefficient of static friction.",
    "multiplier": "Ratio of a mimic joint.",
    "name": "Name.",
    "nq": "Number of configuration coordinates.",
    "num_blocks": "Number of blocks.",
    "num_bodies": "Number of bodies.",
    "num_groups": "Number of groups.",
    "num_joints": "Number of joints.",
    "num_worlds": "Number of worlds.",
    "nv": "Number of degrees of freedom.",
    "offset": "Offset of a mimic joint [rad, m].",
    "operator[]": "Element i.",
    "properties": "Bits CARDAN_SYMMETRIC, … of the problem.",
    "q": "Configuration, (nq).",
    "quantity": "Name of the quantity.",
    "restitution": "Coefficient of restitution.",
    "row": "Number of the first row.",
    "rows": "Number of rows.",
    "rtol": "Relative tolerance.",
    "seconds": "Duration [s].",
    "seed": "Seed of the random numbers.",
    "sensors": "Numbers of sensors.",
    "shape": "Number of the shape in its link.",
    "size": "Number of elements.",
    "solver": "Name of the solver.",
    "stage": "Stage of the solver that found the answer.",
    "status": "CARDAN_SOLVED or another status of solvers.",
    "steps": "Number of steps.",
    "tags": "Words by which the command selects scenes.",
    "threads": "Number of threads.",
    "tolerance": "Residual that ends the solution [m/s].",
    "tree": "Number of the tree.",
    "v": "Generalised velocity, (nv).",
    "value": "Value.",
    "version": "Version.",
    "worst_block": "Block with the largest residual; -1: none.",
}
# Types that say nothing of what their values are.
PLAIN = re.compile(r"^(Vector|Matrix|Quaternion|RigidTransform|Eigen|Const|Array)")


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
            comment = "" if comment_above(lines, i) or "///" in line else comment_elsewhere(lines, i)
            if comment:
                result[i] = f"/** {comment} */ {line.lstrip()}"
            continue
        beside, more = comment_beside(lines, i + count - 1)
        type_, names = found
        comment = beside or comment_above(lines, i) or of_type(type_)
        comments = [comment or COMMON.get(re.match(r"\*?(\w+)", name)[1], "") for name in names]
        above = comment_above(lines, i)
        result[i] = " ".join(f"{block(comments[k]) if k or not above else ''} {type_} {name};" for k, name in enumerate(names))
        for k in range(i + 1, i + count - 1 + more):
            result[k] = ""
    return [escaped(line) for line in result]


def comment_elsewhere(lines, i):
    """The comment that a declaration without one of its own has: that of the functions above it, or the common one."""
    function = FUNCTION.match(lines[i])
    while function and i > 0 and FUNCTION.match(lines[i]) and re.search(r"[;}]\s*(//.*)?$", lines[i - 1]):
        i -= 1
        while i > 0 and not FUNCTION.match(lines[i]) and lines[i].strip() and lines[i].startswith("   "):
            i -= 1
        if not FUNCTION.match(lines[i]):
            break
        if comment_above(lines, i):
            return comment_above(lines, i)
    if function:
        return COMMON.get(function[1], "")
    variable = re.match(r"^\s+([\w:<>,&*\s\[\]]*[\s&*>])(\w+)(\s*=.*|\{.*\})?;", lines[i])
    begins = i == 0 or re.search(r"[;{}:]\s*(//.*)?$", lines[i - 1]) or re.match(r"\s*(//.*)?$", lines[i - 1])
    if not variable or not begins or NO_VARIABLE.match(lines[i]):
        return ""
    return of_type(variable[1]) or COMMON.get(variable[2], "")


def of_type(type_):
    """A member of a type of the project: the comment of the type describes it."""
    words = [word for word in re.findall(r"(?<!:)\b[A-Z]\w*[a-z]\w*", type_) if not PLAIN.match(word)]
    return f"See {words[-1]}." if words else ""


def block(comment):
    return f"/** {comment} */" if comment else ""


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
    text = re.sub(r"(?m)^([^/\n]*[^/\s,]),\n\s+(\w+;)", r"\1, \2", text)
    text = re.sub(r"(?m)^( +[^/\n]*;) */\* (.*?) \*/$", in_front, text, flags=re.S)
    text = re.sub(r"(?m)^(\s*)/\*(?!\*)", r"\1/**", text)
    return re.sub(r"(?m)(\S[ \t]*)/\*(?!\*)(?=[^\n])", r"\1/**<", text)


def in_front(match):
    """A member of C, or several, with the comment beside them before each."""
    found = declarators(match[1])
    type_, names = found or (match[1], [""])
    comment = block(" ".join(match[2].split()))
    return " ".join(f"{comment} {type_} {name};" if found else f"{comment} {type_}" for name in names)


def main(header):
    with open(header, encoding="utf-8") as stream:
        text = stream.read()
    if 'extern "C"' in text:
        sys.stdout.write(filter_c(text))
    else:
        text = FRIEND.sub(r"\1 \2(const \3&) const = default;", text)
        sys.stdout.write("\n".join(filter_cpp(text.split("\n"))))


if __name__ == "__main__":
    main(sys.argv[1])
