"""The command ``minibac``: one door to everything, quick to open.

Each command lives in its own module and is imported when it is called; what it needs beyond click it imports inside. An
error is one sentence on standard error, and a traceback never reaches the person who typed.
"""

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from minibac import __version__
from minibac.cli.common import Group, LanguageName, sentence_of
from minibac.cli.text import LANGUAGE, language
from minibac.voice.extras import needs_extra
from minibac.voice.said import Said, said, words_of
from minibac.voice.signs import NoSignError

COMMANDS: Mapping[str, str] = {
    "serve": "minibac.cli.serve:serve",
    "play": "minibac.cli.play:play",
    "deal": "minibac.cli.deal:deal",
    "rules": "minibac.cli.rules:rules",
    "odds": "minibac.cli.odds:odds",
    "simulate": "minibac.cli.simulate:simulate",
    "study": "minibac.cli.study:study",
    "roads": "minibac.cli.roads:roads",
    "verify": "minibac.cli.verify:verify",
    "witness": "minibac.cli.witness:witness",
    "shoes": "minibac.cli.shoes:shoes",
    "audit": "minibac.cli.audit:audit",
    "kit": "minibac.cli.kit:kit",
    "books": "minibac.cli.books:books",
    "drill": "minibac.cli.drill:drill",
    "audition": "minibac.cli.audition:audition",
    "school": "minibac.cli.school:school",
    "schema": "minibac.cli.schema:schema",
    "load": "minibac.cli.load:load",
}
"""Every command and where it lives, in the order of the help page. A command appears when it works."""

SAME = {"exam": "audition"}
"""Other words for a command, which the help page leaves out."""

FAILED = 1
INTERRUPTED = 130
FULL = (errno.ENOSPC, errno.EDQUOT)
"""What the system says of a disk on which there is no room: nobody's fault here."""


class Minibac(Group):
    """A group that imports a command when it is asked for, and says every error in one sentence."""

    _begun: click.Context | None = None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *(name for name in super().list_commands(ctx) if name not in COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = SAME.get(cmd_name, cmd_name)
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, _, attribute = COMMANDS[cmd_name].partition(":")
            command = getattr(import_module(module), attribute)
            assert isinstance(command, click.Command)
            self.add_command(command, cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Completion of commands, rulebooks and options with the tab key"):
            formatter.write_dl(
                [
                    ("bash", 'eval "$(_MINIBAC_COMPLETE=bash_source minibac)"  in ~/.bashrc'),
                    ("zsh", 'eval "$(_MINIBAC_COMPLETE=zsh_source minibac)"  in ~/.zshrc'),
                    ("fish", "_MINIBAC_COMPLETE=fish_source minibac | source"),
                ]
            )
        formatter.write_paragraph()
        formatter.write_text("Play chips only: nothing here moves real money.")

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line to its exit status; ``standalone_mode=False`` lets errors through."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        if "NO_COLOR" in os.environ:
            extra.setdefault("color", False)
        _open_streams()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows a question mark
        sys.exit(self._status(args, prog_name or "minibac", complete_var, extra))

    def _status(
        self, args: Sequence[str] | None, prog_name: str, complete_var: str | None, extra: dict[str, Any]
    ) -> int:
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            self._say(sentence_of(error), getattr(error, "ctx", None))
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except NoSignError as error:
            self._say(error.said)
            return FAILED
        except BrokenPipeError:  # whoever read our output has seen enough
            _drop_output()
            return FAILED
        except Exception as error:
            if "MINIBAC_TRACEBACK" in os.environ:
                raise
            if isinstance(error, ImportError) and (needs := needs_extra(self._typed(), error)):
                self._say(needs)
                return FAILED
            if isinstance(error, OSError) and error.errno in FULL:
                self._say(said("nothing more can be written: {why}", why=words_of(error)))
                _drop_output()
                return FAILED
            if isinstance(error, PermissionError) and isinstance(error.filename, str):
                self._say(said("{path}: cannot be used ({why})", path=error.filename, why=words_of(error)))
                return FAILED
            fault = said(
                "this is a fault of minibac, not yours ({kind}: {error}); MINIBAC_TRACEBACK=1 shows where, for a report"
            )
            self._say(fault.about(kind=type(error).__name__, error=str(error)))
            return FAILED
        return status if isinstance(status, int) else 0

    def make_context(self, *args: Any, **how: Any) -> click.Context:
        self._begun = super().make_context(*args, **how)
        return self._begun

    def _typed(self) -> str:
        """The command that was typed, without its options."""
        return f"minibac {(self._begun and self._begun.invoked_subcommand) or ''}".strip()

    def _say(self, told: Said, context: click.Context | None = None) -> None:
        """Say an error in the language of the command line, of which nothing else is left."""
        from minibac.voice.languages import render

        click.echo(f"minibac: {render(told, language(context or self._begun))}", err=True)


def _open_streams() -> None:
    """Where the caller closed input or output there is an empty one: no file of ours gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - to the end
    if isinstance(sys.stdin, TextIOWrapper):  # a wrong byte is a sign that is not understood, and ends nothing
        sys.stdin.reconfigure(errors="replace")


def _drop_output() -> None:
    """What is still in the buffer has nowhere to go, and Python would try it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _choose_language(context: click.Context, _param: click.Parameter, chosen: str) -> None:
    context.meta[LANGUAGE] = chosen


@click.group(
    "minibac",
    cls=Minibac,
    examples=(
        "minibac play massachusetts",
        "minibac deal section-42 --cards 7h,9s,3c,2d,Kd,5c --wager banker=10000 --explain",
        "minibac rules seneca",
        "minibac roads BPPTBB",
    ),
)
@click.version_option(__version__, message="minibac %(version)s")
@click.option(
    "--language",
    type=LanguageName(),
    envvar="MINIBAC_LANGUAGE",
    default="en",
    is_eager=True,
    expose_value=False,
    callback=_choose_language,
    help="The language in which everything but this help, JSON and CSV is said, as zh; also MINIBAC_LANGUAGE.",
)
def cli() -> None:
    """Mini-baccarat by the book: four published rulebooks, dealt, priced and proven clause by clause."""


def main() -> None:
    """The entry point of the command ``minibac``."""
    cli.main(prog_name="minibac")
