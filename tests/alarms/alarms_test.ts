import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { everyText } from "@/lib/alarms/report_settings.ts";
import { filterText, momentsText, selectionsText } from "@/lib/alarms/report_text.ts";

Deno.test("everyText() names the interval, in the singular for one, and is empty for never", () => {
  deepStrictEqual(["1h", "2h", "1d", "7d", "0h", ""].map(everyText), [
    "toutes les heures",
    "toutes les 2\u00A0heures",
    "tous les jours",
    "tous les 7\u00A0jours",
    "",
    "",
  ]);
});

Deno.test("momentsText() lists when a report is sent, or never", () => {
  strictEqual(
    momentsText({ notifyStart: true, notifyEnd: true, notifyEvery: "2h" }),
    "au début, à la fin, toutes les 2\u00A0heures",
  );
  strictEqual(momentsText({ notifyStart: false, notifyEnd: false, notifyEvery: "" }), "jamais");
});

Deno.test("selectionsText() joins the selections of a report with OU", () => {
  const selections = (["building-cmv", "building-skydome"] as const)
    .map((handler) => ({ handler, filters: {} }));
  strictEqual(selectionsText(selections), "Ventilation OU Skydomes");
});

Deno.test("filterText() counts the values of a filter, all when none is selected", () => {
  const values = [{ value: "b1", label: "A" }, { value: "b2", label: "B" }];
  const buildings = { name: "building", label: "Bâtiments", values };
  const rooms = { name: "boilerRoom", label: "Chaufferies", values };
  strictEqual(filterText(buildings, 0), "Bâtiments\u00A0: tous");
  strictEqual(filterText(rooms, 0), "Chaufferies\u00A0: toutes");
  strictEqual(filterText(rooms, 1), "Chaufferies\u00A0: 1 sur 2");
  const many = { ...rooms, values: Array.from({ length: 1_200 }, () => values).flat() };
  strictEqual(filterText(many, 1_000), "Chaufferies\u00A0: 1\u202F000 sur 2\u202F400");
});
