"""Notebooks run cell by cell, as a kernel runs them: what is printed, and what the last line of a cell shows."""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of one cell: what it printed, then what its last expression shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        outputs.append({"data": shown(value), "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def shown(value: Any) -> dict[str, list[str]]:
    """A value as a notebook keeps it: its table or picture, or else its words."""
    html = getattr(value, "_repr_html_", None)
    if html is not None:
        return {"text/html": [html()], "text/plain": [f"<{type(value).__name__}>"]}
    return {"text/plain": repr(value).splitlines(keepends=True)}


def executed(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A notebook as it is stored, and as it is when every cell has run anew."""
    stored = json.loads(file.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    for number, cell in enumerate(stored["cells"], start=1):
        fresh = dict(cell)
        if cell["cell_type"] == "code":
            try:
                fresh["outputs"] = run("".join(cell["source"]), names)
            except Exception as error:
                raise AssertionError(f"cell {number} ({cell['id']}): {type(error).__name__}: {error}") from error
        cells.append(fresh)
    return stored, {**stored, "cells": cells}
