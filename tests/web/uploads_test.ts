import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { IMAGE_MAX_BYTES, imageSize } from "@/lib/base/image_format.ts";
import { choice } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import type { SentForm } from "@/lib/web/form_handlers.ts";
import { type SentFile, takesFile, uploadedImage } from "@/lib/web/uploads.ts";
import { A_PNG, aPhoto } from "@/tests/helpers/file_bytes.ts";

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
