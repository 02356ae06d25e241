import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { ROOT } from "@/tools/files.ts";
import { dealt, inBatches } from "@/tools/test_batches.ts";

Deno.test("dealt() gives each batch every so many files, and leaves none out", () => {
  deepStrictEqual(dealt(["a", "b", "c", "d", "e"], 2), [["a", "c", "e"], ["b", "d"]]);
  deepStrictEqual(dealt(["a", "b"], 6), [["a"], ["b"]]);
  deepStrictEqual(dealt([], 6), []);
});

Deno.test("inBatches() writes modules that import the files, and leaves nothing behind", async () => {
  const files = [
    "tests/tools/guard/guard_test.ts",
    "tests/tools/browser_test.ts",
    "tests/links/links_test.ts",
  ];
  const [batch = "", ...alone] = await inBatches(files, (modules) => {
    const [first = ""] = modules;
    strictEqual(Deno.readTextFileSync(first), `import "file://${ROOT}${files[0]}";\n`);
    return Promise.resolve(modules);
  });
  // The one may leave something behind, the other has snapshots: they are tested as themselves.
  deepStrictEqual(alone, files.slice(1));
  await rejects(Deno.stat(batch), { name: "NotFound" });
});
