import { HttpError } from "fresh";
import { rejects, strictEqual } from "node:assert/strict";
import { freeSlot } from "@/lib/web/body_slots.ts";
import { uploadedText } from "@/lib/web/uploads.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";
import { aRequestOf, withoutSlots } from "@/tests/helpers/taken_slots.ts";

const REQUEST = new Request("http://x/");

Deno.test("uploadedText() reads a text, compressed or not", async () => {
  strictEqual(await uploadedText(new File(["é;à"], "a.csv"), REQUEST), "é;à");
  strictEqual(await uploadedText(new File([await gzip("é;à")], "a.csv.gz"), REQUEST), "é;à");
});

Deno.test("uploadedText() reads Windows-1252", async () => {
  // « é€ » in windows-1252.
  strictEqual(await uploadedText(new File([new Uint8Array([0xe9, 0x80])], "a.csv"), REQUEST), "é€");
});

Deno.test("uploadedText() is null for a broken gzip", async () => {
  strictEqual(
    await uploadedText(new File([new Uint8Array([0x1f, 0x8b, 0, 1])], "a"), REQUEST),
    null,
  );
});

Deno.test("uploadedText() stops unpacking a small file with too much content", async () => {
  const bomb = new File([await gzip("0".repeat(33_000_000))], "bomb.gz");
  const { request, info } = aRequestOf("sender");
  await rejects(
    () => uploadedText(bomb, request),
    (error) => error instanceof HttpError && error.status === 413,
  );
  freeSlot(info);
});

Deno.test("uploadedText() refuses a small file whose content needs a slot that is not free", async () => {
  const packed = new File([await gzip("é;à\n".repeat(200_000))], "a.csv.gz");
  await withoutSlots(() =>
    rejects(
      () => uploadedText(packed, REQUEST),
      (error) => error instanceof HttpError && error.status === 503,
    )
  );
});
