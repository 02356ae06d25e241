import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  consumerErrors,
  isConsumerStatus,
  OPERATION_RULES,
  producerErrors,
  readConsumer,
  readOperation,
  readProducer,
  typedConsumer,
  typedOperation,
  typedProducer,
} from "@/lib/domain/autoconsumption/forms.ts";
import { typedErrors } from "@/lib/domain/forms/typed_fields.ts";

const PRM = "14000000000001";

Deno.test("an operation goes through its form and back; one without a known sharing is none", () => {
  const info = {
    name: "Soleil",
    operationNumber: "",
    startDate: null,
    sharing: "static" as const,
  };
  deepStrictEqual(readOperation(typedOperation(info)), info);
  strictEqual(readOperation({ ...typedOperation(info), sharing: "other" }), null);
  const errors = typedErrors(OPERATION_RULES, { ...typedOperation(info), name: " ", sharing: "" });
  deepStrictEqual(errors, { name: { code: "required" }, sharing: { code: "required" } });
});

Deno.test("a generator goes through its form and back, with a decimal comma", () => {
  const producer = { name: "Toit", prm: PRM, seriesId: "s1", powerKW: 36.5 };
  deepStrictEqual(readProducer(typedProducer(producer)), producer);
  strictEqual(typedProducer(producer).powerKW, "36,5");
  deepStrictEqual(producerErrors(typedProducer(producer)), {});
});

Deno.test("a consumer goes through its form and back; an empty dwelling, meter or share is none", () => {
  const consumer = { name: "A12", prm: PRM, houseId: "h", seriesId: "s", sharePercent: 12.5 };
  deepStrictEqual(readConsumer(typedConsumer(consumer)), consumer);
  const bare = { ...consumer, houseId: null, seriesId: null, sharePercent: null };
  deepStrictEqual(readConsumer(typedConsumer(bare)), bare);
});

Deno.test("a delivery point has fourteen digits", () => {
  const errorOf = (prm: string) => producerErrors({ ...typedProducer(null), name: "T", prm }).prm;
  deepStrictEqual(errorOf(""), { code: "required" });
  deepStrictEqual(errorOf("1400000000000"), { code: "prm" });
  deepStrictEqual(errorOf("1400000000000A"), { code: "prm" });
  strictEqual(errorOf(` ${PRM} `), undefined);
  deepStrictEqual(consumerErrors({ ...typedConsumer(null), sharePercent: "101" }), {
    name: { code: "required" },
    prm: { code: "required" },
    sharePercent: { code: "max", max: 100 },
  });
});

Deno.test("isConsumerStatus() knows the three of them", () => {
  strictEqual(isConsumerStatus("active"), true);
  strictEqual(isConsumerStatus("gone"), false);
});
