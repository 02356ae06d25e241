import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isReadyToMail,
  mailedMonth,
  marked,
  occupanciesToMail,
} from "@/lib/consumption_reports/mail_rules.ts";

// @spec reports.mails
Deno.test("mailedMonth() is the previous month from the 3rd on, and none before mails were turned on", () => {
  strictEqual(mailedMonth("2026-02-02", "2025-06"), null);
  strictEqual(mailedMonth("2026-02-03", "2025-06"), "2026-01");
  strictEqual(mailedMonth("2026-02-28", "2026-01"), "2026-01");
  strictEqual(mailedMonth("2026-03-02", "2026-01"), null);
  // Turned on in February: January is not mailed any more.
  strictEqual(mailedMonth("2026-02-20", "2026-02"), null);
  strictEqual(mailedMonth("2026-03-03", "2026-02"), "2026-02");
  strictEqual(mailedMonth("2026-02-20", null), null);
});

// @spec reports.mails
Deno.test("isReadyToMail() waits for all readings until the 9th, then for some", () => {
  const whole = { value: 6.2, completeness: 0.95 };
  const part = { value: 3, completeness: 0.94 };
  const unread = { value: null, completeness: 0 };
  strictEqual(isReadyToMail([whole, whole], "2026-02-03"), true);
  strictEqual(isReadyToMail([whole, part], "2026-02-09"), false);
  strictEqual(isReadyToMail([whole, unread], "2026-02-09"), false);
  strictEqual(isReadyToMail([part, unread], "2026-02-10"), true);
  strictEqual(isReadyToMail([unread, unread], "2026-02-28"), false);
  strictEqual(isReadyToMail([], "2026-02-28"), false);
});

const ONE = { id: "o1", email: "ada@ici.fr", from: "2024-03-01", to: "2026-01-10" };
const TWO = { id: "o2", email: "bea@ici.fr", from: "2026-01-15", to: null };
const PLACE = { month: "2026-01", mark: null } as const;

// @spec reports.mails, reports.one-occupancy
Deno.test("occupanciesToMail() are those with days of the month and an address, each with a day of its own", () => {
  deepStrictEqual(occupanciesToMail([ONE, TWO], PLACE), [
    { occupancy: ONE, on: "2026-01-10" },
    { occupancy: TWO, on: "2026-01-31" },
  ]);
  const others = [
    { ...ONE, email: "" },
    { ...ONE, to: "2025-12-31" },
    { ...TWO, from: "2026-02-01" },
  ];
  deepStrictEqual(occupanciesToMail(others, PLACE), []);
  // The first and the last day of the month belong to it.
  const edges = [{ ...ONE, to: "2026-01-01" }, { ...TWO, from: "2026-01-31", to: "2026-02-05" }];
  deepStrictEqual(
    occupanciesToMail(edges, PLACE).map(({ on }) => on),
    ["2026-01-01", "2026-01-31"],
  );
});

// @spec reports.mails
Deno.test("occupanciesToMail() names no occupancy twice, also after the clock was set back", () => {
  const mark = marked(null, "2026-01", ["o1"]);
  const left = occupanciesToMail([ONE, TWO], { month: "2026-01", mark });
  deepStrictEqual(left.map(({ occupancy }) => occupancy.id), ["o2"]);
  const all = marked(mark, "2026-01", ["o2"]);
  deepStrictEqual(all, { month: "2026-01", occupancyIds: ["o1", "o2"] });
  deepStrictEqual(occupanciesToMail([ONE, TWO], { month: "2026-01", mark: all }), []);
  deepStrictEqual(occupanciesToMail([ONE, TWO], { month: "2025-12", mark: all }), []);
  const next = { month: "2026-02", mark: all };
  deepStrictEqual(occupanciesToMail([TWO], next).map(({ on }) => on), ["2026-02-28"]);
  deepStrictEqual(marked(all, "2026-02", ["o2"]), { month: "2026-02", occupancyIds: ["o2"] });
});
