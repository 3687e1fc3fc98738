"""The action `understudy nes bench`: measures the server of a next-edit model, and prints what to expect of it."""

import argparse
import asyncio
import os
import sys

from understudy.cli.config import SettingsError, load_nes_settings
from understudy.cli.terminal import ProgressLine, Terminal, escape_controls, print_json
from understudy.nes.model import (
    EndpointFailure,
    EndpointReport,
    NesModelSettings,
    NesModelSettingsError,
    find_model_spec,
    measure_endpoint,
)
from understudy.replay import ReplayError

__all__ = ["run_bench"]


def run_bench(options: argparse.Namespace) -> int:
    terminal, stderr = Terminal(), Terminal(sys.stderr)
    settings, key = _load_model(options)
    bar = ProgressLine(stderr)
    with bar:
        try:
            report = asyncio.run(
                measure_endpoint(
                    settings,
                    key,
                    moves=options.moves,
                    progress=lambda done, total: bar.update(done, total, "requests"),
                )
            )
        except EndpointFailure as failure:
            raise ReplayError("model_failed", str(failure)) from None
    if options.json:
        print_json(terminal, report)
    else:
        _print_report(terminal, report)
    return 0


def _load_model(options: argparse.Namespace) -> tuple[NesModelSettings, str | None]:
    try:
        if options.nes_url is not None and options.nes_model is None:
            options.nes_model = asyncio.run(find_model_spec(options.nes_url))
    except NesModelSettingsError as error:
        raise ReplayError("bad_setting", str(error)) from None
    except EndpointFailure as failure:
        raise ReplayError("model_failed", str(failure)) from None
    settings = load_nes_settings(os.environ, options)
    if settings.model is None:
        raise SettingsError(
            "bad_setting",
            "No next-edit model is set up. Name its server with --nes-url, and its --nes-model.",
        )
    return settings.model, settings.environment_key or settings.stored_key


def _print_report(terminal: Terminal, report: EndpointReport) -> None:
    style = terminal.style
    share = f"{report.answered} of {report.requests} ({report.answered_share:.0%})"
    colour = "green" if report.answered_share >= 0.5 else "red"
    terminal.write_line(
        style(escape_controls(f"{report.label}, format {report.format}", one_line=True), "bold")
    )
    rows = [
        ("prompt", f"{_format_rate(report.prompt_tokens_per_s)}"),
        ("output", f"{_format_rate(report.output_tokens_per_s)}"),
        ("cold latency", f"{report.cold_s:.2f} s for a line after {_format_count(report.prompt_tokens)}"),
        ("warm latency", f"{report.warm_s:.2f} s for a line after one more character"),
        ("answered in time", f"{style(share, colour)} within {report.time_limit_s:g} s"),
        ("while typing", f"median {report.median_s:.2f} s, slowest {report.slowest_s:.2f} s"),
        ("one line only", f"{report.one_line} of {report.requests}, because no more fits into the time"),
        ("log probabilities", "yes" if report.returns_log_probabilities else "no: a fixed guess is used"),
    ]
    if report.reasons:
        counts = ", ".join(f"{word} {count}" for word, count in sorted(report.reasons.items()))
        rows.append(("no suggestion", counts))
    for name, text in rows:
        terminal.write_line(f"  {name:<18}{text}")


def _format_rate(rate: float | None) -> str:
    return "not measured" if rate is None else f"{rate:.0f} tokens/s"


def _format_count(tokens: int | None) -> str:
    return "a new text" if tokens is None else f"{tokens} new tokens"
