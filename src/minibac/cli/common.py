"""What every command shares: the rulebook argument, options by name, JSON, and one way to say an error."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeAlias, TypeVar

import click

from minibac.rules.words import did_you_mean
from minibac.voice.said import NOTHING, Said, many, said

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from minibac.rules.house_rules import HouseRules
    from minibac.rules.refusal import Refusal

    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType

HELP_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

TYPED = "minibac.typed"
WHOLE_SENTENCE = 1_000
"""No first sentence of a command has so many characters."""

WRONG_CALL = 2
REFUSED = 1

FILE = click.Path(dir_okay=False, path_type=Path)
"""A file that is named on the command line."""

Wrong: TypeAlias = "Said | Refusal | Exception"
"""What is wrong: said here, refused by a rulebook, or raised with a sentence."""

Sets = tuple[tuple[str, str], ...]
"""What ``--set`` gave: names and values as typed."""


# ------------------------------------------------------------------------------------------------- saying what is wrong


def fail(told: Said | Exception | Iterable[Wrong], status: int = WRONG_CALL) -> NoReturn:
    """Say what is wrong, one sentence to a line, and end: status 2 for a wrong call, 1 for a refused or failed job."""
    from minibac.cli.text import wrong

    for each in [told] if isinstance(told, Said | Exception) else told:
        click.echo(f"minibac: {wrong(each)}", err=True)
    raise click.exceptions.Exit(status)


class OwnError(click.UsageError):
    """A word of the command line that means nothing here, in a sentence of ours."""

    def __init__(self, told: Said, ctx: click.Context | None = None) -> None:
        super().__init__(str(told), ctx)
        self.said = told


def sentence_of(error: click.ClickException) -> Said:
    """A click error in our own words, with the nearest right word and the way to the help page."""
    if isinstance(error, OwnError):
        return error.said
    context = getattr(error, "ctx", None)
    help_page = said("; {command} --help shows how", command=context.command_path) if context else NOTHING
    if isinstance(error, click.NoSuchOption):
        options = [name for p in context.command.get_params(context) for name in p.opts] if context else []
        hint = did_you_mean(error.option_name, options)
        unknown = said("there is no option {option}{did_you_mean}{help}", option=error.option_name, did_you_mean=hint)
        return unknown.about(help=help_page)
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = str(error.param.make_metavar(context) if context else error.param.name).strip("[]{}")
        option = error.param.opts[0] if isinstance(error.param, click.Option) else name
        if isinstance(error, click.MissingParameter):
            what = name if option == name else f"{option} {name}"
            return said("{what} is missing{help}", what=what, help=help_page)
        if expected := _number(error.param.type):
            typed = error.message.partition(" is not ")[0]
            no_number = said("{option}: {typed} is no {expected}{help}", typed=typed, expected=expected)
            return no_number.about(option=option, help=help_page)
        fault = _fault(error.message)
        if isinstance(error.param.type, click.Choice) and (word := re.match(r"'(.*)' is not one of ", error.message)):
            hint = did_you_mean(word[1], map(str, error.param.type.choices))
            fault = said("{fault}{did_you_mean}", fault=fault, did_you_mean=hint) if hint else fault
        return said("{option}: {fault}{help}", option=option, fault=fault, help=help_page)
    if isinstance(error, click.UsageError):
        return said("{fault}{help}", fault=_fault(error.message), help=help_page)
    return _fault(error.format_message())


def _number(kind: object) -> Said:
    """What kind of number an option takes, and between which bounds; nothing where it takes something else."""
    if not isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        return NOTHING
    noun = said("whole number") if isinstance(kind, click.types.IntParamType) else said("plain|number")
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None and most is not None:
        bounded = said("{noun} from {least} to {most}")
    elif least is not None:
        bounded = said("{noun} of {least} or more")
    else:
        bounded = noun if most is None else said("{noun} of {most} at most")
    return bounded.about(noun=noun, least=str(least), most=str(most))


CLICK_SAYS = {
    r"got unexpected extra argument \((?P<words>.*)\)": said("got unexpected extra argument ({words})"),
    r"got unexpected extra arguments \((?P<words>.*)\)": said("got unexpected extra arguments ({words})"),
    r"option '(?P<option>.*)' requires an argument": said("option '{option}' requires an argument"),
    r"option '(?P<option>.*)' does not take a value": said("option '{option}' does not take a value"),
    r"'(?P<word>.*)' is not one of (?P<words>.*)": said("'{word}' is not one of {words}"),
    r"(?:path|file|directory) '(?P<path>.*)' does not exist": said("there is no file or folder {path}"),
    r"(?:path|file|directory) '(?P<path>.*)' is not readable": said("{path} may not be read"),
    r"file '(?P<path>.*)' is a directory": said("{path} is a folder"),
    r"directory '(?P<path>.*)' is a file": said("{path} is no folder"),
}
"""What click says of a wrong call, with a small letter and no full stop; what is not here stays as click says it."""


def _fault(message: str) -> Said:
    lowered = _lowered(message)
    for says, told in CLICK_SAYS.items():
        if found := re.fullmatch(says, lowered):
            return told.about(**found.groupdict())
    return said("{words}", words=lowered)


def _lowered(message: str) -> str:
    message = " ".join(message.split()).removesuffix(".")
    return message[:1].lower() + message[1:]


# --------------------------------------------------------------------------------------------------- commands and types


class WithExamples(click.Command):
    """A command whose help ends with examples that can be pasted, and calls every number N."""

    def __init__(self, *, examples: Sequence[str] = (), **how: Any) -> None:
        self.examples = examples
        super().__init__(context_settings=HELP_SETTINGS, **how)
        for asked in self.params:
            if isinstance(asked, click.Option) and asked.metavar is None and _number(asked.type):
                asked.metavar = "N"

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Group(WithExamples, click.Group):
    """Commands under one word, which alone lists them with whole sentences; one sentence for a wrong one too."""

    no_such = said("there is no command '{name}'{did_you_mean}; minibac --help lists the commands")

    def __init__(self, **how: Any) -> None:
        super().__init__(no_args_is_help=False, invoke_without_command=True, **how)

    def invoke(self, ctx: click.Context) -> Any:
        answer = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return answer

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [(name, each.get_short_help_str(WHOLE_SENTENCE)) for name, each in commands.items() if each]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            hint = did_you_mean(name, self.list_commands(ctx))
            raise OwnError(self.no_such.about(name=name, did_you_mean=hint), ctx)
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

    def convert(self, value: Any, _param: click.Parameter | None, ctx: click.Context | None) -> str:
        from minibac.rules.rulebook import UnknownRulebookError, load

        try:
            return load(str(value).lower()).id
        except UnknownRulebookError as error:
            raise OwnError(error.args[0], ctx) from None

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
            misread = said("{option} {text} cannot be read: write an option and its value as {option} decks=6")
            raise OwnError(misread.about(option=param.opts[0] if param else "--set", text=str(value)), ctx)
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

    def convert(self, value: Any, _param: click.Parameter | None, ctx: click.Context | None) -> str:
        known, word = tuple(self.words(ctx, "")), str(value).lower()
        if word not in known:
            unknown = said("there is no language '{word}'{did_you_mean}: {languages}", word=str(value))
            raise OwnError(unknown.about(did_you_mean=did_you_mean(word, known), languages=many(known)), ctx)
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
            both = said("{option} is set twice, to {one} and to {other}; choose one", option=name)
            twice.append(both.about(one=choices[name], other=value))
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
            from datetime import UTC, datetime

            from minibac.houses.house import House, load_house

            house = load_house(self.house_file, datetime.now(UTC))
            built = house.rules_with(rulebook_id, choices) if isinstance(house, House) else house
        if isinstance(built, HouseRules):
            return built
        fail(built)


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
                no_shoe = said("--decks {decks} makes no shoe: 1 to {most} decks can be studied", decks=str(decks))
                fail(no_shoe.about(most=str(most)))
            if any(name == "decks" for name, _ in self.sets):
                fail(said("--decks and --set decks both say how many: choose one"))
        rules = self.house_rules(self.rulebook)
        if decks is None:
            return rules, False
        batches = 2 if rules.options["shuffler"] == "automatic" else 1
        if not both_batches:
            decks *= batches
        elif decks % batches:
            odd = said(
                "--decks {decks} makes no two batches, which an automatic shuffler needs: the number must be even"
            )
            fail(odd.about(decks=str(decks)))
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


# ------------------------------------------------------------------------------------------------------- a conversation


def typed_line(source: TextIO) -> str | None:
    """The next line that somebody types; one that comes from a file is written down, so that the whole can be read."""
    click.echo("> ", nl=False)
    line = source.readline()
    if not source.isatty():
        click.echo(line.rstrip("\n"))
    return line or None


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
