import { match, strictEqual } from "node:assert/strict";
import { MARK_LENGTH, markField, NO_MARK } from "../../lib/domain/forms/page_mark.ts";
import { foreignMark, isMarkOf, pageMark, withMark } from "../../lib/web/page_mark.ts";

Deno.test("pageMark() has its length, and holds neither the account nor the organisation as they are", () => {
  match(pageMark("account-1", "org-1"), new RegExp(`^[\\w-]{${MARK_LENGTH}}$`));
  strictEqual(pageMark("account-1", "org-1").includes("org-1"), false);
});

Deno.test("foreignMark() names another account first, then another organisation", () => {
  const own = pageMark("ada", "a");
  strictEqual(foreignMark(own, own), null);
  strictEqual(foreignMark(pageMark("bea", "a"), own), "other-account");
  strictEqual(foreignMark(pageMark("bea", "b"), own), "other-account");
  strictEqual(foreignMark(pageMark("ada", "b"), own), "other-organisation");
});

Deno.test("foreignMark() lets a page whose address says its organisation write from wherever one works", () => {
  strictEqual(foreignMark(pageMark("ada", null), pageMark("ada", "b")), null);
  strictEqual(foreignMark(pageMark("ada", "a"), pageMark("ada", null)), null);
  strictEqual(foreignMark(pageMark("bea", null), pageMark("ada", "b")), "other-account");
});

Deno.test("isMarkOf() finds the organisation of a mark again", () => {
  strictEqual(isMarkOf(pageMark("ada", "a"), "a"), true);
  strictEqual(isMarkOf(pageMark("ada", "a"), "b"), false);
  strictEqual(isMarkOf(pageMark("ada", null), "a"), false);
});

Deno.test("withMark() writes the mark into each form of a page, and nowhere else", async () => {
  const mark = pageMark("ada", "a");
  const form = `<form><input type="hidden" name="${markField(NO_MARK)}"/></form>`;
  const typed = `<p>name=&quot;${markField(NO_MARK)}&quot; é</p>`;
  const headers = { "content-type": "text/html; charset=utf-8", "x-request-id": "r" };
  const answer = await withMark(
    new Response(form + typed + form, { status: 409, headers }),
    mark,
  );
  strictEqual(answer.status, 409);
  strictEqual(answer.headers.get("x-request-id"), "r");
  const marked = form.replace(NO_MARK, mark);
  strictEqual(await answer.text(), marked + typed + marked);
});

Deno.test("withMark() leaves an answer that is no page, and the page of nobody, as they are", async () => {
  const text = `name="${markField(NO_MARK)}"`;
  const data = new Response(text, { headers: { "content-type": "text/csv" } });
  strictEqual(await (await withMark(data, pageMark("ada", null))).text(), text);
  const page = new Response(text, { headers: { "content-type": "text/html" } });
  strictEqual(await (await withMark(page, undefined)).text(), text);
});
