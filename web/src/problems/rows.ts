// The rows of the problems list, from what the editor's language services marked. Pure.

import { countLabel } from "../chat/labels";

export type Severity = "error" | "warning" | "information";

export interface Mark {
  readonly severity: number;
  readonly message: string;
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
  /** Which language service says so. */
  readonly source?: string | undefined;
}

export interface Problem extends Omit<Mark, "severity"> {
  readonly path: string;
  readonly severity: Severity;
}

const ORDER: readonly Severity[] = ["error", "warning", "information"];

/** File by file in the given order; in a file the errors first, then by place. Hints are no problems. */
export function problemRows(files: readonly { path: string; marks: readonly Mark[] }[]): Problem[] {
  return files.flatMap(({ path, marks }) =>
    marks
      .flatMap((mark) => {
        const severity = severityOf(mark.severity);
        return severity ? [{ ...mark, path, severity }] : [];
      })
      .sort(
        (one, other) =>
          ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) ||
          one.startLineNumber - other.startLineNumber ||
          one.startColumn - other.startColumn,
      ),
  );
}

/** Such as "2 errors, 1 warning". */
export function problemsLabel(problems: readonly Problem[]): string {
  const count = (severity: Severity) => problems.filter((one) => one.severity === severity).length;
  const parts = [
    [count("error"), "error"],
    [count("warning"), "warning"],
    [count("information"), "remark"],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => countLabel(number, word))
    .join(", ");
}

/** Monaco's severities: 8 is an error, 4 a warning, 2 an information, 1 a hint. */
function severityOf(number: number): Severity | null {
  if (number >= 8) return "error";
  if (number >= 4) return "warning";
  return number >= 2 ? "information" : null;
}
