/** Destination of lines: standard output, or a fake in tests. */
export interface LineTarget {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

const FLUSH_AFTER_MS = 200;
const FLUSH_AT_CHARACTERS = 32 * 1024;
const HELD_CHARACTERS_MAX = 4 * 1024 * 1024;

/**
 * Buffers lines and writes them together, so that requests never wait for the log.
 *
 * When the reader stops, up to 4 MiB are buffered; further lines are counted and dropped.
 */
export class LineWriter {
  readonly #target: LineTarget;
  readonly #encoder = new TextEncoder();
  #held = "";
  #droppedCount = 0;
  #writing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(target: LineTarget) {
    this.#target = target;
    globalThis.addEventListener("unload", () => this.#writeLast());
  }

  /** Buffers a line, written within 200 ms. */
  write(line: string): void {
    if (this.#held.length + line.length > HELD_CHARACTERS_MAX) {
      this.#droppedCount += 1;
      return;
    }
    this.#held += line + "\n";
    if (this.#held.length >= FLUSH_AT_CHARACTERS) void this.flush();
    else this.#timer ??= this.#later();
  }

  /** Writes the buffered lines. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#writing !== null) await this.#writing;
    if (this.#held === "") return;
    this.#writing = this.#writeAll(this.#taken()).finally(() => this.#writing = null);
    await this.#writing;
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      from += await this.#target.write(bytes.subarray(from));
    }
  }

  #later(): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
    Deno.unrefTimer(timer);
    return timer;
  }

  #taken(): Uint8Array {
    const dropped = this.#droppedCount === 0 ? "" : `{"droppedLines":${this.#droppedCount}}\n`;
    const text = this.#held + dropped;
    this.#held = "";
    this.#droppedCount = 0;
    return this.#encoder.encode(text);
  }

  #writeLast(): void {
    if (this.#held !== "") this.#target.writeSync(this.#taken());
  }
}
