import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  accessLine,
  faultLine,
  type LineTarget,
  LineWriter,
  loggedPath,
} from "@/lib/web/access_log.ts";

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

// @spec platform.logs
Deno.test("loggedPath() never contains an e-mail address, encoded or not, in a segment or a query", () => {
  const expected = [
    ["/api/collect/orgs/o1/users/ada@bailleur.fr", "/api/collect/orgs/o1/users/***"],
    ["/api/collect/projects/p1/roles/ada%40bailleur.fr", "/api/collect/projects/p1/roles/***"],
    ["/home/admin/users/a%2540b.fr/invitation", "/home/admin/users/***/invitation"],
    ["/a/ada%252540bailleur.fr", "/a/***"],
    ["/a/ada＠bailleur.fr", "/a/***"],
    ["/a/ada%25EF%25BC%25A0bailleur.fr", "/a/***"],
    ["/login?email=ada@bailleur.fr&next=%2Fx", "/login?email&next"],
    ["/login?ada@bailleur.fr", "/login?***"],
    ["/login?page&ada%40bailleur.fr=1", "/login?page&***"],
    ["/login?s3cr3tT0kenThatIsLongEnough", "/login?***"],
  ] as const;
  for (const [path, logged] of expected) {
    strictEqual(loggedPath(new URL(path, "http://x")), logged, path);
  }
});

// @spec platform.logs
Deno.test("faultLine() has the message and the stack, without e-mail addresses", () => {
  const fault = new Error(
    "550 <ada.durand+x@bailleur.fr>: no mailbox;\n/users/eve%40bailleur.fr\nbob@x.fr",
  );
  fault.stack = "Error: 550 ada@bailleur.fr\n    at send (npm:zod@4.6.7/index.js:1:2)";
  const line: { fault: string; stack: string } = JSON.parse(faultLine("r-1", fault, "now"));
  strictEqual(line.fault, "550 <***>: no mailbox;\n/users/***\n***");
  strictEqual(line.stack, "Error: 550 ***\n    at send (npm:zod@4.6.7/index.js:1:2)");
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
