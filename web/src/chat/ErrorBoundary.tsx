// What an agent sent and what cannot be painted costs its own place, and nothing around it.

import { Component, type ComponentChildren } from "preact";

interface Props {
  /** What stands in its place; nothing if it is empty. */
  fallback: string;
  children: ComponentChildren;
}

export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static override getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error("Something of the agent could not be shown", error);
  }

  override render({ fallback: words, children }: Props) {
    if (!this.state.hasFailed) return children;
    return words ? <div class="remark warning">{words}</div> : null;
  }
}
