import { deepStrictEqual } from "node:assert/strict";
import { floorFaults, projectGraph } from "@/tools/check_floors.ts";

Deno.test("the house stands: imports go down, nothing turns in a circle, no server package reaches the browser", () => {
  deepStrictEqual(floorFaults(projectGraph()), []);
});
