import { deepStrictEqual } from "node:assert/strict";
import { strays } from "./sources.ts";

Deno.test("only lib/backend/kv/open.ts opens the store", () => {
  deepStrictEqual(strays(/Deno\.openKv\b/, ["lib/backend/kv/open.ts"]), []);
});

Deno.test("the clock is read in lib/web/clock.ts, and where a browser waits", () => {
  const allowed = ["lib/web/clock.ts", "lib/client/waiting.ts", "islands/page/LiveRefresh.tsx"];
  deepStrictEqual(strays(/\bDate\.now\b|new Date\(\)|Temporal\.Now\b/, allowed), []);
});

Deno.test("only fresh.config.ts reads the environment, except for the name of a build", () => {
  const allowed = ["fresh.config.ts", "lib/fresh/src/build_name.ts"];
  deepStrictEqual(strays(/Deno\.env\b|process\.env\b/, allowed), []);
});

Deno.test("only the client, the upstream and the outside services use the network", () => {
  // The inline scripts of the portal's pages have no client to import.
  const portal = ["deposit", "files"].map((name) => `components/providers/${name}_script.ts`);
  const allowed = ["lib/client/", "lib/backend/upstream/", "lib/backend/outside/", ...portal];
  deepStrictEqual(strays(/(?<![.#\w])fetch\(|globalThis\.fetch\b/, allowed), []);
});

Deno.test("form that writes is a PostForm, which contains the mark of its page (decision 093)", () => {
  deepStrictEqual(strays(/method="post"/i, ["components/forms/PostForm.tsx"]), []);
});

Deno.test("only lib/web/forms/submit.ts reads forms, except where the sending page makes no difference", () => {
  deepStrictEqual(strays(/\breadForm\(.*maxBytes/, ["lib/web/forms/submit.ts"]), []);
  const fromAnyPage = [
    "lib/web/forms/submit.ts",
    "routes/logout.ts",
    "routes/providers/logout.ts",
    "routes/home/organisation.ts",
    "routes/account/refresh.ts",
  ];
  deepStrictEqual(strays(/\breadFromAnyPage\(/, fromAnyPage), []);
});

Deno.test("only the builder, the server's own parts, the fonts of PDFs and the store's file read files and run programs", () => {
  const pattern = /Deno\.((readTextFile|readFile|writeFile|writeTextFile|open|Command)(Sync)?)\(/;
  const readers = [
    "lib/fresh/",
    "dev.ts",
    "lib/backend/files/pdf_fonts.ts",
    "lib/backend/kv/acknowledged.ts",
  ];
  deepStrictEqual(strays(pattern, readers), []);
});

Deno.test("long work yields by Slices: under Deno setImmediate leaves sockets unserved (decision 075)", () => {
  deepStrictEqual(strays(/^import .*\bsetImmediate\b|\bsetImmediate\(/m, []), []);
});

/** Places of French text: words for users, where a reader looks for them. */
const FRENCH = [
  "lib/text/",
  "lib/forms/",
  "components/",
  "islands/",
  "lib/browser/",
  "routes/",
  "lib/backend/demo/",
  // Words of the audit log, with their call or job.
  "lib/contract/calls/",
  "lib/contract/audit_text.ts",
  // Titles, with the addresses of their pages.
  "lib/links/pages.ts",
  // Words that the specification gives as data: role labels, CSV headers, units and their spellings,
  // equipment kinds, sort collation.
  "lib/domain/roles/roles.ts",
  "lib/domain/energy_balance/csv_headers.ts",
  "lib/domain/series/units.ts",
  "lib/domain/series/sent_units.ts",
  "lib/domain/facilities/types.ts",
  "lib/domain/periods/switch.ts",
  "lib/domain/tables/sort.ts",
];

Deno.test("French text is only in its places", () => {
  deepStrictEqual(strays(/[àâäçéèêëîïôöùûüœÀÂÇÉÈÊËÎÏÔÙÛŒ«»]/, FRENCH), []);
});
