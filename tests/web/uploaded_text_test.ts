import { HttpError } from "fresh";
import { rejects, strictEqual } from "node:assert/strict";
import { ByteBudget, type MemoryReservation } from "@/lib/base/memory_budget.ts";
import { uploadedText } from "@/lib/web/uploads.ts";
import { gzip } from "@/tests/tools/gzip.ts";

function room(bytes = 64_000_000): MemoryReservation {
  return new ByteBudget(bytes).open();
}

Deno.test("uploadedText() reads a text, compressed or not", async () => {
  strictEqual(await uploadedText(new File(["é;à"], "a.csv"), room()), "é;à");
  strictEqual(await uploadedText(new File([await gzip("é;à")], "a.csv.gz"), room()), "é;à");
});

Deno.test("uploadedText() reads Windows-1252", async () => {
  // « é€ » in windows-1252.
  strictEqual(await uploadedText(new File([new Uint8Array([0xe9, 0x80])], "a.csv"), room()), "é€");
});

Deno.test("uploadedText() is null for a broken gzip", async () => {
  strictEqual(
    await uploadedText(new File([new Uint8Array([0x1f, 0x8b, 0, 1])], "a"), room()),
    null,
  );
});

Deno.test("uploadedText() stops unpacking a small file with too much content", async () => {
  const bomb = new File([await gzip("0".repeat(33_000_000))], "bomb.gz");
  await rejects(
    () => uploadedText(bomb, room()),
    (error) => error instanceof HttpError && error.status === 413,
  );
});

Deno.test("uploadedText() counts the unpacked bytes in the budget of all bodies", async () => {
  const packed = new File([await gzip("é;à\n".repeat(1_000))], "a.csv.gz");
  await rejects(
    () => uploadedText(packed, room(1_000)),
    (error) => error instanceof HttpError && error.status === 503,
  );
});
