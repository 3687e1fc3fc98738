// One row of the search results: a file with its number of matches, or a match with its line.

import { Icon } from "../ui/Icon";
import { escapeControls, escapeControlsMultiline } from "../ui/escape-controls";
import { baseName } from "../workspace/paths";
import { matchExcerpt, type ResultRow } from "./results";

interface Props {
  row: ResultRow;
  index: number;
  files: number;
  /** Path relative to the root. */
  name: string;
  /** The root's name; empty if there is only one root. */
  root: string;
  selected: boolean;
  onActivate(): void;
}

export function ResultLine({ row, index, files, name, root, selected, onActivate }: Props) {
  const common = {
    id: `result-${index}`,
    role: "treeitem",
    "aria-selected": selected,
    "aria-posinset": row.place,
    onClick: onActivate,
  } as const;
  if (row.kind === "file") {
    const folder = name.slice(0, Math.max(name.lastIndexOf("/"), 0));
    return (
      <div
        {...common}
        class={`result-file${selected ? " selected" : ""}`}
        aria-level={1}
        aria-setsize={files}
        aria-expanded={!row.folded}
        title={row.group.path}
        data-testid="search-file"
      >
        <span class={`tree-arrow${row.folded ? "" : " open"}`}>
          <Icon name="chevron" size={14} />
        </span>
        <span class="result-name">{escapeControls(baseName(name))}</span>
        <span class="result-folder">{escapeControls([root, folder].filter(Boolean).join(" / "))}</span>
        <span class="result-count">{row.group.matches.length}</span>
      </div>
    );
  }
  const shown = matchExcerpt(row.match);
  const [before, found, after] = [shown.before, shown.found, shown.after].map(escapeControlsMultiline);
  return (
    <div
      {...common}
      class={`result-match${selected ? " selected" : ""}`}
      aria-level={2}
      aria-setsize={row.group.matches.length}
      aria-label={`Line ${row.match.line}: ${before}${found}${after}`}
      title={`${name}:${row.match.line}`}
      data-testid="search-match"
    >
      <span class="result-line">{row.match.line}</span>
      <span class="result-text">
        {before}
        <mark>{found}</mark>
        {after}
      </span>
    </div>
  );
}
