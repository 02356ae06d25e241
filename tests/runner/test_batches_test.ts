import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { ROOT } from "@/tools/files.ts";
import { browserHands, browserTests, inBatches, roundRobin } from "./test_batches.ts";

Deno.test("roundRobin() distributes the files over the batches, and leaves none out", () => {
  deepStrictEqual(roundRobin(["a", "b", "c", "d", "e"], 2), [["a", "c", "e"], ["b", "d"]]);
  deepStrictEqual(roundRobin(["a", "b"], 6), [["a"], ["b"]]);
  deepStrictEqual(roundRobin([], 6), []);
});

Deno.test("inBatches() writes modules that import the files, and deletes them", async () => {
  const files = [
    "tests/tools/guard/guard_test.ts",
    "tests/backend/kv/operation_limit_test.ts",
    "tests/links/links_test.ts",
  ];
  const [batch = "", ...alone] = await inBatches(files, (modules) => {
    const [first = ""] = modules;
    strictEqual(Deno.readTextFileSync(first), `import "file://${ROOT}${files[0]}";\n`);
    return Promise.resolve(modules);
  });
  // One may leak, the other has snapshots: each is tested by itself.
  deepStrictEqual(alone, files.slice(1));
  await rejects(Deno.stat(batch), { name: "NotFound" });
});

Deno.test("browserTests() are the tests that import the browser, directly or not, and no others", () => {
  const tests = browserTests();
  strictEqual(tests.has("tests/access/axe_test.ts"), true);
  // Only by tests/flows/forms_in_windows.ts.
  strictEqual(tests.has("tests/flows/forms_browser_test.ts"), true);
  strictEqual(tests.has("tests/runner/test_batches_test.ts"), false);
});

Deno.test("browserHands() starts with the longest files, each by itself, and leaves none out", () => {
  const hands = browserHands([...browserTests()]);
  deepStrictEqual(hands[0], ["tests/access/axe_test.ts"]);
  deepStrictEqual(hands.flat().toSorted(), [...browserTests()].toSorted());
  const one = ["tests/access/by_keyboard_test.ts"];
  deepStrictEqual(browserHands(one), [one]);
  // Every name of the list is the name of a test.
  deepStrictEqual(hands.slice(0, 4).map(({ length }) => length), [1, 1, 1, 1]);
});
