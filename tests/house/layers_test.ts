import { deepStrictEqual } from "node:assert/strict";
import { layerFaults, projectGraph } from "@/tools/check_layers.ts";

Deno.test("imports go down, without circles, and no server package reaches the browser", () => {
  deepStrictEqual(layerFaults(projectGraph()), []);
});
