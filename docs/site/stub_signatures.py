"""Signatures of the Python reference: those of the type stubs, which say more than the signatures of pybind11."""

import ast
from pathlib import Path

import cardan

PACKAGE = Path(cardan.__file__).parent


def functions(body, prefix):
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{prefix}.{node.name}")
        elif isinstance(node, ast.FunctionDef):
            yield f"{prefix}.{node.name}", node


def text_of(function, is_method):
    arguments = ast.unparse(function.args)
    if is_method:
        arguments = arguments.removeprefix("self").removeprefix(", ").removeprefix("/").removeprefix(", ")
    return f"({arguments})", ast.unparse(function.returns) if function.returns else None


def read_stubs():
    """Name → (arguments, result); of overloads the first one."""
    result = {}
    for stub in sorted(PACKAGE.glob("*.pyi")):
        module = "cardan" if stub.stem == "_cardan" else f"cardan.{stub.stem}"
        tree = ast.parse(stub.read_text(encoding="utf-8"))
        for name, function in functions(tree.body, module):
            decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
            is_method = name.count(".") > module.count(".") + 1 and "staticmethod" not in decorators
            result.setdefault(name, text_of(function, is_method))
    return result


STUBS = read_stubs()


def stub_signature(app, what, name, object_, options, signature, result):
    if what == "class":
        arguments, _ = STUBS.get(f"{name}.__init__", (signature, None))
        return arguments, None
    return STUBS.get(name, (signature, result))


def setup(app):
    app.connect("autodoc-process-signature", stub_signature)
    return {"parallel_read_safe": True}
