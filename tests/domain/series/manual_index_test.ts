import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { manualIndexSecond, readManualIndex } from "@/lib/domain/series/manual_index.ts";

const SERIES = [
  { id: "s1", scope: "facilities" as const },
  { id: "s2", scope: "housing" as const },
];
const TYPED = { seriesId: "s1", houseId: "", date: "2026-02-10", value: "1 204,5" };

Deno.test("manualIndexSecond() is noon of the residence's day, in winter, in summer and overseas", () => {
  const noon = (date: string, zone: string) =>
    new Date(manualIndexSecond(date, zone) * 1_000).toISOString();
  strictEqual(noon("2026-02-10", "Europe/Paris"), "2026-02-10T11:00:00.000Z");
  strictEqual(noon("2026-07-10", "Europe/Paris"), "2026-07-10T10:00:00.000Z");
  strictEqual(noon("2026-07-10", "Indian/Reunion"), "2026-07-10T08:00:00.000Z");
});

Deno.test("readManualIndex() reads a French number; a meter of the residence takes no dwelling", () => {
  const draft = { seriesId: "s1", houseId: null, date: "2026-02-10", value: 1204.5 };
  deepStrictEqual(readManualIndex(TYPED, SERIES), { ok: true, draft });
  deepStrictEqual(readManualIndex({ ...TYPED, houseId: "h1" }, SERIES), { ok: true, draft });
  deepStrictEqual(readManualIndex({ ...TYPED, seriesId: "s2", houseId: "h1" }, SERIES), {
    ok: true,
    draft: { ...draft, seriesId: "s2", houseId: "h1" },
  });
});

Deno.test("readManualIndex() says what is missing or wrong, the dwelling of a dwelling's meter too", () => {
  const errors = (over: Partial<typeof TYPED>) => {
    const read = readManualIndex({ ...TYPED, ...over }, SERIES);
    return read.ok ? null : read.errors;
  };
  deepStrictEqual(errors({ seriesId: "", date: "", value: "" }), {
    seriesId: { code: "required" },
    date: { code: "required" },
    value: { code: "required" },
  });
  deepStrictEqual(errors({ seriesId: "s2" }), { houseId: { code: "required" } });
  deepStrictEqual(errors({ date: "10/02", value: "-1" }), {
    date: { code: "date" },
    value: { code: "min", min: 0 },
  });
});
