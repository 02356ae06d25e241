import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  dwellingWords,
  isMeasureKey,
  measureKey,
  type SourceDevice,
  sourceKeys,
} from "@/lib/timeseries/source_names.ts";

const DEVICE: SourceDevice = {
  measurement: "temperature",
  tags: [["residence", "R1"], ["serial", "0101"], ["house", "A12"], ["dev_eui", ""]],
};

Deno.test("measureKey() is common to the sources of all dwellings, and equals no source name", () => {
  strictEqual(measureKey(DEVICE, "value"), "temperature,house=* value");
  strictEqual(isMeasureKey(measureKey(DEVICE, "value")), true);
  strictEqual([...sourceKeys(DEVICE, "value")].some(isMeasureKey), false);
});

Deno.test("dwellingWords() are the words that may name the dwelling, its own tag first", () => {
  deepStrictEqual(dwellingWords(DEVICE), ["A12", "0101"]);
  deepStrictEqual(dwellingWords({ ...DEVICE, tags: [["node", "B2"], ["room", "1"]] }), ["B2"]);
});
