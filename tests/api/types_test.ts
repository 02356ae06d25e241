import { strictEqual } from "node:assert/strict";

Deno.test("the types of the contract refuse every line of refused_types.ts, and nothing else", async () => {
  const file = new URL("./refused_types.ts", import.meta.url);
  const { stderr, code } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--lock=tests/deno.lock", "--frozen", file.href],
    cwd: new URL("../..", import.meta.url),
    env: { NO_COLOR: "1" },
    stderr: "piped",
  }).output();
  strictEqual(new TextDecoder().decode(stderr), "");
  strictEqual(code, 0);
});
