import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { ROOT } from "@/tools/files.ts";
import {
  browserGroups,
  browserTests,
  grouped,
  inBatches,
  roundRobin,
  wholesThenHalves,
} from "./test_batches.ts";

Deno.test("roundRobin() distributes the files over the batches, and leaves none out", () => {
  deepStrictEqual(roundRobin(["a", "b", "c", "d", "e"], 2), [["a", "c", "e"], ["b", "d"]]);
  deepStrictEqual(roundRobin(["a", "b"], 6), [["a"], ["b"]]);
  deepStrictEqual(roundRobin([], 6), []);
});

Deno.test("wholesThenHalves() ends with batches half as long, and leaves none out", () => {
  const files = ["a", "b", "c", "d", "e", "f", "g", "h"];
  deepStrictEqual(wholesThenHalves(files, 2, 1), [["a", "e", "b", "f"], ["c", "g"], ["d", "h"]]);
  deepStrictEqual(wholesThenHalves(files, 4, 0), [["a", "e"], ["b", "f"], ["c", "g"], ["d", "h"]]);
  for (const count of [0, 1, 2, 3, 5, 8]) {
    const some = files.slice(0, count);
    const batches = wholesThenHalves(some, 3, 1);
    deepStrictEqual(batches.flat().toSorted(), some);
    strictEqual(batches.every((batch) => batch.length > 0), true);
  }
});

Deno.test("grouped() gives files with leaks, snapshots or hooks a group each", () => {
  const batched = ["tests/runner/test_lanes_test.ts", "tests/tools/restart_pause_test.ts"];
  const alone = [
    "tests/store/operation_limit_test.ts",
    "tests/api/schemas_test.ts",
    "tests/fresh/islands_test.ts",
  ];
  deepStrictEqual(grouped([...alone, ...batched], (files) => [[...files]]), [
    batched,
    ...alone.map((path) => [path]),
  ]);
});

Deno.test("inBatches() writes modules that import the files, and deletes them", async () => {
  const pair = ["tests/runner/test_lanes_test.ts", "tests/tools/restart_pause_test.ts"];
  const only = ["tests/api/schemas_test.ts"];
  const [batch, alone] = await inBatches([pair, only], (batches) => {
    const imports = pair.map((path) => `import "file://${ROOT}${path}";\n`).join("");
    strictEqual(Deno.readTextFileSync(batches[0]?.module ?? ""), imports);
    return Promise.resolve(batches);
  });
  deepStrictEqual(batch?.files, pair);
  deepStrictEqual(alone, { module: only[0], files: only });
  await rejects(Deno.stat(batch?.module ?? ""), { name: "NotFound" });
});

Deno.test("browserTests() are the tests that import the browser, directly or not, and no others", () => {
  const tests = browserTests();
  strictEqual(tests.has("tests/access/axe_test.ts"), true);
  // Only by tests/flows/forms_in_windows.ts.
  strictEqual(tests.has("tests/flows/forms_browser_test.ts"), true);
  strictEqual(tests.has("tests/runner/test_batches_test.ts"), false);
});

Deno.test("browserGroups() starts with the longest files, each by itself, and leaves none out", () => {
  const groups = browserGroups([...browserTests()]);
  deepStrictEqual(groups[0], ["tests/access/axe_test.ts"]);
  deepStrictEqual(groups.flat().toSorted(), [...browserTests()].toSorted());
  const one = ["tests/access/by_keyboard_test.ts"];
  deepStrictEqual(browserGroups(one), [one]);
  // Every name of the list is the name of a test.
  deepStrictEqual(groups.slice(0, 4).map(({ length }) => length), [1, 1, 1, 1]);
});
