"""The pages that are made from the program: its commands, its public names, its refusals, the format of its rulebooks.

Each is a directive, an empty block in an otherwise plain page. What it puts there is Markdown, read like the rest.
"""

import ast
import inspect
import itertools
import pprint
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import get_args, get_type_hints

import click
import msgspec
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

import minibac.client
from minibac.cli import cli
from minibac.rules.house_rules import house_rules
from minibac.rules.option_names import option_name
from minibac.rules.options import typed
from minibac.rules.plain import book_plain
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.server.answers import STATUSES


class Made(Directive):  # type: ignore[misc]
    """A part of a page that is written by a function."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        lines = StringList([line for line in self.lines() for line in line.split("\n")], source=self.name)
        here = nodes.section()
        self.state.nested_parse(lines, self.content_offset, here, match_titles=True)
        return list(here.children)

    def lines(self) -> Iterator[str]:
        """The Markdown."""
        raise NotImplementedError


# --- the command line ------------------------------------------------------------------------------------------------


def _commands(context: click.Context) -> Iterator[tuple[str, click.Context]]:
    """Every command of the program, each group before what is in it."""
    yield context.command_path, context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            if command is not None and not command.hidden:
                yield from _commands(_context(command, name, context))


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    """A command as somebody calls it, in a terminal of one width, whatever terminal builds the manual."""
    return click.Context(
        command,
        parent,
        name,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=cli.context_settings["help_option_names"],
    )


WIDTH = 86


class CommandLine(Made):
    """The help of every command, as ``--help`` prints it."""

    def lines(self) -> Iterator[str]:
        for path, context in _commands(_context(cli, "minibac")):
            yield from ("", f"## {path}", "", "```text", context.get_help(), "```")


# --- the library -----------------------------------------------------------------------------------------------------


BOUND = {"S": "TableState", "C": "Command", "E": "Event", "Decision[E]": "tuple[Event, ...] | Refusal"}
"""What the words of a machine stand for at a table: ``apply``, ``decide`` and ``replay`` are those of its machine."""


def _function(name: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """As somebody calls it who has the thing in hand."""
    returns = ast.unparse(node.returns).strip(QUOTE) if node.returns else "None"
    asked = re.sub(r"^(?:self|cls)(?:, )?", "", ast.unparse(node.args))
    written = f"{name}({asked})" + (f" -> {returns}" if returns != "None" else "")
    return _without_alias(written)


def _without_alias(written: str) -> str:
    return re.sub(r"\b[ce]\.(?=[A-Z])", "", written)


def _gives(node: ast.AsyncFunctionDef) -> bool:
    """Whether it is asked by ``async for``."""
    return any(isinstance(inner, ast.Yield) for inner in ast.walk(node))


QUOTE = "'"


def _source(thing: object) -> ast.stmt:
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing)))).body[0]  # type: ignore[arg-type]


def _signature(name: str, thing: object) -> str:
    node = _source(thing)
    assert isinstance(node, ast.FunctionDef)
    written = _function(name, node)
    if inspect.ismethod(thing):
        for word, meant in sorted(BOUND.items(), key=lambda pair: -len(pair[0])):
            written = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", meant, written)
    return written


def _plain(text: str) -> str:
    return re.sub(r":\w+:(?=`)", "", text.replace("``", "`"))


def _docstring(thing: object) -> str:
    return _plain(inspect.getdoc(thing) or "")


def _attributes(thing: type) -> Iterator[tuple[str, str]]:
    """What stands below each attribute of a class."""
    node = _source(thing)
    assert isinstance(node, ast.ClassDef)
    for member, after in itertools.pairwise(node.body):
        match member, after:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, text


def _inner(text: str | None) -> Iterator[str]:
    """The first paragraph of what a member says of itself, below it."""
    if text:
        said = " ".join(inspect.cleandoc(text).partition("\n\n")[0].split()).replace("``", "")
        yield from textwrap.wrap(re.sub(r":\w+:(?=`)", "", said), 76, initial_indent=" " * 8, subsequent_indent=" " * 8)


class PublicNames(Made):
    """What ``import minibac as mb`` offers, each name with its signature, its fields and its docstring."""

    def lines(self) -> Iterator[str]:
        for name in minibac.__all__:
            thing = getattr(minibac, name)
            yield from ("", f"## `{name}`", "")
            if isinstance(thing, ModuleType):
                yield _docstring(thing).partition("\n\n")[0]
                yield from ("", "```text", *self._lines_of_json(thing), *self._kinds(thing), "```")
            elif inspect.isclass(thing):
                yield from self._class(name, thing)
            elif callable(thing):
                yield from ("```python", _signature(name, thing), "```", "", *self._told(inspect.unwrap(thing), name))
            else:
                shown = tuple(thing) if isinstance(thing, dict) else thing
                yield from ("```python", f"{name} = {pprint.pformat(shown, width=96, compact=True)}", "```")

    @classmethod
    def _class(cls, name: str, thing: type) -> Iterator[str]:
        yield from ("```text", *cls._stated(thing, name), "```", "", *cls._told(thing, name))

    @staticmethod
    def _told(thing: object, name: str) -> Iterator[str]:
        """A docstring: prose as prose, examples as code, by the name that is offered."""
        inside = getattr(thing, "__name__", name)
        for block in _docstring(thing).split("\n\n"):
            if block.startswith(">>>"):
                yield from ("", "```pycon", re.sub(rf"\b{inside}\(", f"{name}(", block), "```")
            else:
                yield from ("", block.partition("\n>>>")[0])

    @staticmethod
    def _stated(thing: type, offered: str) -> Iterator[str]:
        node = _source(thing)
        assert isinstance(node, ast.ClassDef)
        bases = ", ".join(map(ast.unparse, node.bases))
        yield f"class {offered}({bases})" if bases else f"class {offered}"
        for member, after in zip(node.body, [*node.body[1:], None], strict=True):
            match member:
                case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                    if not name.startswith("_"):
                        yield f"    {_without_alias(ast.unparse(member))}"
                        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                            yield from _inner(str(after.value.value))
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if (
                    not name.startswith("_") or name == "__init__"
                ):
                    words = {ast.unparse(decorator) for decorator in member.decorator_list}
                    if isinstance(member, ast.AsyncFunctionDef) and not _gives(member):
                        yield f"    await {_function(name, member)}"
                    elif words & {"property", "cached_property"}:
                        yield f"    {_function(name, member).replace('() ->', ':')}"
                    else:
                        yield from (f"    @{word}" for word in words & {"classmethod", "staticmethod"})
                        yield f"    {_function(offered if name == '__init__' else name, member)}"
                    yield from _inner(ast.get_docstring(member))

    @staticmethod
    def _lines_of_json(module: ModuleType) -> Iterator[str]:
        """How one of them becomes a line of JSON, and is read from it."""
        for name, stated in (
            ("encode", "encode(event: Event) -> bytes"),
            ("decode", "decode(line: bytes | str) -> Event"),
            ("read_command", "read_command(line: bytes | str) -> Command"),
        ):
            if name in vars(module):
                yield stated

    @staticmethod
    def _kinds(module: ModuleType) -> Iterator[str]:
        """Each kind, with the fields that are its own; those of all of them stand in the first."""
        common: dict[str, object] = {}
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__:
                hints = get_type_hints(kind)
                fields = [field for field in msgspec.structs.fields(kind) if field.name not in common]
                yield f"{name}({', '.join(_field(field, hints[field.name]) for field in fields)})"
                yield from _inner(vars(kind).get("__doc__"))
                common = common or hints


class ClientNames(PublicNames):
    """What ``minibac.client`` offers."""

    def lines(self) -> Iterator[str]:
        for name in minibac.client.__all__:
            yield from ("", f"### `{name}`", "", *self._class(name, getattr(minibac.client, name)))


def _field(field: msgspec.structs.FieldInfo, hint: object) -> str:
    written = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
    written = re.sub(r"\b(?:\w+\.)+(?=\w)", "", written)
    if field.required:
        return f"{field.name}: {written}"
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"{field.name}: {written} = {default!r}"


# --- refusals --------------------------------------------------------------------------------------------------------


class RefusalCodes(Made):
    """Every code with what it means, and the status it has over HTTP. In Python it is ``mb.Code.NOT_NOW``."""

    def lines(self) -> Iterator[str]:
        said = dict(_attributes(Code))
        yield from ("| code | what it says | over HTTP |", "| --- | --- | --- |")
        for code in Code:
            yield f"| `{code.value}` | {said[code.name]} | {STATUSES.get(code, 409)} |"


# --- rulebooks -------------------------------------------------------------------------------------------------------


def _structs(kind: type, seen: dict[type, None]) -> dict[type, None]:
    """The tables that a rulebook is made of, each after what holds it."""
    seen.setdefault(kind)
    for hint in get_type_hints(kind).values():
        for inner in _inside(hint):
            if inner not in seen:
                _structs(inner, seen)
    return seen


def _inside(hint: object) -> Iterator[type]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from _inside(part)


class RulebookFormat(Made):
    """Every table of a rulebook file with its fields, from the types that read it."""

    def lines(self) -> Iterator[str]:
        for kind in _structs(Rulebook, {}):
            yield from ("", f"## {kind.__name__}", "", _docstring(kind).partition("\n>>>")[0], "")
            yield from ("| field | what is in it | without it |", "| --- | --- | --- |")
            for field in msgspec.structs.fields(kind):
                annotation = kind.__annotations__.get(field.name, field.type)
                written = (
                    annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
                )
                if get_args(annotation):
                    written = str(annotation)
                plain = written.replace("minibac.rules.rulebook.", "").replace("typing.", "").replace("|", "\\|")
                yield f"| `{field.encode_name}` | `{plain}` | {_default(field)} |"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "must be there"
    if field.default is msgspec.NODEFAULT:
        return "empty"
    return f"`{field.default!r}`".replace("|", "\\|") if isinstance(field.default, bool | int | str) else "empty"


class Options(Made):
    """Of each rulebook what it leaves to a house, with the legal values, and its wagers."""

    def lines(self) -> Iterator[str]:
        for book_id in RULEBOOKS:
            told = book_plain(house_rules(book_id))
            yield from ("", f"## {told['name']}", "", f"{told['title']}: `{book_id}`.", "")
            yield from (
                "| option | what it may be | unless chosen | where | clause |",
                "| --- | --- | --- | --- | --- |",
            )
            for choice in told["choices"]:
                name = choice["name"]
                called = str(option_name(name))
                clause = f"`{choice['clause']}`" + (f" ({choice['ruling']})" if choice["ruling"] else "")
                values, usual = _values(choice["values"]), typed(choice["default"])
                yield f"| `{name}` ({called}) | {values} | `{usual}` | {_where(choice['needs'])} | {clause} |"
            yield from ("", "| wager | what it is called | where |", "| --- | --- | --- |")
            for wager in load(book_id).wager:
                needs = {option: [typed(value) for value in values] for option, values in wager.only.items()}
                yield f"| `{wager.id}` | {wager.label} | {_where(needs)} |"


def _values(values: Sequence[str]) -> str:
    """Each in the letters in which it is chosen; what says a range is said."""
    return ", ".join(value if " " in value else f"`{value}`" for value in values)


def _where(needs: Mapping[str, Sequence[object]]) -> str:
    return ", ".join(f"`{option}` is {' or '.join(f'`{value}`' for value in found)}" for option, found in needs.items())


DIRECTIVES: dict[str, type[Directive]] = {
    "command-line": CommandLine,
    "public-names": PublicNames,
    "client-names": ClientNames,
    "refusal-codes": RefusalCodes,
    "rulebook-format": RulebookFormat,
    "options": Options,
}


def setup(app: Sphinx) -> dict[str, bool]:
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
