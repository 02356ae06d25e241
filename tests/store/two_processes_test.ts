import { shareOneFile } from "@/tests/helpers/sharing.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

Deno.test("QF10 small: two processes on one file lose nothing, count exactly, and run a job one at a time", () =>
  withStoreFile(async (path) => {
    await shareOneFile(path, 150);
  }));
