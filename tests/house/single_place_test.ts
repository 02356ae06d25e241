import { deepStrictEqual } from "node:assert/strict";
import { filesUnder } from "@/tools/files.ts";
import { strays } from "./sources.ts";

Deno.test("only lib/store/open_store.ts opens the store", () => {
  deepStrictEqual(strays(/Deno\.openKv\b/, ["lib/store/open_store.ts"]), []);
});

Deno.test("the clock is read in lib/web/process.ts, and where a browser waits", () => {
  const allowed = ["lib/web/process.ts", "lib/ui/waiting.ts", "islands/web/LiveRefresh.tsx"];
  deepStrictEqual(strays(/\bDate\.now\b|new Date\(\)|Temporal\.Now\b/, allowed), []);
});

Deno.test("only fresh.config.ts reads the environment, except for the name of a build", () => {
  const allowed = ["fresh.config.ts", "lib/fresh/src/snapshot.ts"];
  deepStrictEqual(strays(/Deno\.env\b|process\.env\b/, allowed), []);
});

Deno.test("only the client, the upstream and the outside services use the network", () => {
  // The inline scripts of the portal's pages have no client to import.
  const portal = ["DepositForm", "FilesForm"].map((name) => `components/documents/${name}.tsx`);
  const services = ["files/s3", "gas/grdf_client", "residences/address_service", "api/upstream"];
  const allowed = [
    "lib/ui/page_again.ts",
    ...services.map((name) => `lib/${name}.ts`),
    ...portal,
  ];
  deepStrictEqual(strays(/(?<![.#\w])fetch\(|globalThis\.fetch\b/, allowed), []);
});

Deno.test("form that writes is a PostForm, which contains the mark of its page (decision 093)", () => {
  deepStrictEqual(strays(/method="post"/i, ["components/ui/PostForm.tsx"]), []);
});

Deno.test("only lib/web/form_submission.ts reads forms, except where the sending page makes no difference", () => {
  deepStrictEqual(strays(/\breadForm\(.*maxBytes/, ["lib/web/form_submission.ts"]), []);
  const fromAnyPage = [
    "lib/web/form_submission.ts",
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
    "lib/files/pdf_fonts.ts",
    "lib/store/acknowledged_commits.ts",
  ];
  deepStrictEqual(strays(pattern, readers), []);
});

Deno.test("long work yields by Slices: under Deno setImmediate leaves sockets unserved (decision 075)", () => {
  deepStrictEqual(strays(/^import .*\bsetImmediate\b|\bsetImmediate\(/m, []), []);
});

/** Files named after the words that they hold, and places where French is data or stands beside what it names. */
const FRENCH = [
  "components/",
  "islands/",
  "routes/",
  "lib/demo/",
  ...filesUnder("lib", ".ts").filter((path) => /[/_](?:text|forms?|calls|titles)[_.]/.test(path)),
  // The log of actions, and its areas.
  "lib/api/audit.ts",
  "lib/app/catalogue.ts",
  // Names of days and months, of roles, of kinds of equipment and alarms, of quantities and their spellings.
  "lib/base/date_format.ts",
  "lib/identity/roles.ts",
  "lib/alarms/alarm_handlers.ts",
  "lib/timeseries/units.ts",
  "lib/timeseries/sent_units.ts",
  "lib/residences/time_zone.ts",
  "lib/series/series_names.ts",
  // Headers of files.
  "lib/accounts/export_columns.ts",
  "lib/energy_balance/csv.ts",
  "lib/housing/dwelling_readings.ts",
  "lib/series/csv_columns.ts",
  // Mails, statements, the tour, and what a browser says by itself.
  "lib/mail/delivery_faults.ts",
  "lib/platform/statements.ts",
  "lib/portfolio/tour.ts",
  "lib/portfolio/residences_map.ts",
  "lib/ingest/readings_upload.ts",
  "lib/ui/leaflet_map.ts",
  // Words that a search passes over.
  "lib/residences/search_rules.ts",
];

Deno.test("French text is only in its places", () => {
  deepStrictEqual(strays(/[àâäçéèêëîïôöùûüœÀÂÇÉÈÊËÎÏÔÙÛŒ«»]/, FRENCH), []);
});
