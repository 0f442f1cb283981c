"""Completion scripts for shells, written from what the command line takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruledsl.cli.completion import Option, Taken, Value, Verb


def bash(taken: Taken) -> str:
    """For bash: a function that looks at the verb, the word before the cursor, and the word there."""
    lines = [
        '# Completion of `ruledsl` for bash: put `eval "$(ruledsl completion bash)"` into ~/.bashrc',
        "_ruledsl() {",
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
        "    # `--option=value` comes as three words.",
        "    [[ $word == = ]] && word= && before=${COMP_WORDS[COMP_CWORD - 1]}",
        "    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}",
        "    local words= files=",
        "    if ((COMP_CWORD == 1)); then",
        f"        words={_quoted(' '.join([*(v.name for v in taken.verbs), '--help', '--version']))}",
        "    else",
        '        case "${COMP_WORDS[1]} $before" in',
    ]
    for verb in taken.verbs:
        for option in verb.options:
            if option.value is not None:
                wanted = " | ".join(_quoted(f"{verb.name} {name}") for name in option.names)
                lines += [f"        {wanted})", *_bash_value(taken, option.value), "            ;;"]
    lines += ["        *)", '            case "${COMP_WORDS[1]}:$word" in']
    for verb in taken.verbs:
        names = " ".join(name for option in verb.options for name in option.names)
        lines += [f"            {verb.name}:-*) words={_quoted(names)} ;;"]
        if verb.place is not None:
            inner = _bash_value(taken, verb.place, 16)
            lines += [f"            {verb.name}:*)", *inner, "                ;;"]
    lines += [
        "            esac",
        "            ;;",
        "        esac",
        "    fi",
        "    local IFS=$'\\n'",
        '    COMPREPLY=($(compgen -W "${words// /$IFS}" -- "$word"))',
        '    [[ -z $files ]] || COMPREPLY+=($(compgen -f -- "$word"))',
        "}",
        "complete -o filenames -F _ruledsl ruledsl",
    ]
    return "".join(f"{line}\n" for line in lines)


def _bash_value(taken: Taken, value: Value, margin: int = 12) -> list[str]:
    indent = " " * margin
    lines = []
    words = taken.words(value)
    if words:
        lines.append(f"{indent}words={_quoted(' '.join(words))}")
    if value.sort in ("rulesets", "files"):
        lines.append(f"{indent}files=yes")
    return lines or [f"{indent}:"]


def zsh(taken: Taken) -> str:
    """For zsh: a call of `_arguments` for each verb."""
    verbs = " ".join(_quoted(f"{_colons(v.name)}:{_colons(v.meaning)}") for v in taken.verbs)
    lines = [
        "#compdef ruledsl",
        '# Completion of `ruledsl` for zsh: put `eval "$(ruledsl completion zsh)"` into ~/.zshrc,',
        "# after `compinit`",
        "_ruledsl_rulesets() {",
        f"    _alternative 'rulesets:ruleset:({' '.join(taken.rulesets)})' 'files:file:_files'",
        "}",
        "_ruledsl() {",
        "    local -a verbs",
        f"    verbs=({verbs})",
        "    if ((CURRENT == 2)); then",
        "        _describe command verbs",
        "        return",
        "    fi",
        "    local verb=$words[2]",
        "    shift words",
        "    ((CURRENT--))",
        "    case $verb in",
    ]
    for verb in taken.verbs:
        specs = [spec for option in verb.options for spec in _zsh_option(taken, option)]
        if verb.place is not None:
            specs.append(_quoted(f"*:what:{_zsh_value(taken, verb.place)}"))
        lines += [f"    {verb.name}) _arguments {' '.join(specs)} ;;"]
    lines += ["    esac", "}", "compdef _ruledsl ruledsl"]
    return "".join(f"{line}\n" for line in lines)


def _zsh_option(taken: Taken, option: Option) -> Iterator[str]:
    meaning = _colons(option.meaning).replace("[", "\\[").replace("]", "\\]")
    for name in option.names:
        value = "" if option.value is None else f":value:{_zsh_value(taken, option.value)}"
        yield _quoted(f"*{name}[{meaning}]{value}")


def _zsh_value(taken: Taken, value: Value) -> str:
    words = " ".join(taken.words(value))
    if value.sort == "rulesets":
        return "_ruledsl_rulesets"
    if value.sort == "files":
        return "_files"
    return f"({words})" if words else " "


def fish(taken: Taken) -> str:
    """For fish: a `complete` command for each thing that may be typed."""
    lines = [
        "# Completion of `ruledsl` for fish: `ruledsl completion fish | source` in config.fish",
        "complete -c ruledsl -f",
    ]
    for verb in taken.verbs:
        about = _fish_quoted(verb.meaning)
        lines.append(f"complete -c ruledsl -n __fish_use_subcommand -a {verb.name} -d {about}")
    for verb in taken.verbs:
        lines += _fish_verb(taken, verb)
    return "".join(f"{line}\n" for line in lines)


def _fish_verb(taken: Taken, verb: Verb) -> Iterator[str]:
    head = f"complete -c ruledsl -n '__fish_seen_subcommand_from {verb.name}'"
    for option in verb.options:
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
        )
        value = "" if option.value is None else f" -x{_fish_value(taken, option.value)}"
        yield f"{head} {names}{value} -d {_fish_quoted(option.meaning)}"
    if verb.place is not None:
        place = _fish_value(taken, verb.place)
        if place:
            yield f"{head}{place}"


def _fish_value(taken: Taken, value: Value) -> str:
    files = " -F" if value.sort in ("rulesets", "files") else ""
    words = taken.words(value)
    return files + (f" -a {_fish_quoted(' '.join(words))}" if words else "")


def _quoted(text: str) -> str:
    """Text between quotation marks in which nothing has a meaning, for bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _colons(text: str) -> str:
    """Text in which colons do not divide, for zsh."""
    return text.replace("\\", "\\\\").replace(":", "\\:")


SHELLS: dict[str, Callable[[Taken], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
"""The shells there are scripts for."""
