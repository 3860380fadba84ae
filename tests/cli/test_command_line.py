"""The command itself: help, typos, completion, quick start, and never a traceback."""

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac import __version__
from minibac.cli import COMMANDS, cli
from minibac.rules.rulebook import RULEBOOKS


def test_alone_it_shows_help_with_examples(minibac):
    result = minibac()
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.stdout for name in COMMANDS)
    assert "minibac deal section-42" in result.stdout
    assert "_MINIBAC_COMPLETE=bash_source" in result.stdout
    assert result.stdout == minibac("--help").stdout


def help_pages(call, *words):
    """The help of a command and of all under it."""
    text = call(*words, "--help").stdout
    yield text
    if (listed := text.partition("\nCommands:\n")[2].partition("\n\n")[0]) and len(words) < 2:
        for line in listed.splitlines():
            if line[2:3].strip():
                yield from help_pages(call, *words, line.split()[0])


def test_help_lists_commands_with_whole_sentences_and_numbers_as_n(minibac):
    pages = list(help_pages(minibac))
    assert len(pages) > 2 * len(COMMANDS)
    assert not [line for page in pages for line in page.splitlines() if line.endswith("...") and "ARGS" not in line]
    assert not [line for page in pages for line in page.splitlines() if "INTEGER" in line or "RANGE" in line]


LASTING = ("serve", "load", "witness")
"""They open a house, or want an open one: ``tests/server``, ``test_load.py`` and ``test_witness.py`` run them."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_examples_that_work(minibac, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = minibac(name, "--help").stdout
    examples = [shlex.split(line) for line in text.partition("Examples:")[2].splitlines() if line.strip()]
    assert examples
    assert all("minibac" in words for words in examples)
    for words in examples:
        asks_a_terminal, pipes, names_a_file = name == "play", words[0] != "minibac", any("." in word for word in words)
        if not (asks_a_terminal or pipes or names_a_file or name in LASTING):
            result = minibac(*words[1:])
            assert result.exit_code == 0, result.stderr


def test_version(process):
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"minibac {__version__}\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("dael",), "there is no command 'dael' (did you mean deal?); minibac --help lists the commands"),
        (("--jsn",), "there is no option --jsn; minibac --help shows how"),
        (("--json", "odds"), "there is no option --json; minibac --help shows how"),
        (("roads", "--jsno"), "there is no option --jsno (did you mean --json?); minibac roads --help shows how"),
        (("deal",), "RULEBOOK is missing; minibac deal --help shows how"),
        (("deal", "seneca"), "--cards CARDS is missing; minibac deal --help shows how"),
        (("deal", "senca", "--cards", "9h"), "there is no rulebook 'senca' (did you mean seneca?)"),
        (("deal", "seneca", "--cards"), "option '--cards' requires an argument"),
        (("deal", "seneca", "extra", "--cards", "9h"), "got unexpected extra argument (extra)"),
        (("schema", "protocl"), "protocol|asyncapi|openapi: 'protocl' is not one of"),
        (("kit", "vectors", "pyproject.toml"), "DIR: pyproject.toml is no folder; minibac kit vectors --help"),
        (("odds", "seneca", "--compare", "x"), "--compare x cannot be read: write an option and its value"),
        (("rules", "--coverage", "--proofs"), "--coverage counts what --proofs lists"),
        (("rules", "seneca", "--proofs", "--set", "decks=8"), "leave --set and --house out"),
        (("serve", "--links", "--prove", "pyproject.toml"), "--links, --restore and --prove open no house"),
    ],
)
def test_wrong_calls_are_one_sentence(refused, args, sentence):
    (said,) = refused(*args)
    assert sentence in said


# ----------------------------------------------------------------------------------------------------------- completion


def completions(words: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COMP_WORDS", f"minibac {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    result = CliRunner(env={"_MINIBAC_COMPLETE": "bash_complete"}).invoke(cli, prog_name="minibac")
    return [line.partition(",")[2] for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("de", ["deal"]),
        ("deal se", ["section-42", "seminole", "seneca"]),
        ("deal massachusetts --set vigorish_ty", ["vigorish_type="]),
        ("deal massachusetts --set vigorish_type=", ["vigorish_type=win", "vigorish_type=ez"]),
        ("rules ma/13/c/", ["ma/13/c/option", "ma/13/c/1", "ma/13/c/2"]),
        ("roads --tail s", ["sticky"]),
    ],
)
def test_completion(words, offered, monkeypatch):
    assert completions(words, monkeypatch) == offered


def test_the_shell_gets_its_script(process):
    done = process(env={**os.environ, "_MINIBAC_COMPLETE": "bash_source"})
    assert "complete" in done.stdout


# ---------------------------------------------------------------------------------------------------- never a traceback


WORDS = st.one_of(
    st.sampled_from(
        [
            *(name for name in COMMANDS if name not in LASTING),
            *RULEBOOKS,
            *("--cards", "--wager", "--set", "--house", "--json", "--explain", "--coupon", "--add-house-money"),
            *("--coverage", "--tail", "--fast", "--bankroll", "-", "--", "--help", "-h", "--version"),
            *(
                "7h,9s,3c,2d,Kd,5c",
                "9h,9s,Kc,Kd",
                "7h",
                "banker=100",
                "2:tie=5",
                "banker=33",
                "player=1#a",
                "house-money=5",
            ),
            *("decks=6", "vigorish_type=ez", "house_money=on", "tie_odds=17/2", "match_play=on", "shuffler=continuous"),
            *("ma/13/c/1", "A17", "BPTB", "Bbp", "sticky", "/", ".", "pyproject.toml", "1000"),
        ]
    ),
    st.text(max_size=12),
)


@settings(max_examples=300)
@given(st.lists(WORDS, max_size=9))
def test_any_words_at_all(words):
    result = CliRunner().invoke(cli, words, input="BPT")
    assert result.exit_code in (0, 1, 2)
    assert "Traceback" not in result.output
    assert "fault of minibac" not in result.stderr
    if result.exit_code:
        assert all(line.startswith("minibac: ") for line in result.stderr.splitlines()[:1])


@settings(max_examples=150)
@given(
    st.sampled_from(RULEBOOKS),
    st.text(max_size=30),
    st.lists(st.text(max_size=15), max_size=3),
    st.lists(st.text(max_size=15), max_size=2),
)
def test_any_cards_wagers_and_settings(rulebook, cards, wagers, sets):
    args = ["deal", rulebook, f"--cards={cards}", *(f"--wager={w}" for w in wagers), *(f"--set={s}" for s in sets)]
    result = CliRunner().invoke(cli, args)
    assert result.exit_code in (0, 1, 2)
    assert "fault of minibac" not in result.stderr


def test_bytes_that_are_no_text(process):
    done = process("deal", "seneca", "--cards", "\udcff\udcfe", "--wager", "banker=\udcff")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "fault of minibac" not in done.stderr


def test_an_unforeseen_error_is_one_sentence_too(monkeypatch):
    import minibac.play.roads

    def broken(_):
        raise RuntimeError("no such thing")

    monkeypatch.setattr(minibac.play.roads, "parse_marks", broken)
    result = CliRunner().invoke(cli, ["roads", "BP"])
    assert result.exit_code == 1
    assert result.stderr.startswith("minibac: this is a fault of minibac, not yours (RuntimeError: no such thing)")
    assert len(result.stderr.splitlines()) == 1


def test_what_the_system_does_not_let_one_read_is_no_fault_of_ours(monkeypatch):
    import minibac.play.roads

    def closed(_):
        raise PermissionError(errno.EACCES, "Permission denied", "/etc/minibac/vault.key")

    monkeypatch.setattr(minibac.play.roads, "parse_marks", closed)
    result = CliRunner().invoke(cli, ["roads", "BP"])
    assert result.exit_code == 1
    assert result.stderr == "minibac: /etc/minibac/vault.key: cannot be used (permission denied)\n"


def test_a_reader_who_has_seen_enough():
    command = f"{shlex.quote(sys.executable)} -m minibac rules section-42 | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=200, check=False)
    assert done.stderr == ""


def redirected(*words: str, to: str) -> subprocess.CompletedProcess[str]:
    """A command with its input or output somewhere else, as a shell has it."""
    line = f"{shlex.join([sys.executable, '-m', 'minibac', *words])} {to}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=200, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
@pytest.mark.parametrize("words", [("roads", "BPT"), ("roads", "BPT", "--json"), ("--help",)])
def test_a_full_disk_is_no_fault_of_the_program(words):
    done = redirected(*words, to="> /dev/full")
    assert (done.returncode, done.stderr) == (1, "minibac: nothing more can be written: no space left on device\n")


def test_closed_input_and_output_are_empty():
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        done = redirected("roads", "-", "--json", to=closed)
        assert (done.returncode, done.stderr) == (0, "")
        assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))
    assert redirected("dael", to="2>&-").returncode == 2


def test_a_terminal_that_lacks_a_sign_gets_a_question_mark(process):
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = process("deal", "seneca", "--cards", "9h,2s,Kc,3d", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "9?" in done.stdout


# ---------------------------------------------------------------------------------------------------------- quick start


def test_a_pipe_needs_neither_rich_nor_asyncio(process):
    code = (
        "import sys; from minibac.cli import cli\n"
        "try: cli.main(['deal', 'seneca', '--cards', '9h,2s,Kc,3d', '--json'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'rich', 'asyncio', 'difflib', 'numpy', 'minibac.odds'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
