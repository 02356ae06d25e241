import { deepStrictEqual } from "node:assert/strict";
import { importFaults, projectGraph } from "@/tools/check_areas.ts";

Deno.test("areas import earlier ones, without circles, rules are pure, and no server package reaches the browser", () => {
  deepStrictEqual(importFaults(projectGraph()), []);
});
