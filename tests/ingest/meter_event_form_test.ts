import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { meterEventForm } from "@/lib/ingest/forms.ts";

const TYPED = {
  what: "replacement",
  houseId: "",
  date: "2026-03-12",
  time: "14:30",
  finalIndex: "1 204,5",
  firstIndex: "3",
  comment: " Bloqué ",
};

function formOf(scope: "housing" | "facilities") {
  return meterEventForm({ scope, unit: { unit: "m³" } });
}

Deno.test("meterEventForm() reads French numbers; an unread index may stay empty", () => {
  const event = {
    what: "replacement",
    houseId: null,
    date: "2026-03-12",
    time: "14:30",
    finalIndex: 1204.5,
    firstIndex: 3,
    comment: "Bloqué",
    acceptOld: false,
  };
  deepStrictEqual(formOf("facilities").read(TYPED), event);
  deepStrictEqual(formOf("housing").read({ ...TYPED, finalIndex: "", houseId: "h1" }), {
    ...event,
    houseId: "h1",
    finalIndex: null,
  });
});

Deno.test("meterEventForm() starts with a replacement at noon by a meter at zero", () => {
  const { what, time, firstIndex, date } = formOf("facilities").typed(null);
  deepStrictEqual([what, time, firstIndex, date], ["replacement", "12:00", "0", ""]);
  const hint = formOf("facilities").fields.find(({ name }) => name === "finalIndex")?.hint;
  strictEqual(hint, "En m³, vide si personne ne l’a lu");
});

// @spec series.meter-events
Deno.test("meterEventForm() reports missing and wrong values; a dwelling's meter requires the dwelling", () => {
  const errors = (over: Partial<typeof TYPED>, scope: "housing" | "facilities" = "facilities") =>
    formOf(scope).errors({ ...TYPED, ...over });
  deepStrictEqual(errors({ what: "moved" }), { what: { code: "required" } });
  deepStrictEqual(errors({ time: "25:00" }), { time: { code: "required" } });
  deepStrictEqual(errors({ date: "2026-02-30" }), { date: { code: "date" } });
  deepStrictEqual(errors({ firstIndex: "" }), { firstIndex: { code: "required" } });
  deepStrictEqual(errors({ finalIndex: "-1" }), { finalIndex: { code: "min", min: 0 } });
  deepStrictEqual(errors({}, "housing"), { houseId: { code: "required" } });
  deepStrictEqual(errors({ comment: "x".repeat(201) }), {
    comment: { code: "maxlength", allowedLength: 200 },
  });
});
