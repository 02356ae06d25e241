/** Imported files over a slow link: ten years of readings take minutes on a low upload speed. */

import { HttpError } from "fresh";
import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { type BodyLimits, FILE_PACE_BYTES, readBytes, readForm } from "@/lib/web/body_limits.ts";
import { freeSlot, hasSlot, LARGE_BODY_BYTES, takeSlot } from "@/lib/web/body_slots.ts";
import { rememberRequestInfo } from "@/lib/web/request_info.ts";
import { uploadedText } from "@/lib/web/uploads.ts";
import { withFedApp } from "@/tests/api/a_residence.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aGasBoilerRoom, aMember, ORG, someone } from "@/tests/helpers/a_residence.ts";
import { decoded, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";
import { aRequestOf, withoutSlots } from "@/tests/helpers/taken_resources.ts";

/** The body of a request with simulated time between its pieces. @param use sends the body */
async function withSlowBody<Result>(
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
  use: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<Result>,
): Promise<Result> {
  const { setInterval: real } = globalThis;
  let pass = () => {};
  Reflect.set(globalThis, "setInterval", (tick: () => void) => (pass = tick, real(() => {}, 1e9)));
  try {
    const left = [...pieces].values();
    let isBegun = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const { done, value } = left.next();
        if (done) return controller.close();
        if (isBegun) pass();
        isBegun = true;
        controller.enqueue(value);
      },
    }, { highWaterMark: 0 });
    return await use(body);
  } finally {
    Reflect.set(globalThis, "setInterval", real);
  }
}

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  return new Request("http://x/", { method: "POST", body, headers });
}

/** The bytes of a body, or the code of the refusal. */
async function outcome(request: Request, limits: BodyLimits) {
  try {
    return await readBytes(request, limits);
  } catch (fault) {
    if (fault instanceof CallError) return fault.code;
    throw fault;
  }
}

Deno.test("readBytes() returns the bytes of a body within its limit", async () => {
  const read = await outcome(post("abc"), { maxBytes: 3 });
  deepStrictEqual(read, new TextEncoder().encode("abc"));
});

Deno.test("readBytes() refuses a body that is too large, announced or not", async () => {
  const tooLarge = "too-large";
  deepStrictEqual(await outcome(post("abcd"), { maxBytes: 3 }), tooLarge);
  deepStrictEqual(
    await outcome(post("a", { "content-length": "4" }), { maxBytes: 3 }),
    tooLarge,
  );
});

Deno.test("readBytes() stops reading at its limit", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  const read = await outcome(post(endless), { maxBytes: 4096 });
  deepStrictEqual(read, "too-large");
  ok(pulled < 10);
});

Deno.test("readBytes() gives up on a body that stops, and never returns a part of it", async () => {
  const stuck = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array(2)),
  });
  deepStrictEqual(await outcome(post(stuck), { maxBytes: 100, maxMs: 20 }), "too-slow");
});

Deno.test("readForm() reads both kinds of forms", async () => {
  const form = new FormData();
  form.set("name", "Les Tilleuls");
  for (const body of [form, new URLSearchParams({ name: "Les Tilleuls" })]) {
    const read = await readForm(post(body), { maxBytes: 1000 });
    ok(read.ok);
    strictEqual(read.form.get("name"), "Les Tilleuls");
  }
});

Deno.test("readForm() refuses a body that is not a form", async () => {
  const refused = { ok: false, code: "bad-request" };
  deepStrictEqual(
    await readForm(post("{}", { "content-type": "application/json" }), { maxBytes: 100 }),
    refused,
  );
  const cut = post("--a\r\nbroken", { "content-type": "multipart/form-data" });
  deepStrictEqual(await readForm(cut, { maxBytes: 100 }), refused);
});

Deno.test("readBytes() refuses an interrupted body, which is not an internal error", async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error("reset")),
  });
  deepStrictEqual(await outcome(post(broken), { maxBytes: 100 }), "bad-request");
});

Deno.test("readBytes() refuses a body of unknown length beyond the limit of the front", async () => {
  const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(64)),
  });
  const request = post(long);
  const info = { requestId: "", https: false, clientAddress: "", maxBodyBytes: 1_000 };
  rememberRequestInfo(request, info);
  deepStrictEqual(await outcome(request, { maxBytes: 10_000 }), "too-large");
});

Deno.test("readForm() does not read a form declared as compressed", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  for (const encoding of ["gzip", "br", "deflate"]) {
    const request = post("a=1", { ...type, "content-encoding": encoding });
    deepStrictEqual(await readForm(request, { maxBytes: 99 }), {
      ok: false,
      code: "unsupported-media-type",
    });
  }
  const plain = await readForm(post("a=1", { ...type, "content-encoding": "identity" }), {
    maxBytes: 99,
  });
  ok(plain.ok && plain.form.get("a") === "1");
});

/** A body as the runtime gives it, and the lengths of the arrays that it was read into. */
function runtimeBody(sent: Uint8Array<ArrayBuffer>, mostBytes: number) {
  const askedLengths: number[] = [];
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: 65_536,
    pull(controller) {
      const view = controller.byobRequest?.view;
      if (!view) return;
      const some = sent.subarray(at, at + Math.min(view.byteLength, mostBytes));
      askedLengths.push(view.byteLength);
      at += some.length;
      new Uint8Array(view.buffer, view.byteOffset).set(some);
      if (some.length === 0) controller.close();
      controller.byobRequest?.respond(some.length);
    },
  });
  return { body, askedLengths };
}

Deno.test("readBytes() reads a body in parts of any length, 16 KiB at a time", async () => {
  const sent = Uint8Array.from({ length: 300_001 }, (_, at) => at % 251);
  for (const isAnnounced of [false, true]) {
    for (const mostBytes of [37, 13_000, 65_536]) {
      const { body, askedLengths } = runtimeBody(sent, mostBytes);
      const headers = isAnnounced ? { "content-length": String(sent.length) } : {};
      const request = new Request("http://x/", { method: "POST", body, headers });
      deepStrictEqual(await readBytes(request, { maxBytes: 2 ** 20 }), sent);
      ok(askedLengths.every((length) => length === 16_384));
    }
  }
});

const LARGE = LARGE_BODY_BYTES + 1;

// @spec calls.large-bodies
Deno.test("hasSlot() gives one slot to each sender, eight in all, until their request is answered", () => {
  const requests = Array.from({ length: 9 }, (_, at) => aRequestOf(`sender ${at}`));
  const again = aRequestOf("sender 0");
  try {
    deepStrictEqual(requests.map(({ request }) => hasSlot(request, LARGE)), [
      ...Array.from({ length: 8 }, () => true),
      false,
    ]);
    const [first, second] = requests;
    ok(first && second);
    strictEqual(hasSlot(first.request, 2 * LARGE), true);
    throws(() => takeSlot(again.request, LARGE), { code: "overloaded" });
    freeSlot(second.info);
    strictEqual(hasSlot(again.request, LARGE), false, "its first body is still held");
    freeSlot(first.info);
    strictEqual(hasSlot(again.request, LARGE), true);
  } finally {
    for (const { info } of [...requests, again]) freeSlot(info);
  }
});

// @spec calls.large-bodies
// @spec collectors.overload
Deno.test("large body of a collector, as sent or inflated, is answered 503 with Retry-After while there is no slot", () =>
  withFedApp(async ({ askApp, token }) => {
    const lines = `# ${"x".repeat(1_000)}\n`.repeat(1_100);
    const write = async (body: BodyInit, headers: Record<string, string> = {}) => {
      const init = {
        method: "POST",
        headers: { authorization: `Token ${token}`, ...headers },
        body,
      };
      const answer = await askApp("/api/v2/write", init);
      return [answer.status, answer.headers.get("retry-after")];
    };
    const zipped = await gzip(lines);
    await withoutSlots(async () => {
      deepStrictEqual(await write(lines), [503, "5"]);
      deepStrictEqual(await write(zipped, { "content-encoding": "gzip" }), [503, "5"]);
      deepStrictEqual(await write("# small"), [204, null]);
    });
    deepStrictEqual(await write(lines), [204, null]);
    deepStrictEqual(await write(lines), [204, null], "the slot is free again");
  }));

Deno.test("call without a token is never read beyond the size of a small body", () =>
  withApp(async (askApp) => {
    await withoutSlots(async () => {
      const body = JSON.stringify({ email: "a@b.fr", password: "x".repeat(2 * LARGE) });
      const headers = { "content-type": "application/json" };
      const answer = await askApp("/api/auth/login", { method: "POST", headers, body });
      strictEqual(answer.status, 413);
    });
  }));

const PCE = "21546987412365";
/** Lines of a file that takes the time of three bodies, each with the longest comment. */
const LINES = Math.ceil(3 * FILE_PACE_BYTES / 10_000);
const LINE = `Publiée;01/01/2025;01/02/2025;2032;${"x".repeat(10_000)}\n`;
const FILE = `Type;Du;Au;Énergie (kWh);Remarque\n${LINE.repeat(LINES)}`;

/** Sends a body in pieces, each as late as allowed. */
async function sendSlowly(
  { handler }: Site,
  path: string,
  { body, headers }: { readonly body: BodyInit; readonly headers: Record<string, string> },
): Promise<Response> {
  const whole = new Response(body);
  const bytes = await whole.bytes();
  const pieces = Array.from(
    { length: Math.floor(bytes.length / FILE_PACE_BYTES) },
    (_, rank) => bytes.slice(rank * FILE_PACE_BYTES, (rank + 1) * FILE_PACE_BYTES),
  );
  pieces.push(bytes.slice(pieces.length * FILE_PACE_BYTES));
  const type = whole.headers.get("content-type");
  return await withSlowBody(pieces, (body) =>
    handler(
      new Request(SITE + path, {
        method: "POST",
        body,
        headers: { ...type !== null && { "content-type": type }, ...headers },
      }),
    ));
}

// @spec imports.pace
Deno.test("an imported file is read as long as it keeps the pace of a deposit, from a page and from the API", () =>
  withSite(async (site) => {
    const { ask: setter } = await aMember(site, {
      email: "tom@bailleur.fr",
      roles: ["collect"],
    });
    await aGasBoilerRoom(setter, PCE, "Chaufferie nord");
    await someone(site, { isAdmin: true, roles: ["collect"] });
    const { token } = await signedIn(site, "ada@bailleur.fr");
    const { id } = await site.platform.sessionFor(token);
    const form = new FormData();
    form.set("intent", "import");
    form.set("pce", PCE);
    form.set("file", new File([FILE], "gaz.csv"));
    const headers = { cookie: `session=${id}`, origin: SITE };
    const page = await sendSlowly(site, "/home/gas/import", { body: form, headers });
    match(decoded(await page.text()), new RegExp(`Import terminé.*${LINES}.lignes lues`));
    const answer = await sendSlowly(site, `/api/collect/orgs/${ORG}/grdfpces/lines?pce=${PCE}`, {
      body: FILE,
      headers: { ...headers, "content-type": "text/csv" },
    });
    const { lineCount } = await answer.json();
    deepStrictEqual([answer.status, lineCount], [200, LINES]);
  }));

const REQUEST = new Request("http://x/");

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
