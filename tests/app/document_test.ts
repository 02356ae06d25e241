import { notStrictEqual, strictEqual } from "node:assert/strict";
import { apiDocument } from "@/lib/app/api_document.ts";
import { writtenAnswer } from "@/lib/web/http_api.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";

Deno.test("the API document has the ETag of its text: another text of its length has another", () =>
  withPlatform(async ({ platform }) => {
    const answer = apiDocument(platform);
    const etag = answer.headers.get("etag");
    const document = await answer.json();
    strictEqual(writtenAnswer(document).etag, etag);
    const title = [...document.info.title].reverse().join("");
    const next = { ...document, info: { ...document.info, title } };
    strictEqual(JSON.stringify(next).length, JSON.stringify(document).length);
    notStrictEqual(writtenAnswer(next).etag, etag);
    strictEqual(apiDocument(platform).headers.get("etag"), etag);
  }));
