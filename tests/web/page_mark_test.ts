import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  MARK_LENGTH,
  markField,
  NO_MARK,
  NO_RENDERING,
  RENDERING_LENGTH,
} from "@/lib/ui/form_token_field.ts";
import { foreignMark, formToken, isMarkOf, withMark, writeMark } from "@/lib/web/form_token.ts";

Deno.test("formToken() has a fixed length, and contains neither the account nor the organisation in clear", () => {
  match(formToken("account-1", "org-1"), new RegExp(`^[\\w-]{${MARK_LENGTH}}$`));
  strictEqual(formToken("account-1", "org-1").includes("org-1"), false);
});

Deno.test("foreignMark() detects another account first, then another organisation", () => {
  const own = formToken("ada", "a");
  strictEqual(foreignMark(own, own), null);
  strictEqual(foreignMark(formToken("bea", "a"), own), "other-account");
  strictEqual(foreignMark(formToken("bea", "b"), own), "other-account");
  strictEqual(foreignMark(formToken("ada", "b"), own), "other-organisation");
});

Deno.test("foreignMark() accepts a page whose address names its organisation, regardless of the current one", () => {
  strictEqual(foreignMark(formToken("ada", null), formToken("ada", "b")), null);
  strictEqual(foreignMark(formToken("ada", "a"), formToken("ada", null)), null);
  strictEqual(foreignMark(formToken("bea", null), formToken("ada", "b")), "other-account");
});

Deno.test("isMarkOf() finds the organisation of a mark", () => {
  strictEqual(isMarkOf(formToken("ada", "a"), "a"), true);
  strictEqual(isMarkOf(formToken("ada", "a"), "b"), false);
  strictEqual(isMarkOf(formToken("ada", null), "a"), false);
});

/** A form as rendered. */
const FORM = `<form><input type="hidden" name="${
  markField(NO_MARK)
}" value="${NO_RENDERING}"/></form>`;

const page = (text: string) =>
  new Response(text, {
    status: 409,
    headers: { "content-type": "text/html; charset=utf-8", "x-request-id": "r" },
  });

Deno.test("withMark() writes the mark and one name of the rendering into each form of a page, and nowhere else", async () => {
  const mark = formToken("ada", "a");
  const typed = `<p>name=&quot;${markField(NO_MARK)}&quot; value="${NO_RENDERING}" é</p>`;
  const answer = await withMark(page(FORM + typed + FORM), mark);
  strictEqual(answer.status, 409);
  strictEqual(answer.headers.get("x-request-id"), "r");
  const html = await answer.text();
  const [rendering = ""] = html.match(new RegExp(`(?<=value=")[\\w-]{${RENDERING_LENGTH}}`)) ?? [];
  notStrictEqual(rendering, NO_RENDERING);
  const marked = FORM.replace(NO_MARK, mark).replace(NO_RENDERING, rendering);
  strictEqual(html, marked + typed + marked);
  notStrictEqual(await (await withMark(page(FORM), mark)).text(), marked);
});

Deno.test("writeMark() finds the forms of a page wherever its bytes start", () => {
  const mark = formToken("ada", "a");
  const html = `<hr title="${"-".repeat(1_000)}">${FORM}é${FORM}--${FORM}`;
  for (const offset of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const bytes = new TextEncoder().encode("-".repeat(offset) + html);
    const page = bytes.subarray(offset);
    writeMark(page, mark);
    const text = new TextDecoder().decode(page);
    strictEqual(text.split(markField(mark)).length, 4);
    strictEqual(text.includes(`value="${NO_RENDERING}"`), false);
  }
  for (const length of [0, 1, 2, 3, 4]) writeMark(new Uint8Array(9).subarray(1, 1 + length), mark);
});

Deno.test("withMark() keeps an existing mark, and sets the rendering of a form that returns to another page", async () => {
  const other = FORM.replace(NO_MARK, formToken("ada", "b"));
  const html = await (await withMark(page(other), formToken("ada", "a"))).text();
  ok(html.includes(formToken("ada", "b")) && !html.includes(NO_RENDERING));
});

Deno.test("withMark() does not change an answer that is no page, nor an anonymous page without a mark", async () => {
  const data = new Response(FORM, { headers: { "content-type": "text/csv" } });
  strictEqual(await (await withMark(data, formToken("ada", null))).text(), FORM);
  const html = await (await withMark(page(FORM), undefined)).text();
  ok(html.includes(markField(NO_MARK)) && !html.includes(`value="${NO_RENDERING}"`));
});

Deno.test("withMark() answers without a body as before", async () => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  for (
    const answer of [new Response(null, { status: 304, headers }), new Response("", { headers })]
  ) {
    const { status } = answer;
    const marked = await withMark(answer, formToken("ada", null));
    deepStrictEqual([marked.status, await marked.text()], [status, ""]);
  }
});
