// Something to be done a little later, once, however often it is asked for meanwhile.

export class Debounce {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = 0;

  constructor(private readonly callback: () => void) {}

  get isPending(): boolean {
    return this.#timer !== null;
  }

  /** From now on so many milliseconds; what was to be done before is done then. */
  schedule(milliseconds: number): void {
    this.cancel();
    this.#due = performance.now() + milliseconds;
    this.#timer = setTimeout(() => this.run(), milliseconds);
  }

  /** In so many milliseconds at the latest. */
  scheduleWithin(milliseconds: number): void {
    if (!this.isPending || this.#due > performance.now() + milliseconds) this.schedule(milliseconds);
  }

  run(): void {
    this.cancel();
    this.callback();
  }

  /** Do it now if it was to be done. */
  flush(): void {
    if (this.#timer !== null) this.run();
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
