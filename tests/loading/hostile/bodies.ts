/** Hostile bodies, each of a size that its endpoint still reads. @module */
import { deflateSync, gzipSync } from "node:zlib";

/** The content encoding of a body. */
type Encoding = "gzip" | "br" | null;

/** A body and its content encoding. */
export interface HostileBody {
  readonly kind: HostileKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: Encoding;
}

/** Declared content types of the bodies. */
export const CONTENT_TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "application/json",
  "text/plain",
  "text/csv",
  "application/octet-stream",
] as const;
export type ContentType = typeof CONTENT_TYPES[number];

const PART_HEAD = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n';
/** Inflated size of the bombs: beyond what any endpoint reads, so that inflating must stop. */
const BOMB_BYTES = 40 * 1_024 * 1_024;

/** @param size that the endpoint still reads. @param longest what it reads at most. */
type Make = (size: number, longest: number) => string | Uint8Array<ArrayBuffer>;

const KINDS = {
  "nothing": [null, () => ""],
  "too long": [null, (_, longest) => "x".repeat(longest + 1)],
  "deep": [null, (size) => "[".repeat(size)],
  "deep objects": [null, (size) => filled('{"a":', size)],
  "wide form": [null, (size) => filled("a&", size)],
  "wide list": [null, (size) => `[${filled("0,", size - 3)}0]`],
  "many lines": [null, (size) => filled("a a=1\n", size)],
  "many bad lines": [null, (size) => filled("a\n", size)],
  "many sources": [null, (size) => sources(size)],
  "many columns": [null, (size) => ";".repeat(size)],
  "many parts": [null, (size) => filled(`${PART_HEAD}\r\n`, size - 5) + "--b--"],
  "long head of a part": [null, (size) => `--b\r\nx: ${"y".repeat(size - 24)}\r\n\r\n\r\n--b--`],
  "long key": [null, (size) => `{"${"k".repeat(size - 6)}":1}`],
  "long name": [null, (size) => `${"n".repeat(size - 12)},t=1 value=1`],
  "bad UTF-8": [null, (size) => new Uint8Array(size).fill(0xe9)],
  "bomb of fields": ["gzip", () => bomb("a&")],
  "bomb of lines": ["gzip", () => bomb("a a=1\n")],
  "bomb in a bomb": ["gzip", () => new Uint8Array(gzipSync(bomb("a")))],
  "zlib bomb": [null, () => new Uint8Array(deflateSync("a".repeat(BOMB_BYTES)))],
  "no gzip": ["gzip", () => "plain"],
  "brotli": ["br", () => "plain"],
} as const satisfies Readonly<Record<string, readonly [Encoding, Make]>>;

export type HostileKind = keyof typeof KINDS;

/**
 * Most bodies are no longer, even where an endpoint reads more: a round sends tens of thousands of
 * them.
 */
const MOST_BYTES = 2 * 1_024 * 1_024;

/**
 * All bodies for an endpoint.
 * @param longest what it reads at most, bytes: all are that short but the one that is too long
 */
export function hostileBodies(longest: number): readonly HostileBody[] {
  const known = bodiesBySize.get(longest) ?? made(Math.min(longest, MOST_BYTES), longest);
  bodiesBySize.set(longest, known);
  return known;
}

const bodiesBySize = new Map<number, readonly HostileBody[]>();
const encoder = new TextEncoder();

function made(size: number, longest: number): readonly HostileBody[] {
  const kinds: readonly (readonly [string, readonly [Encoding, Make]])[] = Object.entries(KINDS);
  return kinds.map(([kind, [encoding, make]]) => {
    const content = make(size, longest);
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    return { kind: kindNamed(kind), bytes, encoding };
  });
}

function kindNamed(name: string): HostileKind {
  const isKind = (one: string): one is HostileKind => one in KINDS;
  if (!isKind(name)) throw new TypeError(`No kind ${name}`);
  return name;
}

function filled(part: string, size: number): string {
  return part.repeat(Math.floor(size / part.length));
}

function sources(size: number): string {
  const lines: string[] = [];
  for (let length = 0, at = 0; length < size - 32; at++) {
    const line = `m,s=${at} v=1\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join("");
}

const bombs = new Map<string, Uint8Array<ArrayBuffer>>();

function bomb(part: string): Uint8Array<ArrayBuffer> {
  const known = bombs.get(part) ?? new Uint8Array(gzipSync(filled(part, BOMB_BYTES)));
  bombs.set(part, known);
  return known;
}
