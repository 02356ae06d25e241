/**
 * Run as a separate process: prints how much memory each of the files takes that make a reader allocate, MiB, and why
 * it is refused.
 */

import { openedPdf } from "@/lib/files/pdf_check.ts";
import { aPdf, bytesOf, packed } from "@/tests/helpers/hostile_pdfs.ts";

const MIB = 2 ** 20;

const FILES: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  "a table of 2 147 483 647 rows": () =>
    aPdf({ objects: [packed("/Type /XRef /Size 2147483647 /W [1 4 2]", new Uint8Array(28))] }),
  "an index of 2 147 483 647 rows": () =>
    aPdf({
      objects: [
        packed("/Type /XRef /Size 4 /Index [0 2147483647] /W [1 4 2]", new Uint8Array(28)),
      ],
    }),
  "empty objects": () =>
    bytesOf(aPdf(), filled((rank) => `${rank} 0 obj<<>>endobj `, 7_000_000), "%%EOF"),
  "packed numbers": () =>
    aPdf({ objects: [packed("/Type /ObjStm /N 1 /First 4", bytesOf("9 0 [", "0 ".repeat(2e6)))] }),
  "numbers": () => aPdf({ objects: [[`[${"0 ".repeat(2e6)}]`]] }),
  "names": () => aPdf({ objects: [[`[${filled((rank) => `/n${rank}`, 4_000_000)}]`]] }),
  "dictionaries": () => aPdf({ objects: [[`[${"<<>>".repeat(1e6)}]`]] }),
  "references": () => aPdf({ objects: [[`[0 ${filled((rank) => `${rank} 0 R `, 15_000_000)}]`]] }),
  "a long text": () => aPdf({ objects: [[`(${"a".repeat(4_000_000)})`]] }),
  "a long text in digits": () => aPdf({ objects: [[`<${"a".repeat(4_000_000)}>`]] }),
  "a long name": () => aPdf({ objects: [[`/${"a".repeat(4_000_000)}`]] }),
  "a table of many lines": () =>
    bytesOf(aPdf(), "xref\n0 500000\n", "0000000000 00000 f \n".repeat(5e5), "%%EOF"),
};

/** Parts one after the other, up to a length. */
function filled(part: (rank: number) => string, length: number): string {
  const parts: string[] = [];
  for (let [rank, left] = [4, length]; left > 0; rank++) {
    const text = part(rank);
    parts.push(text);
    left -= text.length;
  }
  return parts.join("");
}

/** The memory that a file takes, from the moment it is given. */
async function taken(bytes: Uint8Array<ArrayBuffer>) {
  const residentMiB = () => Deno.memoryUsage().rss / MIB;
  const before = residentMiB();
  let most = before;
  const sample = () => most = Math.max(most, residentMiB());
  const timer = setInterval(sample, 1);
  const { fault } = await openedPdf(bytes);
  sample();
  clearInterval(timer);
  return { fault, addedMiB: Math.round(most - before) };
}

const files: Record<string, Awaited<ReturnType<typeof taken>>> = {};
for (const [name, file] of Object.entries(FILES)) files[name] = await taken(file());
console.log(JSON.stringify(files));
