// Banners above the editor: the file changed or was deleted on disk, or the document is read only.

import { Icon } from "../ui/Icon";
import { focusPart } from "../shell/shell-commands";
import type { Documents, OpenDocument } from "../workspace/documents";

export function Banners({ documents, document }: { documents: Documents; document: OpenDocument }) {
  const conflict = document.conflict.value;
  if (conflict === "changed") {
    return (
      <div class="banner warning" role="alert" data-testid="conflict-bar">
        <Icon name="warning" size={16} />
        <span>The file changed on disk while you have unsaved changes.</span>
        <button type="button" onClick={() => void documents.compare(document)}>
          Compare
        </button>
        <button type="button" onClick={() => void documents.revertToDisk(document).then(focusEditor)}>
          Use the file's text
        </button>
        <button type="button" onClick={() => void documents.keepBuffer(document).then(focusEditor)}>
          Keep mine
        </button>
      </div>
    );
  }
  if (conflict === "deleted") {
    return (
      <div class="banner warning" role="alert" data-testid="conflict-bar">
        <Icon name="warning" size={16} />
        <span>The file was deleted on disk. The editor still has its last text.</span>
        <button type="button" onClick={() => void documents.save(document).then(focusEditor)}>
          Save again
        </button>
        <button type="button" onClick={() => void documents.close(document).then(focusEditor)}>
          Close
        </button>
      </div>
    );
  }
  if (!document.readOnly) return null;
  return (
    <div class="banner" role="status" data-testid="read-only-bar">
      <Icon name="eye" size={16} />
      <span>{document.readOnlyReason}</span>
    </div>
  );
}

/** The pressed button disappears with its banner, so the focus moves to the editor. */
function focusEditor(): void {
  focusPart("editor");
}
