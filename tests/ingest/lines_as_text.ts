/**
 * A simple and slow parser of line protocol, character by character: the reference for the scanner
 * of bytes with its caches.
 * @module
 */

import { plainValue } from "@/lib/ingest/byte_values.ts";
import type { SourceDevice, SourceReading } from "@/lib/timeseries/source_names.ts";

const LONGEST_TEXT = 1024;
const MOST_PARTS = 256;
const LONGEST_LINE = 64 * 1_024;

/** The readings and faults of a text of lines. */
export interface ReadLines {
  readonly readings: SourceReading[];
  readonly bad: { readonly line: number; readonly message: string }[];
}

/** The unit of timestamps. */
export interface TimeUnit {
  /** Digits after the seconds. */
  readonly decimals: number;
  /** Seconds in a unit without such digits. */
  readonly unitS: number;
}

/** Reads a body; bytes that are not UTF-8 make their line invalid. */
export function linesAsText(bytes: Uint8Array, unit: TimeUnit, nowS: number): ReadLines {
  const text = new TextDecoder().decode(bytes);
  const read: ReadLines = { readings: [], bad: [] };
  for (let at = 0, line = 1; at < text.length;) {
    const scanner = new Scanner(text, at);
    try {
      const readings = scanner.isLine() ? scanner.readings(line, unit, nowS) : [];
      const isRead = readings.length > 0;
      const end = isRead ? scanner.at : text.indexOf("\n", at) + 1 || text.length;
      if (isRead && text.slice(at, end).includes("\ufffd")) {
        throw new SyntaxError("not UTF-8 text: send it in UTF-8");
      }
      read.readings.push(...readings);
      line += text.slice(at, end).split("\n").length - 1;
      at = end;
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault;
      read.bad.push({ line: line++, message: fault.message });
      at = text.indexOf("\n", at) + 1 || text.length;
    }
  }
  return read;
}

class Scanner {
  readonly #start: number;

  constructor(readonly text: string, public at: number) {
    this.#start = at;
  }

  /** Whether the current line is neither empty nor a comment. */
  isLine(): boolean {
    this.#blanks();
    return !["#", "\n", ""].includes(this.#char());
  }

  /** Reads the current line, and moves to the next. */
  readings(line: number, unit: TimeUnit, nowS: number): SourceReading[] {
    const device = this.#device();
    this.#expect(" ", "fields");
    this.#blanks();
    const fields = this.#fields();
    this.#blanks();
    const time = this.#time(unit.decimals);
    if (this.#char() === "\r") this.at++;
    if (this.#char() !== "\n" && this.#char() !== "") {
      throw new SyntaxError("unexpected text after the line");
    }
    if (this.at - this.#start > LONGEST_LINE) throw new SyntaxError("line too long");
    this.at++;
    const epochS = time === null ? nowS : time * unit.unitS;
    const isDescribed = fields.some(([field]) => field === "value");
    return fields
      .filter(([field, value]) => !isDescribed || typeof value !== "string" || field === "value")
      .map(([field, value]) => ({ line, device, field, value, epochS }));
  }

  #device(): SourceDevice {
    const measurement = this.#name("measurement", false);
    const tags: [string, string][] = [];
    while (this.#char() === ",") {
      if (tags.length === MOST_PARTS) throw new SyntaxError("too many tags");
      this.at++;
      const key = this.#name("tag key", true);
      this.#expect("=", "tag value");
      tags.push([key, this.#name("tag value", false)]);
    }
    return { measurement, tags };
  }

  #name(what: string, isKey: boolean): string {
    const start = this.at;
    const ends = isKey ? [",", " ", "\n", "", "="] : [",", " ", "\n", ""];
    for (; !ends.includes(this.#char()); this.at++) {
      if (this.#char() === "\\" && /[,= ]/.test(this.text[this.at + 1] ?? "")) this.at++;
    }
    const name = this.text.slice(start, this.at);
    if (name === "" || name === "\r") throw new SyntaxError(`missing ${what}`);
    if (name.length > LONGEST_TEXT) throw new SyntaxError(`${what} too long`);
    return name.replaceAll(/\\([,= ])/g, "$1");
  }

  #fields(): [string, SourceReading["value"]][] {
    const fields: [string, SourceReading["value"]][] = [];
    for (;;) {
      if (fields.length === MOST_PARTS) throw new SyntaxError("too many fields");
      const field = this.#name("field key", true);
      this.#expect("=", "field value");
      fields.push([field, this.#char() === '"' ? this.#string() : this.#plainValue()]);
      if (this.#char() !== ",") return fields;
      this.at++;
    }
  }

  #string(): string {
    const start = ++this.at;
    for (; this.#char() !== '"'; this.at++) {
      if (this.#char() === "" || this.at - start > 2 * LONGEST_TEXT) {
        throw new SyntaxError("unbalanced quotes");
      }
      if (this.#char() === "\\") this.at++;
    }
    if (this.at - start > 2 * LONGEST_TEXT) throw new SyntaxError("unbalanced quotes");
    const string = this.text.slice(start, this.at++);
    if (string.length > LONGEST_TEXT) throw new SyntaxError("field value too long");
    return string.replaceAll(/\\(["\\])/g, "$1");
  }

  #plainValue(): number | boolean {
    const written = this.#until([" ", "\n", "\r", "", ","]);
    const value = plainValue(written);
    if (value === undefined) throw new SyntaxError(`invalid field value "${written.slice(0, 40)}"`);
    return value;
  }

  #time(decimals: number): number | null {
    const written = this.#until([" ", "\n", "\r", ""]);
    this.#blanks();
    if (written === "") return null;
    if (!/^-?\d{1,20}$/.test(written)) {
      throw new SyntaxError(`invalid timestamp "${written.slice(0, 40)}"`);
    }
    const digits = written.replace("-", "");
    const whole = Number(digits.slice(0, Math.max(0, digits.length - decimals)));
    if (digits === written) return whole;
    return decimals === 0 ? -whole : -whole - 1;
  }

  #until(ends: readonly string[]): string {
    const start = this.at;
    while (!ends.includes(this.#char())) this.at++;
    return this.text.slice(start, this.at);
  }

  #expect(char: string, what: string): void {
    if (this.#char() !== char) throw new SyntaxError(`missing ${what}`);
    this.at++;
  }

  #blanks(): void {
    while (this.#char() === " " || this.#char() === "\t") this.at++;
    if (this.text.startsWith("\r\n", this.at)) this.at++;
  }

  #char(): string {
    return this.text[this.at] ?? "";
  }
}
