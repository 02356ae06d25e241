import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { resolve } from "node:path";
import { ROOT } from "@/tools/files.ts";

/** Runs a tool in an empty folder, whose store does not exist. */
async function printed(tool: string, ...args: readonly string[]) {
  const cwd = await Deno.makeTempDir();
  try {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", resolve(ROOT, "tools", tool), ...args],
      cwd,
    }).output();
    const left = [...Deno.readDirSync(cwd)].map(({ name }) => name);
    return { code, said: new TextDecoder().decode(stderr), left };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

for (
  const [tool, ...args] of [
    ["seed.ts"],
    ["seed.ts", "--help"],
    ["seed.ts", "nothing"],
    ["kv.ts", "backup", "--help"],
    ["kv.ts", "check", "--help"],
    ["kv.ts", "restore", "a.db", "b.db"],
    ["mail.ts", "--help"],
    ["import.ts", "--help"],
  ] as const
) {
  Deno.test(`tools/${[tool, ...args].join(" ")} prints its usage, and opens no store`, async () => {
    const { code, said, left } = await printed(tool, ...args);
    strictEqual(code, 1);
    match(said, /Usage:/);
    deepStrictEqual(left, []);
  });
}
