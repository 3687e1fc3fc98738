"""`python -m training`: changes → cases → features → weights, one command for each step."""

import argparse
import sys

from training import collect, completion_fit, completion_rows, corpus, fit, residual
from training.rows import TrainingError
from understudy.replay.errors import ReplayError

STEPS = {
    "corpus": corpus,
    "collect": collect,
    "fit": fit,
    "residual": residual,
    "completion-rows": completion_rows,
    "completion-fit": completion_fit,
}


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    for name, step in STEPS.items():
        step.configure(steps.add_parser(name, description=step.__doc__, help=step.HELP))
    options = parser.parse_args(words)
    try:
        return STEPS[options.step].run(options)
    except (TrainingError, ReplayError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
