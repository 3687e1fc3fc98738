// Runs a callback once after a delay, however often it is scheduled meanwhile.

export class Debounce {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = 0;

  constructor(private readonly callback: () => void) {}

  get isPending(): boolean {
    return this.#timer !== null;
  }

  /** Run after this delay; replaces an earlier schedule. */
  schedule(milliseconds: number): void {
    this.cancel();
    this.#due = performance.now() + milliseconds;
    this.#timer = setTimeout(() => this.run(), milliseconds);
  }

  /** Run after this delay at the latest; keeps an earlier schedule. */
  scheduleWithin(milliseconds: number): void {
    if (!this.isPending || this.#due > performance.now() + milliseconds) this.schedule(milliseconds);
  }

  run(): void {
    this.cancel();
    this.callback();
  }

  /** Run now if a run is scheduled. */
  flush(): void {
    if (this.#timer !== null) this.run();
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
