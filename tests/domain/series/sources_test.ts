import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  dwellingWords,
  isMeasureKey,
  measureKey,
  type SourceDevice,
  sourceKeys,
} from "@/lib/domain/series/sources.ts";

const DEVICE: SourceDevice = {
  measurement: "temperature",
  tags: [["residence", "R1"], ["serial", "0101"], ["house", "A12"], ["dev_eui", ""]],
};

Deno.test("measureKey() names what every dwelling sends, and no source is named so", () => {
  strictEqual(measureKey(DEVICE, "value"), "temperature,house=* value");
  strictEqual(isMeasureKey(measureKey(DEVICE, "value")), true);
  strictEqual([...sourceKeys(DEVICE, "value")].some(isMeasureKey), false);
});

Deno.test("dwellingWords() gives what may name the dwelling, its own tag first", () => {
  deepStrictEqual(dwellingWords(DEVICE), ["A12", "0101"]);
  deepStrictEqual(dwellingWords({ ...DEVICE, tags: [["node", "B2"], ["room", "1"]] }), ["B2"]);
});
