import { strictEqual } from "node:assert/strict";
import { filesUnder, readText } from "@/tools/files.ts";
import { chainTo, moduleGraph } from "@/tools/module_graph.ts";

Deno.test("no process of a start loads a module of Node: the server would compile them all again", () => {
  const graph = moduleGraph(filesUnder("", ".ts", ".tsx"), readText);
  const isOfNode = (specifier: string) => specifier.startsWith("node:");
  strictEqual(chainTo(isOfNode, "tools/start.ts", graph), null);
});
