// Where the keyboard is, and whether a question may take it.

/** Not from somebody who writes in the editor, in a field, or in a prompt that is not empty. */
export function mayTakeFocus(): boolean {
  const at = document.activeElement;
  if (!at || at === document.body) return true;
  if (!at.closest("[data-part='chat']")) return false;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) return at.value === "";
  return !(at instanceof HTMLSelectElement);
}

export function focusComposer(): void {
  document.querySelector<HTMLElement>("[data-part='chat'] [data-first]")?.focus();
}

/** The first question that is open. */
export function focusQuestion(): void {
  const card = document.querySelector<HTMLElement>("[data-part='chat'] [data-question]");
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
}
