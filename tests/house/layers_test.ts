import { deepStrictEqual } from "node:assert/strict";
import { layerFaults, projectGraph } from "@/tools/check_layers.ts";

Deno.test("the house stands: imports go down, nothing turns in a circle, no server package reaches the browser", () => {
  deepStrictEqual(layerFaults(projectGraph()), []);
});
