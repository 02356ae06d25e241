import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { choice } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import type { SentForm } from "@/lib/web/form_handlers.ts";
import { formOf, headOf, MOST_PARTS, multipartForm, partMark } from "@/lib/web/multipart.ts";
import { type SentFile, takesFile, uploadedImage } from "@/lib/web/uploads.ts";
import { A_PNG, aPhoto } from "@/tests/helpers/file_bytes.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const FORM = form({
  name: "file",
  fields: { kind: choice(["a", "b"], { a: "A", b: "B" }, { label: "Genre", required: true }) },
});

const CONTEXT = { req: new Request("http://127.0.0.1/import", { method: "POST" }) };

function sent(file: File | null, intent = "import", kind = "a"): SentForm {
  return {
    form: "file",
    key: "",
    intent,
    version: "",
    has: (name) => name === "kind",
    text: (name) => name === "kind" ? kind : "",
    all: () => [],
    file: () => file,
    files: () => [],
  };
}

const FILE = new File(["x;y"], "lines.csv");

/** Begins like gzip, and cannot be decompressed. */
const BROKEN_GZIP = new File([new Uint8Array([0x1f, 0x8b, 0])], "lines.csv.gz");

/** The first bytes of a spreadsheet's own file. */
const SPREADSHEET = new File(["PK\x03\x04\x14\x00\x06\x00"], "lines.xlsx");

Deno.test("takesFile() shows the report of the call, in a dry run or not, and keeps the selected values", async () => {
  const asked: unknown[] = [];
  const action = takesFile(FORM, CONTEXT, (file: SentFile, body) => {
    asked.push([file, body]);
    return Promise.resolve({ ok: true, answer: 7 } as const);
  });
  for (const intent of ["try", "import"]) {
    const outcome = await action(sent(FILE, intent, "b"));
    ok(!outcome.done);
    const { status, values, report } = outcome.shown;
    const isDry = intent === "try";
    deepStrictEqual([status, values, report], [200, { kind: "b" }, { report: 7, isDry }]);
  }
  deepStrictEqual(
    asked,
    ["true", "false"].map((dryRun) => [{ name: "lines.csv", text: "x;y", dryRun }, { kind: "b" }]),
  );
});

Deno.test("takesFile() makes no call without a file, a valid field or a text, and names the call that refused", async () => {
  const refusing = () =>
    Promise.resolve({ ok: false, code: "too-many-lines", status: 413 } as const);
  const said = async (form: SentForm, ask: () => ReturnType<typeof refusing>) => {
    const outcome = await takesFile(FORM, CONTEXT, ask)(form);
    ok(!outcome.done);
    const { status, errors, failure } = outcome.shown;
    return [status, Object.keys(errors), failure !== null];
  };
  const never = () => Promise.reject(new Error("asked"));
  deepStrictEqual(await said(sent(null, "try", "x"), never), [400, ["kind", "file"], false]);
  deepStrictEqual(await said(sent(BROKEN_GZIP), never), [400, [], true]);
  deepStrictEqual(await said(sent(SPREADSHEET), never), [400, [], true]);
  deepStrictEqual(await said(sent(FILE), refusing), [413, [], true]);
});

Deno.test("takesFile() says that a file is empty, or is not a CSV file, and makes no call", async () => {
  const never = () => Promise.reject(new Error("asked"));
  const messageFor = async (file: File) => {
    const outcome = await takesFile(FORM, CONTEXT, never)(sent(file));
    ok(!outcome.done);
    const { status, values, errors, failure } = outcome.shown;
    deepStrictEqual([status, values, failure], [400, { kind: "a" }, null]);
    return Object.values(errors).map((error) => error && fieldErrorText(error)).join();
  };
  strictEqual(await messageFor(new File([""], "a.csv")), "Ce fichier est vide");
  strictEqual(await messageFor(new File(["\uFEFF \r\n\t\n"], "a.csv")), "Ce fichier est vide");
  strictEqual(
    await messageFor(new File(["\0\x01"], "a.csv")),
    "Ce fichier n’est pas un CSV\u00A0: enregistrez-le au format CSV dans le tableur",
  );
});

Deno.test("uploadedImage() returns the type of the content, not the declared one", async () => {
  const read = await uploadedImage(new File([A_PNG], "../../logo.jpg", { type: "text/html" }));
  strictEqual(read.ok && read.image.mimeType, "image/png");
  deepStrictEqual(read.ok && imageSize(read.image.bytes), { width: 48, height: 48 });
});

// @spec forms.images
Deno.test("uploadedImage() makes a photograph small enough for the body of a call", async () => {
  const photo = aPhoto({ width: 4_000, height: 3_000 });
  const read = await uploadedImage(new File([photo], "photo.jpg"));
  strictEqual(read.ok && read.image.mimeType, "image/jpeg");
  deepStrictEqual(read.ok && imageSize(read.image.bytes), { width: 600, height: 450 });
  strictEqual(read.ok && read.image.bytes.length < 64_000, true);
});

Deno.test("uploadedImage() refuses other content, for any declared type", async () => {
  for (const text of ["", "<script>alert(1)</script>", "%PDF-1.7", "GIF89a", "PK\x03\x04"]) {
    const file = new File([text], "logo.png", { type: "image/png" });
    const refused = { ok: false, error: { code: "not-valid" }, status: 400 };
    deepStrictEqual(await uploadedImage(file), refused, text);
  }
});

Deno.test("uploadedImage() reports a damaged image", async () => {
  const message = "L’image doit être au format JPEG ou PNG. Choisissez une autre image.";
  const read = await uploadedImage(new File([A_PNG.slice(0, 60)], "logo.png"));
  deepStrictEqual(read, { ok: false, error: { code: "message", message }, status: 400 });
});

Deno.test("uploadedImage() refuses a file that is too large, from its size alone", async () => {
  const file = new File([new Uint8Array(IMAGE_MAX_BYTES + 1)], "logo.png", { type: "image/png" });
  const error = { code: "max-bytes", maxBytes: IMAGE_MAX_BYTES };
  deepStrictEqual(await uploadedImage(file), { ok: false, error, status: 400 });
});

/** A body in parts of a given size, whose memory is used again. */
async function* inParts(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const some = bytes.subarray(at, at + size);
    part.set(some);
    yield await Promise.resolve(part.subarray(0, some.length));
  }
}

const FILE_BYTES = 1_000_000;
const MARK = partMark("multipart/form-data; boundary=x") ?? new Uint8Array();

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** A part of a multipart body. */
function part(head: string, content: string): string {
  return `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
}

/** A file between two texts. */
function aBody(): Uint8Array<ArrayBuffer> {
  const file = part('name="file"; filename="a.pdf"', "1".repeat(FILE_BYTES));
  const [before, after] = [part('name="before"', "é"), part('name="after"', "2")];
  return bytesOf(`${before}${file}${after}--x--\r\n`);
}

function read(roomBytes: number) {
  const hasRoom = (bytes: number) => bytes <= roomBytes;
  return multipartForm(inParts(aBody(), 64 * 1_024), MARK, { maxTextBytes: 1_000, hasRoom });
}

// @spec forms.busy
Deno.test("multipartForm() reads on past a file for which there is no room", async () => {
  const { form, lacksFiles } = await read(FILE_BYTES / 2);
  deepStrictEqual([[...form], lacksFiles], [[["before", "é"], ["after", "2"]], true]);
});

Deno.test("partMark() takes a boundary of up to 70 characters (RFC 2046)", () => {
  const markOf = (length: number) =>
    partMark(`multipart/form-data; boundary=${"x".repeat(length)}`)?.length;
  // With the line break and the hyphens before it.
  deepStrictEqual([markOf(1), markOf(70)], [5, 74]);
  for (const length of [0, 71]) throws(() => markOf(length), CallError);
});

Deno.test("headOf() reads a head of up to 4 KiB, and waits for the rest of a shorter one", () => {
  const start = 'content-disposition: form-data; name="';
  const end = '"\r\n\r\n';
  const head = (size: number) => {
    const name = "x".repeat(size - start.length - end.length);
    return headOf(bytesOf(`${start}${name}${end}content`))?.size;
  };
  strictEqual(head(4_096), 4_096);
  throws(() => head(4_097), CallError);
  strictEqual(headOf(new Uint8Array(4_095)), null);
  throws(() => headOf(new Uint8Array(4_096)), CallError);
});

const PLAIN = "application/x-www-form-urlencoded; charset=utf-8";

/** Reads a form of either encoding. */
async function formIn(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const mark = partMark(type);
  if (mark === null) return formOf(bytes, type);
  const options = { maxTextBytes: 1_024 * 1_024, hasRoom: () => true };
  return (await multipartForm(inParts(bytes, 65_536), mark, options)).form;
}

const MULTIPART = "multipart/form-data; boundary=x";

const refusedAs = (code: string) => (fault: unknown) =>
  fault instanceof CallError && fault.code === code;

function isRefused(text: string, type: string, code: string): Promise<void> {
  return rejects(formIn(bytesOf(text), type), refusedAs(code));
}

Deno.test("formOf() and multipartForm() read what a browser writes, in both encodings of forms", async () => {
  const texts = fc.array(fc.tuple(fc.string(), fc.string({ unit: "binary" })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.uint8Array(), async (fields, content) => {
      const sent = new FormData();
      const query = new URLSearchParams();
      for (const [name, text] of fields) {
        // A browser normalises ends of lines to CRLF, and sends no lone surrogate.
        const value = text.toWellFormed().replaceAll(/\r\n?|\n/g, "\r\n");
        sent.append(name, value);
        query.append(name, value);
      }
      const plain = await formIn(bytesOf(query.toString()), PLAIN);
      deepStrictEqual([...plain], [...query]);
      sent.append("file", new File([new Uint8Array(content)], 'é "x".csv', { type: "text/csv" }));
      const response = new Response(sent);
      const type = response.headers.get("content-type") ?? "";
      const read = await formIn(await response.bytes(), type);
      const file = read.get("file");
      ok(file instanceof File);
      deepStrictEqual([file.name, file.type], ['é "x".csv', "text/csv"]);
      deepStrictEqual(await file.bytes(), new Uint8Array(content));
      read.delete("file");
      sent.delete("file");
      deepStrictEqual([...read], [...sent]);
    }),
    { seed: 20260101, numRuns: 200 },
  );
});

/** A field of a form. */
const FIELD = part('name="a"', "1");

Deno.test("formOf() and multipartForm() refuse too many fields, and a form without a file that is too large", async () => {
  await isRefused("a&".repeat(12_000_000), PLAIN, "too-large");
  await isRefused("a&".repeat(20_000), PLAIN, "too-many-fields");
  await isRefused(`${FIELD.repeat(100_000)}--x--`, MULTIPART, "too-many-fields");
  const many = await formIn(bytesOf(`${FIELD.repeat(100)}--x--`), MULTIPART);
  strictEqual([...many].length, 100);
});

Deno.test("formOf() and multipartForm() refuse a body that is no form or is truncated", async () => {
  await isRefused(FIELD, MULTIPART, "bad-request");
  await isRefused(`${FIELD}--x--`, "multipart/form-data", "bad-request");
  await isRefused("--x\r\nno head\r\n--x--", MULTIPART, "bad-request");
  await isRefused("{}", "application/json", "bad-request");
});

Deno.test("multipartForm() returns a file in an array of its own, which reading does not copy", async () => {
  const content = "x".repeat(3_000_000);
  const body = bytesOf(`${part('name="a"; filename="b"', content)}--x--`);
  const file = (await formIn(body, MULTIPART)).get("a");
  ok(file instanceof File);
  const bytes = await file.bytes();
  strictEqual(bytes.buffer.byteLength, content.length);
  strictEqual(await file.bytes(), bytes);
  deepStrictEqual([file.size, bytes.length], [content.length, content.length]);
});

const MANY = 1e6;

/** The texts of a multipart body, without room for its files. */
async function textsIn(body: string | Uint8Array<ArrayBuffer>, size: number, mark = MARK) {
  const bytes = typeof body === "string" ? bytesOf(body) : body;
  const options = { maxTextBytes: 100_000, hasRoom: () => false };
  return [...(await multipartForm(inParts(bytes, size), mark, options)).form];
}

Deno.test("multipartForm() reads the texts of a form with files, in parts of any size", async () => {
  const text = fc.string({ unit: "binary" }).map((one) =>
    one.toWellFormed().replaceAll(/\r\n?|\n/g, "\r\n")
  );
  const fields = fc.array(fc.tuple(fc.string(), fc.oneof(text, fc.uint8Array())), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fields, fc.integer({ min: 1, max: 90 }), async (sent, size) => {
      const form = new FormData();
      for (const [name, value] of sent) {
        const isText = typeof value === "string";
        form.append(name, isText ? value : new File([new Uint8Array(value)], "a\r\n--.csv"));
      }
      const response = new Response(form);
      const mark = partMark(response.headers.get("content-type") ?? "") ?? MARK;
      const read = await textsIn(await response.bytes(), size, mark);
      deepStrictEqual(read, [...form].filter(([, value]) => typeof value === "string"));
    }),
    { seed: 20260101, numRuns: 300 },
  );
});

Deno.test("multipartForm() limits the size of the texts alone, and accepts a file of any size", async () => {
  const file = part('name="f"; filename="a.csv"', "1".repeat(MANY));
  const read = (text: string) => textsIn(`${file}${part('name="t"', text)}--x--\r\n`, 65_536);
  // The two names count too.
  deepStrictEqual(await read("a".repeat(99_998)), [["t", "a".repeat(99_998)]]);
  await rejects(read("a".repeat(99_999)), refusedAs("too-large"));
  const empty = part('name="f"; filename=""', "");
  const crowd = `${empty.repeat(MOST_PARTS + 1)}--x--`;
  await rejects(textsIn(crowd, 999), refusedAs("too-many-fields"));
});
