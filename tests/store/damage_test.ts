import { ok } from "node:assert/strict";
import { damageFile, damageLog } from "@/tests/helpers/damages.ts";
import { inFolder } from "@/tests/tools/folders.ts";

Deno.test("store whose write-ahead log is truncated, flipped or zeroed opens with its first commits, each whole", () =>
  inFolder(async (folder) => {
    const { least, most } = await damageLog(folder, { trials: 20, seed: 20260101 });
    ok(least < most, "damages at random places leave more or less of it");
  }));

Deno.test("damaged run of readings is refused and named; the other series answer as before", () =>
  inFolder(async (folder) => {
    await damageFile(folder, { trials: 10, seed: 20260101 });
  }));
