import { deepStrictEqual } from "node:assert/strict";
import { tableFileLinks } from "@/lib/ui/query.ts";

Deno.test("tableFileLinks() keep filters and sort, and drop the page", () => {
  const expected = {
    semicolon: "/liste?filter:city=Nancy&sort=name:asc&csv=semicolon",
    comma: "/liste?filter:city=Nancy&sort=name:asc&csv=comma",
  };
  const address = "/liste?filter:city=Nancy&sort=name:asc&page=2";
  deepStrictEqual(tableFileLinks(address), expected);
  deepStrictEqual(tableFileLinks(new URL(address, "http://a.test")), expected);
});

Deno.test("tableFileLinks() names the table of a page that has several", () => {
  deepStrictEqual(tableFileLinks("/liste", "lots"), {
    semicolon: "/liste?csv=semicolon&table=lots",
    comma: "/liste?csv=comma&table=lots",
  });
});
