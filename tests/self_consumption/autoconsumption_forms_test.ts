import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  CONSUMER_FORM,
  OPERATION_FORM,
  PRODUCER_FORM,
  STATUS_FORM,
} from "@/lib/self_consumption/forms.ts";

const PRM = "14000000000001";

Deno.test("an operation is read back from its form; without a known sharing it is null", () => {
  const info = { name: "Soleil", operationNumber: "", startDate: null, sharing: "static" as const };
  const typed = OPERATION_FORM.typed(info);
  deepStrictEqual(OPERATION_FORM.read(typed), info);
  strictEqual(OPERATION_FORM.read({ ...typed, sharing: "other" }), null);
  deepStrictEqual(OPERATION_FORM.errors({ ...typed, name: " ", sharing: "" }), {
    name: { code: "required" },
    sharing: { code: "required" },
  });
});

Deno.test("generator is read back from its form, with a decimal comma", () => {
  const producer = { name: "Toit", prm: PRM, seriesId: "s1", powerKW: 36.5 };
  const typed = PRODUCER_FORM.typed(producer);
  deepStrictEqual(PRODUCER_FORM.read(typed), producer);
  strictEqual(typed.powerKW, "36,5");
  deepStrictEqual(PRODUCER_FORM.errors(typed), {});
});

Deno.test("consumer is read back from its form; an empty dwelling, meter or share is null", () => {
  const consumer = { name: "A12", prm: PRM, houseId: "h", seriesId: "s", sharePercent: 12.5 };
  deepStrictEqual(CONSUMER_FORM.read(CONSUMER_FORM.typed(consumer)), consumer);
  const bare = { ...consumer, houseId: null, seriesId: null, sharePercent: null };
  deepStrictEqual(CONSUMER_FORM.read(CONSUMER_FORM.typed(bare)), bare);
});

Deno.test("a delivery point has fourteen digits", () => {
  const errorOf = (prm: string) => PRODUCER_FORM.errors({ name: "T", prm }).prm;
  deepStrictEqual(errorOf(""), { code: "required" });
  deepStrictEqual(errorOf("1400000000000"), { code: "prm" });
  deepStrictEqual(errorOf("1400000000000A"), { code: "prm" });
  strictEqual(errorOf(` ${PRM} `), undefined);
  deepStrictEqual(CONSUMER_FORM.errors({ sharePercent: "101" }), {
    name: { code: "required" },
    prm: { code: "required" },
    sharePercent: { code: "max", max: 100 },
  });
});

Deno.test("consumer changes to one of three states, from a day", () => {
  const typed = { status: "active", date: "2026-01-05" };
  deepStrictEqual(STATUS_FORM.read(typed), typed);
  deepStrictEqual(STATUS_FORM.errors({ ...typed, status: "gone" }), {
    status: { code: "required" },
  });
});
