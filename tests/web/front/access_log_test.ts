import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { accessLine, loggedPath } from "@/lib/web/front/access_log.ts";
import { type LineTarget, LineWriter } from "@/lib/web/front/line_writer.ts";

Deno.test("accessLine() is one JSON object with time, request, path, status and duration", () => {
  const url = new URL("http://x/collect/p1/residence?page=2&filter:name=a");
  const line = accessLine(
    { requestId: "r-1", method: "GET", url, status: 200, ms: 1.26 },
    "2024-07-15T10:00:00.000Z",
  );
  deepStrictEqual(JSON.parse(line), {
    at: "2024-07-15T10:00:00.000Z",
    id: "r-1",
    method: "GET",
    path: "/collect/p1/residence?page&filter:name",
    status: 200,
    ms: 1.3,
  });
});

Deno.test("loggedPath() never contains a token", () => {
  const secret = "s3cr3tT0kenThatIsLongEnough";
  for (
    const path of [
      `/api/collect/x?authtoken=${secret}`,
      `/providers/login?token=${secret}&next=%2F`,
      `/?temptoken=${secret}`,
      `/display/${secret}`,
      `/display/${secret}/now`,
    ]
  ) {
    strictEqual(loggedPath(new URL(path, "http://x")).includes("s3cr3t"), false, path);
  }
});

Deno.test("loggedPath() contains the whole path of a page", () => {
  for (
    const path of [
      "/collect/p1/boilerrooms/b1/energy-balance/monthly-shifted/2023",
      "/collect/residence-les-tilleuls-bat-2/documents/history/2024",
    ]
  ) {
    strictEqual(loggedPath(new URL(path, "http://x")), path);
  }
});

class Heard implements LineTarget {
  readonly writes: string[] = [];
  write(bytes: Uint8Array): Promise<number> {
    return Promise.resolve(this.writeSync(bytes));
  }
  writeSync(bytes: Uint8Array): number {
    this.writes.push(new TextDecoder().decode(bytes));
    return bytes.length;
  }
}

Deno.test("LineWriter writes buffered lines together", async () => {
  const heard = new Heard();
  const writer = new LineWriter(heard);
  writer.write("a");
  writer.write("b");
  deepStrictEqual(heard.writes, []);
  await writer.flush();
  deepStrictEqual(heard.writes, ["a\nb\n"]);
});

Deno.test("LineWriter drops lines that nobody reads, and counts them", async () => {
  const heard = new Heard();
  const reading = Promise.withResolvers<void>();
  const stuck: LineTarget = {
    write: async (bytes) => (await reading.promise, heard.write(bytes)),
    writeSync: (bytes) => heard.writeSync(bytes),
  };
  const writer = new LineWriter(stuck);
  const line = "x".repeat(1024 * 1024);
  for (let count = 0; count < 8; count++) writer.write(line);
  reading.resolve();
  await writer.flush();
  const lines = heard.writes.join("").trimEnd().split("\n");
  strictEqual(lines.length, 5);
  strictEqual(lines.at(-1), '{"droppedLines":4}');
});
