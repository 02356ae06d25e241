/**
 * Bodies made to harm their reader: each small enough to be sent often, or sent as a bomb.
 *
 * @module
 */
import { deflateSync, gzipSync } from "node:zlib";

/** A body, and the header that says how it is compressed. */
export interface HostileBody {
  readonly kind: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: "gzip" | "deflate" | "br" | null;
}

/** What bodies say they are. */
export const CONTENT_TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "application/json",
  "text/plain",
  "text/csv",
  "application/octet-stream",
] as const;

const encoder = new TextEncoder();

function plain(kind: string, text: string): HostileBody {
  return { kind, bytes: encoder.encode(text), encoding: null };
}

/** @param size of the plain ones, bytes; the huge one is thirteen times as large, bombs inflate to eight times */
export function hostileBodies(size: number): HostileBody[] {
  const of = (part: string) => part.repeat(Math.ceil(size / part.length));
  const bomb = (part: string) => gzipSync(part.repeat(8 * Math.ceil(size / part.length)));
  return [
    plain("huge", "x".repeat(13 * size)),
    plain("deep", of("[")),
    plain("deep objects", of('{"a":')),
    plain("wide form", of("a&")),
    plain("wide list", `[${of("0,")}0]`),
    plain("many lines", of("a a=1\n")),
    plain("many sources", Array.from({ length: size / 32 }, (_, at) => `m,s=${at} v=1`).join("\n")),
    plain("many columns", of(";")),
    plain(
      "many parts",
      of('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n') + "--b--",
    ),
    plain("long head of a part", `--b\r\nx: ${of("y")}\r\n\r\n\r\n--b--`),
    plain("long key", `{"${of("k")}":1}`),
    plain("long name", `${of("n")},t=1 value=1`),
    { kind: "bad UTF-8", bytes: new Uint8Array(size).fill(0xe9), encoding: null },
    { kind: "bomb of fields", bytes: new Uint8Array(bomb("a&")), encoding: "gzip" },
    { kind: "bomb of lines", bytes: new Uint8Array(bomb("a a=1\n")), encoding: "gzip" },
    { kind: "bomb in a bomb", bytes: new Uint8Array(gzipSync(bomb("a"))), encoding: "gzip" },
    { kind: "zlib bomb", bytes: new Uint8Array(deflateSync("a".repeat(8 * size))), encoding: null },
    { kind: "no gzip", bytes: encoder.encode("plain"), encoding: "gzip" },
    { kind: "brotli", bytes: encoder.encode("plain"), encoding: "br" },
  ];
}
