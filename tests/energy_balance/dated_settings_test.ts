import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  latestOnOrBefore,
  withoutVersion,
  withVersion,
} from "@/lib/energy_balance/dated_settings.ts";

const VERSIONS = [
  { fromDate: "2023-10-01", name: "autumn" },
  { fromDate: "2021-07-01", name: "first" },
  { fromDate: "2024-01-01", name: "winter" },
];

function inForceOn(date: string): string | null {
  return latestOnOrBefore(VERSIONS, date)?.name ?? null;
}

Deno.test("latestOnOrBefore() is the version that starts on that day", () => {
  strictEqual(inForceOn("2023-10-01"), "autumn");
});

// @spec facilities.dated-settings
Deno.test("latestOnOrBefore() is the previous one the day before", () => {
  strictEqual(inForceOn("2023-09-30"), "first");
  strictEqual(inForceOn("2023-12-31"), "autumn");
});

Deno.test("latestOnOrBefore() is null before the first version, and without any", () => {
  strictEqual(inForceOn("2021-06-30"), null);
  strictEqual(latestOnOrBefore([], "2024-01-01"), null);
});

Deno.test("latestOnOrBefore() of two versions of one day is the later in the list", () => {
  const twice = [{ fromDate: "2024-01-01", n: 1 }, { fromDate: "2024-01-01", n: 2 }];
  strictEqual(latestOnOrBefore(twice, "2024-02-01")?.n, 2);
});

Deno.test("withVersion() inserts a version in order, oldest first", () => {
  const names = withVersion(VERSIONS, { fromDate: "2022-01-01", name: "new" }).map((v) => v.name);
  deepStrictEqual(names, ["first", "new", "autumn", "winter"]);
});

Deno.test("withVersion() replaces the version of the same day", () => {
  const names = withVersion(VERSIONS, { fromDate: "2023-10-01", name: "new" }).map((v) => v.name);
  deepStrictEqual(names, ["first", "new", "winter"]);
  strictEqual(VERSIONS.length, 3);
});

Deno.test("withoutVersion() removes the version of a day, and only it", () => {
  deepStrictEqual(withoutVersion(VERSIONS, "2021-07-01").map((v) => v.name), ["autumn", "winter"]);
  strictEqual(withoutVersion(VERSIONS, "2021-07-02").length, 3);
});
