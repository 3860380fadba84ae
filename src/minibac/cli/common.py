"""What every command shares: the rulebook argument, options by name, JSON, and one way to say an error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from minibac.rules.words import did_you_mean, listed

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from minibac.rules.house_rules import HouseRules
    from minibac.rules.refusal import Refusal

    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType

HELP_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

TYPED = "minibac.typed"

WRONG_CALL = 2

FILE = click.Path(dir_okay=False, path_type=Path)
"""A file that is named on the command line."""
REFUSED = 1

Sets = tuple[tuple[str, str], ...]
"""What ``--set`` gave: names and values as typed."""


# ------------------------------------------------------------------------------------------------- saying what is wrong


def fail(sentences: str | Iterable[str], status: int = WRONG_CALL) -> NoReturn:
    """Say what is wrong, one sentence to a line, and end: status 2 for a wrong call, 1 for a refused or failed job."""
    for sentence in [sentences] if isinstance(sentences, str) else sentences:
        click.echo(f"minibac: {sentence}", err=True)
    raise click.exceptions.Exit(status)


def refuse_all(refusals: Iterable[Refusal], status: int = WRONG_CALL) -> NoReturn:
    """Say every refusal, each with its leading clause, and end."""
    from minibac.cli.text import refused

    fail(map(refused, refusals), status)


def sentence_of(error: click.ClickException) -> str:
    """A click error in our own words, with the nearest right word and the way to the help page."""
    context = getattr(error, "ctx", None)
    help_page = f"; {context.command_path} --help shows how" if context else ""
    if isinstance(error, click.NoSuchOption):
        options = [name for p in context.command.get_params(context) for name in p.opts] if context else []
        return f"there is no option {error.option_name}{did_you_mean(error.option_name, options)}{help_page}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        name = error.param.make_metavar(context) if context else error.param.name
        what = name if isinstance(error.param, click.Argument) else f"{error.param.opts[0]} {name}"
        return f"{what} is missing{help_page}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        if isinstance(error.param.type, OwnWords):
            return error.message
        if expected := _number(error.param.type):
            typed = error.message.partition(" is not ")[0]
            return f"{error.param.opts[0]}: {typed} is no {expected}{help_page}"
        return f"{error.param.opts[0]}: {_lowered(error.message)}{help_page}"
    if isinstance(error, click.UsageError):
        own_words = "--help" in error.message
        return error.message if own_words else f"{_lowered(error.message)}{help_page}"
    return _lowered(error.format_message())


def _number(kind: object) -> str:
    """What kind of number an option takes, and between which bounds; nothing where it takes something else."""
    if not isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        return ""
    noun = "whole number" if isinstance(kind, click.types.IntParamType) else "number"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None and most is not None:
        return f"{noun} from {least} to {most}"
    return noun + (f" of {least} or more" if least is not None else f" of {most} at most" if most is not None else "")


def _lowered(message: str) -> str:
    message = " ".join(message.split()).removesuffix(".")
    return message[:1].lower() + message[1:]


# --------------------------------------------------------------------------------------------------- commands and types


class WithExamples(click.Command):
    """A command whose help ends with examples that can be pasted."""

    def __init__(self, *, examples: Sequence[str] = (), **how: Any) -> None:
        self.examples = examples
        super().__init__(context_settings=HELP_SETTINGS, **how)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Group(WithExamples, click.Group):
    """Commands under one word, which alone shows them; one sentence for a wrong one, and who lists the right ones."""

    no_such = "there is no command {name!r}{hint}; minibac --help lists the commands"

    def __init__(self, **how: Any) -> None:
        super().__init__(no_args_is_help=False, invoke_without_command=True, **how)

    def invoke(self, ctx: click.Context) -> Any:
        answer = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return answer

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            hint = did_you_mean(name, self.list_commands(ctx))
            raise click.UsageError(self.no_such.format(name=name, hint=hint), ctx)
        return super().resolve_command(ctx, args)


class Command(WithExamples):
    """A command that remembers what was typed: a line that breaks off cannot be parsed, but completion looks at it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, args)


class OwnWords(_Type):
    """A type whose refusals are whole sentences already, and which knows the words that may be typed."""

    name = "text"

    def words(self, _ctx: click.Context, _incomplete: str) -> Iterable[str]:
        """What may be typed here, for completion."""
        return ()

    def shell_complete(self, ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        start = incomplete.lower()
        return [CompletionItem(word) for word in self.words(ctx, incomplete) if word.lower().startswith(start)]


class RulebookName(OwnWords):
    """The id of a rulebook, in any letter case."""

    name = "rulebook"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from minibac.rules.rulebook import UnknownRulebookError, load

        try:
            return load(str(value).lower()).id
        except UnknownRulebookError as error:
            self.fail(str(error), param, ctx)

    def words(self, _ctx: click.Context, _incomplete: str) -> Iterable[str]:
        from minibac.rules.rulebook import RULEBOOKS

        return RULEBOOKS


class OptionValue(OwnWords):
    """An option of the rulebook and the value the house chose, as ``decks=6``."""

    name = "option=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, chosen = str(value).partition("=")
        name, chosen = name.strip(), chosen.strip()
        if not equals or not name or not chosen:
            self.fail(f"--set {value} cannot be read: write an option and its value as --set decks=6", param, ctx)
        return name.replace("-", "_"), chosen

    def words(self, ctx: click.Context, incomplete: str) -> Iterable[str]:
        from minibac.rules.options import allowed_words
        from minibac.rules.rulebook import RULEBOOKS, load

        chosen = next((word.lower() for word in ctx.meta.get(TYPED, ()) if word.lower() in RULEBOOKS), None)
        options = [option for name in ([chosen] if chosen else RULEBOOKS) for option in load(name).option]
        name, equals, _ = incomplete.partition("=")
        if not equals:
            return dict.fromkeys(f"{option.name}=" for option in options)
        values = (word for option in options if option.name == name for word in allowed_words(option))
        return dict.fromkeys(f"{name}={word}" for word in values if " " not in word)  # those written one by one


class LanguageName(OwnWords):
    """A language of the catalogues."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known, word = tuple(self.words(ctx, "")), str(value).lower()
        if word not in known:
            self.fail(f"there is no language {value!r}{did_you_mean(word, known)}: {listed(known)}", param, ctx)
        return word

    def words(self, _ctx: click.Context | None, _incomplete: str) -> Iterable[str]:
        from minibac.voice.languages import languages

        return languages()


# ---------------------------------------------------------------------------------------------- what a command is asked


class CommandLine:
    """What a command line asks. Each field states an argument or option once, and has the type of what was given."""

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)


R = TypeVar("R", bound=CommandLine)


def argument(**how: Any) -> Any:
    """A field that is an argument of the command line."""
    return partial(click.argument, **how)


def option(*names: str, **how: Any) -> Any:
    """A field that is an option of the command line, called after the field unless it is given a name."""
    return partial(click.option, *names, **how)


def restated(field: Any, **how: Any) -> Any:
    """A field of a base, with something said otherwise."""
    return partial(field, **how)


def asks(request: type[R]) -> Callable[[Callable[[R], None]], Callable[..., None]]:
    """Give a command what a request states: arguments, its own options, then those of its bases in their order."""
    fields: dict[str, Any] = {}
    for base in request.__mro__:
        for name in [name for name, field in vars(base).items() if isinstance(field, partial)]:
            fields.pop(name, None)
            fields[name] = getattr(request, name)
    ordered = sorted(fields.items(), key=lambda field: field[1].func is not click.argument)

    def decorated(function: Callable[[R], None]) -> Callable[..., None]:
        @wraps(function)
        def called(**given: Any) -> None:
            function(request(**given))

        for name, field in reversed(ordered):
            named = field.func is click.argument or field.args
            called = (field(name) if named else field(f"--{name.replace('_', '-')}", name))(called)
        return called

    return decorated


def chosen(sets: Sets) -> dict[str, str]:
    """The choices by name; one option cannot have two values."""
    choices: dict[str, str] = {}
    twice = []
    for name, value in sets:
        if choices.setdefault(name, value) != value:
            twice.append(f"{name} is set twice, to {choices[name]} and to {value}; choose one")
    if twice:
        fail(twice)
    return choices


class WithRules(CommandLine):
    """``--set`` and ``--house``, for every command that takes a rulebook."""

    sets: Sets = option(
        "--set",
        type=OptionValue(),
        multiple=True,
        metavar="OPTION=VALUE",
        help="Choose an option of the rulebook, as decks=6 or vigorish_type=ez; may be repeated.",
    )
    house_file: Path | None = option(
        "--house",
        type=FILE,
        metavar="FILE",
        help="A house file in place of the sample house; it states its own choices and references.",
    )

    def house_rules(self, rulebook_id: str) -> HouseRules:
        """The rules of the table that is asked for; every fault of the choices is said, then it ends."""
        from minibac.rules.house_rules import HouseRules, build
        from minibac.rules.rulebook import load

        choices = chosen(self.sets)
        if self.house_file is None:
            built = build(load(rulebook_id), choices)
        else:
            from minibac.houses.house import House, load_house

            house = load_house(self.house_file)
            built = house.rules_with(rulebook_id, choices) if isinstance(house, House) else house
        if isinstance(built, HouseRules):
            return built
        refuse_all(built)


class WithRulebook(WithRules):
    """``RULEBOOK``: one of the four documents, and what is chosen under it."""

    rulebook: str = argument(type=RulebookName())


class WithDecks(WithRulebook):
    """``--decks``, which each command explains in its own words: any number of decks, to study them."""

    decks: int | None

    def rules_with_decks(self, most: int, *, both_batches: bool = False) -> tuple[HouseRules, bool]:
        """The rules of the table, and whether its number of decks lies outside the rulebook.

        An automatic shuffler has two batches; ``--decks`` counts one of them, which is in the shoe, or both.
        """
        decks = self.decks
        if decks is not None:
            if not 1 <= decks <= most:
                fail(f"--decks {decks} makes no shoe: 1 to {most} decks can be studied")
            if any(name == "decks" for name, _ in self.sets):
                fail("--decks and --set decks both say how many: choose one")
        rules = self.house_rules(self.rulebook)
        if decks is None:
            return rules, False
        batches = 2 if rules.options["shuffler"] == "automatic" else 1
        if not both_batches:
            decks *= batches
        elif decks % batches:
            fail(f"--decks {decks} makes no two batches, which an automatic shuffler needs: the number must be even")
        if decks == rules.options["decks"]:
            return rules, False
        if self.house_file is None:
            from minibac.rules.house_rules import build

            legal = build(rules.rulebook, {**dict(self.sets), "decks": decks})
            if not isinstance(legal, tuple):
                return legal, False
        return rules, True


class WithJson(CommandLine):
    """``--json``, for every command that reports."""

    as_json: bool = option("--json", is_flag=True, help="Print JSON, documented and stable.")

    def tell(self, plain: Callable[[], object], text: Callable[[], str]) -> None:
        """Print what was found, as JSON or for a person to read."""
        if self.as_json:
            print_json(plain())
        else:
            click.echo(text())


# ----------------------------------------------------------------------------------------------------------------- JSON


def print_json(value: object) -> None:
    """Print a value as JSON: in one line, or indented where a person reads it on a terminal."""
    import msgspec

    try:
        encoded = msgspec.json.encode(value, enc_hook=_encode_other)
    except OverflowError:  # a whole number beyond 64 bits, which JSON itself does not mind
        import json

        encoded = json.dumps(value, default=_encode_other, ensure_ascii=False).encode()
    if sys.stdout.isatty():
        encoded = msgspec.json.format(encoded, indent=2)
    click.echo(encoded.decode())


def _encode_other(value: object) -> dict[str, object]:
    """A fraction as every report writes it.

    >>> from fractions import Fraction
    >>> _encode_other(Fraction(19, 20))
    {'exact': '19/20', 'float': 0.95}
    """
    from fractions import Fraction

    if isinstance(value, Fraction):
        return {"exact": f"{value.numerator}/{value.denominator}", "float": value.numerator / value.denominator}
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")
