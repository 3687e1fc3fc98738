// The file tree panel.

import { computed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../ui/Icon";
import { VirtualList, type VirtualListHandle } from "../ui/VirtualList";
import { escapeControls } from "../ui/escape-controls";
import { useWorkbench } from "../workbench";
import { Menu } from "../ui/Menu";
import { newFile, newFolder } from "./new-file";
import { TreeActions } from "./tree-actions";
import { isGenerated, findByPrefix, type Node, type Row } from "./tree-nodes";
import { folderOf } from "../workspace/paths";
import { TYPE_AHEAD_MS } from "./limits";
import "./files.css";

const ROW_HEIGHT_PX = 22;
/** The type of what is dragged within the tree. */
const DRAGGED_PATH = "application/x-understudy-path";
/** Keeps the scroll position while the panel is closed. */
const scrollState = { top: 0 };

export function FilesPanel() {
  const { documents, tree, entryChanges } = useWorkbench();
  const actions = useMemo(() => new TreeActions(documents, entryChanges), []);
  const menu = useSignal<{ node: Node; x: number; y: number } | null>(null);
  const dropFolder = useSignal<Node | null>(null);
  const list = useRef<VirtualListHandle>(null);
  const typed = useRef({ text: "", at: 0 });
  const rows = tree.rows.value;
  const selected = tree.selected.value;
  const dirtyPaths = useMemo(
    () =>
      computed(() => {
        const dirty = documents.all.value.filter((document) => document.dirty.value);
        return new Set(dirty.map((document) => document.path));
      }),
    [],
  ).value;
  const active = documents.active.value?.path;
  const at = rows.findIndex((row) => row.kind === "node" && row.node === selected);

  useEffect(() => {
    if (at >= 0) list.current?.scrollTo(at, "nearest");
  }, [selected, active]);

  function move(to: number, step: number): void {
    let index = Math.min(Math.max(to, 0), rows.length - 1);
    // Skip rows that are notes, not nodes.
    while (rows[index]?.kind === "note") index += step;
    const row = rows[index];
    if (row?.kind !== "node") return;
    tree.select(row.node);
    list.current?.scrollTo(index, "nearest");
  }

  function activate(node: Node, focus: boolean): void {
    if (node.isFolder) void tree.toggle(node);
    else void documents.reveal(node.path, { focus });
  }

  function handleKey(event: KeyboardEvent): void {
    if (selected && actions.handleKey(event, selected)) return event.preventDefault();
    if (selected && (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10"))) {
      event.preventDefault();
      const row = document.getElementById(`tree-${at}`)?.getBoundingClientRect();
      menu.value = { node: selected, x: row?.left ?? 0, y: row?.bottom ?? 0 };
      return;
    }
    if (!selected || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = list.current?.page() ?? 10;
    switch (event.key) {
      case "ArrowDown":
        move(at + 1, 1);
        break;
      case "ArrowUp":
        move(at - 1, -1);
        break;
      case "PageDown":
        move(at + page, -1);
        break;
      case "PageUp":
        move(at - page, 1);
        break;
      case "Home":
        move(0, 1);
        break;
      case "End":
        move(rows.length - 1, -1);
        break;
      case "ArrowRight":
        if (!selected.isFolder) break;
        if (!selected.open) void tree.open(selected);
        else move(at + 1, 1);
        break;
      case "ArrowLeft":
        if (selected.isFolder && selected.open) tree.close(selected);
        else if (selected.parent) move(indexOf(rows, selected.parent), -1);
        break;
      case "Enter":
        activate(selected, true);
        break;
      case " ":
        activate(selected, false);
        break;
      default:
        if (event.key.length !== 1 || !typeAhead(event.key)) return;
    }
    event.preventDefault();
  }

  function typeAhead(key: string): boolean {
    const now = performance.now();
    const text = now - typed.current.at < TYPE_AHEAD_MS ? typed.current.text + key : key;
    typed.current = { text, at: now };
    const found = findByPrefix(rows, at, text);
    if (found >= 0) move(found, 1);
    return true;
  }

  const folder = selected ? (selected.isFolder ? selected.path : folderOf(selected.path)) : undefined;
  return (
    <>
      <div class="panel-head">
        <h2>Files</h2>
        <button
          type="button"
          class="plain"
          aria-label="New file"
          title="New file"
          onClick={() => newFile(documents, folder)}
        >
          <Icon name="plus" size={16} />
        </button>
        <button
          type="button"
          class="plain"
          aria-label="New folder"
          title="New folder"
          onClick={() => newFolder(documents, folder)}
        >
          <Icon name="folder" size={16} />
        </button>
        <button
          type="button"
          class="plain"
          aria-label="Refresh the folders"
          title="Refresh the folders"
          onClick={() => void tree.refresh()}
        >
          <Icon name="refresh" size={16} />
        </button>
      </div>
      <VirtualList
        class="tree"
        role="tree"
        aria-label="Files"
        data-testid="tree"
        data-first=""
        tabIndex={0}
        aria-activedescendant={at >= 0 ? `tree-${at}` : undefined}
        count={rows.length}
        rowHeight={ROW_HEIGHT_PX}
        handle={list}
        scrollState={scrollState}
        onKeyDown={handleKey}
        row={(index) => (
          <TreeRow
            key={keyOf(rows[index]!)}
            row={rows[index]!}
            index={index}
            selected={index === at}
            shown={rows[index]!.node.path === active}
            dirty={dirtyPaths.has(rows[index]!.node.path)}
            isDropTarget={rows[index]!.node === dropFolder.value}
            onMenu={(node, event) => {
              event.preventDefault();
              tree.select(node);
              menu.value = { node, x: event.clientX, y: event.clientY };
            }}
            onDrag={(node, event) => {
              const folder = node.isFolder ? node : node.parent;
              if (!event.dataTransfer?.types.includes(DRAGGED_PATH) || !folder) return;
              event.preventDefault();
              dropFolder.value = event.type === "dragover" ? folder : null;
              const path = event.type === "drop" ? event.dataTransfer.getData(DRAGGED_PATH) : "";
              if (path) void actions.moveInto(path, folder.path);
            }}
            onActivate={(node) => {
              tree.select(node);
              activate(node, true);
            }}
          />
        )}
      />
      {menu.value && (
        <Menu
          label={menu.value.node.name}
          x={menu.value.x}
          y={menu.value.y}
          items={actions.items(menu.value.node)}
          close={() => {
            menu.value = null;
            list.current?.element?.focus();
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  row: Row;
  index: number;
  selected: boolean;
  shown: boolean;
  dirty: boolean;
  isDropTarget: boolean;
  onActivate(node: Node): void;
  onMenu(node: Node, event: MouseEvent): void;
  /** For the events of a drag over the row and of its end. */
  onDrag(node: Node, event: DragEvent): void;
}

function TreeRow({ row, index, selected, shown, dirty, isDropTarget, onActivate, onMenu, onDrag }: RowProps) {
  const indent = { paddingLeft: `${4 + (row.level - 1) * 12}px` };
  if (row.kind === "note") {
    return (
      <div class="tree-note" role="presentation" style={indent}>
        {row.text}
      </div>
    );
  }
  const { node } = row;
  const kinds = [
    "tree-row",
    row.level === 1 && "root",
    selected && "selected",
    shown && "shown",
    dirty && "dirty",
    isGenerated(node.name) && "quiet",
    isDropTarget && "drop-target",
  ];
  return (
    <div
      id={`tree-${index}`}
      class={kinds.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.size}
      aria-expanded={node.isFolder ? node.open : undefined}
      aria-selected={selected}
      aria-busy={node.loading || undefined}
      aria-label={dirty ? `${escapeControls(node.name)}, unsaved` : escapeControls(node.name)}
      title={escapeControls(node.path)}
      data-testid="tree-row"
      data-path={node.path}
      style={indent}
      draggable={node.parent !== null}
      onClick={() => onActivate(node)}
      onContextMenu={(event) => onMenu(node, event)}
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED_PATH, node.path)}
      onDragOver={(event) => onDrag(node, event)}
      onDragLeave={(event) => onDrag(node, event)}
      onDrop={(event) => onDrag(node, event)}
    >
      <span class={`tree-arrow${node.open ? " open" : ""}`}>
        {node.isFolder && <Icon name="chevron" size={14} />}
      </span>
      <Icon name={node.isFolder ? "folder" : "file"} size={14} />
      <span class="tree-name">{escapeControls(node.name)}</span>
      {dirty && <span class="tree-dot" aria-hidden="true" />}
    </div>
  );
}

function keyOf(row: Row): string {
  return `${row.kind} ${row.level} ${row.node.path}`;
}

function indexOf(rows: readonly Row[], node: Node): number {
  return rows.findIndex((row) => row.kind === "node" && row.node === node);
}
