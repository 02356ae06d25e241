import { ok, strictEqual } from "node:assert/strict";
import { type ErrorCode, ERRORS } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code));

// @spec calls.errors
Deno.test("errorText() is two sentences: what happened, then what to do", () => {
  for (const code of CODES) {
    const sentences = errorText(code).match(/[^.]+\.(\s|$)/g) ?? [];
    strictEqual(sentences.length, 2, `${code}: ${errorText(code)}`);
  }
});

Deno.test("errorText() has French typography", () => {
  for (const code of CODES) {
    const text = errorText(code);
    ok(!/['"]/.test(text), `${code}: a straight quote`);
    ok(!/[^\u00a0\u202f][;:!?%]/.test(text), `${code}: no fine space before a sign`);
    ok(/^\p{Lu}/u.test(text), `${code}: no capital`);
  }
});

Deno.test("errorText() is different for each code", () => {
  strictEqual(new Set(CODES.map(errorText)).size, CODES.length);
});
