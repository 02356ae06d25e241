/** One line, its escapes undone; the timestamp still in the sender's unit. */
export interface ScannedLine {
  readonly measurement: string;
  readonly tags: readonly (readonly [string, string])[];
  readonly fields: readonly (readonly [string, number | string])[];
  readonly timestamp: string | null;
}

/** Longest name, tag or text a line may hold. */
const LONGEST_TEXT = 1024;
/** Most tags, and most fields, of a line. */
const MOST_PARTS = 256;

/** Walks a body of line protocol once, line by line. */
export class LineScanner {
  readonly #text: string;
  #at = 0;
  #start = 0;
  #startLine = 0;
  #line = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Number of the current line, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Goes to the next line that is neither empty nor a comment. @returns false at the end */
  nextLine(): boolean {
    while (this.#at < this.#text.length) {
      this.#startLine = ++this.#line;
      this.#start = this.#at;
      this.#skipBlanks();
      const char = this.#peek();
      if (char !== "#" && char !== "\n" && char !== "") return true;
      this.skipLine();
    }
    return false;
  }

  /** Goes to the beginning of the line after the one that was begun. */
  skipLine(): void {
    // A text may have run over several lines before its line proved bad.
    this.#line = this.#startLine;
    const end = this.#text.indexOf("\n", this.#start);
    this.#at = end === -1 ? this.#text.length : end + 1;
  }

  /**
   * Reads the current line whole.
   *
   * @throws SyntaxError saying what is wrong with it
   */
  read(): ScannedLine {
    const measurement = this.#name(", ", "measurement");
    const tags: (readonly [string, string])[] = [];
    while (this.#peek() === ",") {
      if (tags.length === MOST_PARTS) throw new SyntaxError("too many tags");
      this.#at++;
      const key = this.#name("=, ", "tag key");
      this.#expect("=", "tag value");
      tags.push([key, this.#name(", ", "tag value")]);
    }
    this.#expect(" ", "fields");
    this.#skipBlanks();
    const fields = this.#fields();
    this.#skipBlanks();
    const timestamp = this.#timestamp();
    if (this.#peek() === "\r") this.#at++;
    if (this.#peek() !== "\n" && this.#peek() !== "") {
      throw new SyntaxError("unexpected text after the line");
    }
    this.#at++;
    return { measurement, tags, fields, timestamp };
  }

  #fields(): (readonly [string, number | string])[] {
    const fields: (readonly [string, number | string])[] = [];
    do {
      if (fields.length === MOST_PARTS) throw new SyntaxError("too many fields");
      const key = this.#name("=, ", "field key");
      this.#expect("=", "field value");
      fields.push([key, this.#peek() === '"' ? this.#string() : this.#plainValue()]);
    } while (this.#peek() === "," && this.#at++ >= 0);
    return fields;
  }

  /** A name up to one of the stops, `\,` `\=` and `\ ` undone. */
  #name(stops: string, what: string): string {
    const text = this.#text;
    const start = this.#at;
    let hasEscape = false;
    for (;; this.#at++) {
      const char = text[this.#at];
      if (char === undefined || char === "\n" || stops.includes(char)) break;
      if (char !== "\\") continue;
      const next = text[this.#at + 1];
      if (next === "," || next === "=" || next === " ") {
        hasEscape = true;
        this.#at++;
      }
    }
    const name = text.slice(start, this.#at);
    if (name === "" || name === "\r") throw new SyntaxError(`missing ${what}`);
    if (name.length > LONGEST_TEXT) throw new SyntaxError(`${what} too long`);
    return hasEscape ? name.replaceAll(/\\([,= ])/g, "$1") : name;
  }

  #string(): string {
    const text = this.#text;
    const start = ++this.#at;
    for (;; this.#at++) {
      const char = text[this.#at];
      if (char === undefined || this.#at - start > 2 * LONGEST_TEXT) {
        throw new SyntaxError("unbalanced quotes");
      }
      if (char === "\\") this.#at++;
      else if (char === '"') break;
    }
    const string = text.slice(start, this.#at++);
    this.#line += newlinesOf(string);
    if (string.length > LONGEST_TEXT) throw new SyntaxError("field value too long");
    return string.includes("\\") ? string.replaceAll(/\\(["\\])/g, "$1") : string;
  }

  #plainValue(): number | string {
    const start = this.#at;
    while (!" ,\r\n".includes(this.#peek() || "\n")) this.#at++;
    const written = this.#text.slice(start, this.#at);
    const value = numberOf(written) ?? BOOLEANS.get(written);
    if (value === undefined) throw new SyntaxError(`invalid field value "${written.slice(0, 40)}"`);
    return value;
  }

  #timestamp(): string | null {
    const start = this.#at;
    while (!" \r\n".includes(this.#peek() || "\n")) this.#at++;
    const written = this.#text.slice(start, this.#at);
    this.#skipBlanks();
    if (written === "") return null;
    if (!TIMESTAMP.test(written)) {
      throw new SyntaxError(`invalid timestamp "${written.slice(0, 40)}"`);
    }
    return written;
  }

  #expect(char: string, what: string): void {
    if (this.#peek() !== char) throw new SyntaxError(`missing ${what}`);
    this.#at++;
  }

  #skipBlanks(): void {
    while (this.#peek() === " " || this.#peek() === "\t") this.#at++;
    if (this.#peek() === "\r" && this.#text[this.#at + 1] === "\n") this.#at++;
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }
}

const TIMESTAMP = /^-?\d{1,20}$/;
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+i$/;
const UNSIGNED = /^\+?\d+u$/;
const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((word) => [word, 1] as const),
  ...["f", "F", "false", "False", "FALSE"].map((word) => [word, 0] as const),
]);

function numberOf(written: string): number | undefined {
  const isWhole = INTEGER.test(written) || UNSIGNED.test(written);
  if (!isWhole && !FLOAT.test(written)) return undefined;
  const value = Number(isWhole ? written.slice(0, -1) : written);
  return Number.isFinite(value) ? value : undefined;
}

function newlinesOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
