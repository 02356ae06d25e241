import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { FEATURE_FLAGS, readFeaturesForm } from "@/lib/domain/projects/features_form.ts";

// @spec projects.features
Deno.test("readFeaturesForm() reads the modes and the boxes that were ticked", () => {
  const features = readFeaturesForm({ houseMode: "3", houseHourly: "6", display: "on" });
  strictEqual(features?.houseMode, 3);
  strictEqual(features.houseHourly, 6);
  deepStrictEqual(FEATURE_FLAGS.filter((flag) => features[flag]), ["display"]);
});

Deno.test("readFeaturesForm() has a place for every flag", () => {
  const ticked = Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, "on"]));
  const features = readFeaturesForm({ ...ticked, houseMode: "0", houseHourly: "0" });
  deepStrictEqual(FEATURE_FLAGS.filter((flag) => !features?.[flag]), []);
});

Deno.test("readFeaturesForm() refuses a mode that is not offered", () => {
  for (const houseMode of ["5", "-1", "", "x", "1.0"]) {
    strictEqual(readFeaturesForm({ houseMode, houseHourly: "0" }), null);
  }
  strictEqual(readFeaturesForm({ houseMode: "0", houseHourly: "7" }), null);
});
