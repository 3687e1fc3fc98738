// Something to be done a little later, once, however often it is asked for meanwhile.

export class Later {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = 0;

  constructor(private readonly act: () => void) {}

  get isPending(): boolean {
    return this.#timer !== null;
  }

  /** From now on so many milliseconds; what was to be done before is done then. */
  in(milliseconds: number): void {
    this.cancel();
    this.#due = performance.now() + milliseconds;
    this.#timer = setTimeout(() => this.now(), milliseconds);
  }

  /** In so many milliseconds at the latest. */
  within(milliseconds: number): void {
    if (!this.isPending || this.#due > performance.now() + milliseconds) this.in(milliseconds);
  }

  now(): void {
    this.cancel();
    this.act();
  }

  /** Do it now if it was to be done. */
  hurry(): void {
    if (this.#timer !== null) this.now();
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
