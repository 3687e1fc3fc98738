// Error boundary: content from an agent that cannot be rendered is replaced by a fallback, and nothing around
// it is affected.

import { Component, type ComponentChildren } from "preact";

interface Props {
  /** Shown in place of the content; nothing if it is empty. */
  fallback: string;
  children: ComponentChildren;
}

export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static override getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error("Content from the agent could not be rendered", error);
  }

  override render({ fallback, children }: Props) {
    if (!this.state.hasFailed) return children;
    return fallback ? <div class="remark warning">{fallback}</div> : null;
  }
}
