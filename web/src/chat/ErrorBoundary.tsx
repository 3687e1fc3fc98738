// What an agent sent and what cannot be painted costs its own place, and nothing around it.

import { Component, type ComponentChildren } from "preact";

interface Props {
  /** What stands in its place; nothing if it is empty. */
  words: string;
  children: ComponentChildren;
}

export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error("Something of the agent could not be shown", error);
  }

  override render({ words, children }: Props) {
    if (!this.state.broken) return children;
    return words ? <div class="remark warning">{words}</div> : null;
  }
}
