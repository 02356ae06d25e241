import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { ORG, PROJECT, writeResidence } from "@/tests/helpers/a_residence.ts";
import {
  fieldValue,
  type Page,
  type Site,
  type Visitor,
  withSite,
} from "@/tests/helpers/a_site.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import {
  REQUEST,
  someDocuments,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { opened } from "./a_deposit.ts";

const PATH = "/providers/deposits";
const KIB = 1_024;
const SECOND = "p-second";

interface Built extends Site {
  readonly visitor: () => Visitor;
}

/** A landlord that requests a certificate for each of two residences, due in three weeks. */
function withPortal(
  test: (built: Built) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const { value } = await site.store.get(keys.project(PROJECT));
    ok(typeof value === "object");
    const second = { ...value, name: "Les Ormes", code: "0412" };
    await writeRegisters(site.store, { projects: [PROJECT, SECOND] });
    await site.store.atomic()
      .set(keys.project(SECOND), second)
      .set(keys.projectOfOrg(ORG, SECOND), true)
      .set(keys.org(ORG), { name: "Nord Habitat" })
      .commit();
    await someDocuments(site.platform.own.services);
    await test(site);
  }, { settings });
}

/** A file with different bytes for each name. */
function aFile(name: string, bytes = aPdf({ catalogue: `/Lang (${name.length})` })): File {
  return new File([bytes], name, { type: "application/pdf" });
}

/** The hidden fields of the form that contains a given field. */
function formWith(page: Page, name: string): FormData {
  const form = page.html.split("<form").find((one) => one.includes(`name="${name}`)) ?? "";
  const data = new FormData();
  for (const [, field = ""] of form.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]*)"/g)) {
    data.set(field, fieldValue(form, field) ?? "");
  }
  return data;
}

async function sendFiles(visitor: Visitor, ...files: File[]): Promise<Page> {
  const form = formWith(await visitor.get(PATH), "files");
  for (const file of files) form.append("files", file);
  return await visitor.post(PATH, form);
}

interface Line {
  readonly id: string;
  readonly name: string;
  /** Label of the selected document. */
  readonly chosen: string;
  /** Value of the selected document. */
  readonly document: string;
  /** Name of the field of its declared value, if any. */
  readonly valueField: string | undefined;
}

/** The displayed lines of a page. */
function linesOf({ html }: Page): Line[] {
  return html.split("<fieldset>").slice(1).map((line) => ({
    id: /name="document\.([^"]*)"/.exec(line)?.[1] ?? "",
    name: /<legend>(.*?) \(/.exec(line)?.[1] ?? "",
    chosen: /<option[^>]* value="[^"]*" selected[^>]*>([^<]*)/.exec(line)?.[1] ?? "",
    document: /<option[^>]* value="([^"]*)" selected/.exec(line)?.[1] ?? "",
    valueField: /name="(value\.[^"]*)"/.exec(line)?.[1],
  }));
}

interface Typed {
  /** The proposed one when absent. */
  readonly document?: string;
  /** The declared value. */
  readonly value?: string;
}

/** Sends the lines of a page, with the proposed choices and the typed values. */
async function sendLines(visitor: Visitor, typed: (line: Line) => Typed): Promise<Page> {
  const page = await visitor.get(PATH);
  const form = formWith(page, "document.");
  for (const line of linesOf(page)) {
    const { document = line.document, value } = typed(line);
    form.set(`document.${line.id}`, document);
    form.set(`date.${line.id}`, "2026-02-09");
    if (line.valueField !== undefined && value !== undefined) form.set(line.valueField, value);
  }
  return await visitor.post(PATH, form);
}

async function states({ store }: Site): Promise<string[]> {
  return (await storedDocuments(store)).map(({ record: { projectId, state, file } }) =>
    `${projectId} ${state} ${file?.name ?? ""}`
  ).toSorted();
}

const [TILLEULS, ORMES] = [
  "Attestation d’entretien, Les Lilas, échéance 01/03/2026, Nord Habitat",
  "Attestation d’entretien, Les Ormes, échéance 01/03/2026, Nord Habitat",
];

// @spec deposits.many, deposits.matched
Deno.test("many files without a script: each is matched by its name, errors are shown again, the others are deposited", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    match((await visitor.get("/providers")).html, /href="\/providers\/deposits"/);
    const sent = await sendFiles(
      visitor,
      aFile("Attestation entretien Lilas.pdf"),
      aFile("attestation 0412.pdf"),
      aFile("facture.pdf"),
      aFile("copie de la facture.pdf", aPdf({ catalogue: `/Lang (${"facture.pdf".length})` })),
      aFile("page.pdf", new TextEncoder().encode("<!doctype html>")),
    );
    deepStrictEqual([sent.status, sent.headers.get("location")], [303, PATH]);
    const page = await visitor.get(PATH);
    deepStrictEqual(linesOf(page).map(({ name, chosen }) => [name, chosen]), [
      ["Attestation entretien Lilas.pdf", TILLEULS],
      ["attestation 0412.pdf", ORMES],
      ["facture.pdf", ""],
      ["copie de la facture.pdf", "Ne pas déposer ce fichier"],
      ["page.pdf", ""],
    ]);
    match(page.text, /Reconnu par le type, la résidence\./);
    match(page.text, /Même contenu qu’un autre fichier/);
    match(page.text, /Attendu au moins 85/);
    // The first one lacks its value; the page is not a PDF and has the other's document.
    const document = linesOf(page)[0]?.document ?? "";
    const first = await sendLines(visitor, ({ name }) => {
      if (name === "attestation 0412.pdf") return { value: "91,5" };
      return name === "page.pdf" ? { document } : {};
    });
    strictEqual(first.status, 400);
    match(first.text, /attestation 0412\.pdf Déposé, attend sa validation/);
    const [lilas, facture, html] = linesOf(first);
    deepStrictEqual([lilas?.name, facture?.name, html?.name], [
      "Attestation entretien Lilas.pdf",
      "facture.pdf",
      "page.pdf",
    ]);
    strictEqual(first.message(`value.${lilas?.id}.w1`), "Ce champ est obligatoire");
    strictEqual(first.message(`value.${html?.id}.w1`), "Ce champ est obligatoire");
    const second = await sendLines(visitor, ({ name }) => ({
      value: "90",
      ...name === "facture.pdf" && { document: "none" },
    }));
    strictEqual(second.status, 303, second.text);
    deepStrictEqual(await states(site), [
      `${SECOND} to-valid attestation 0412.pdf`,
      `${PROJECT} to-valid Attestation entretien Lilas.pdf`,
    ]);
    const last = await visitor.get(PATH);
    match(last.text, /Vos derniers dépôts/);
    deepStrictEqual(linesOf(last).map(({ name }) => name), ["page.pdf"]);
    match(last.text, /Aucun document|À choisir/);
  }));

// @spec deposits.many
Deno.test("two files for one document, and one that a colleague deposits meanwhile: each document is deposited once", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    await sendFiles(visitor, aFile("lilas 1.pdf"), aFile("lilas attestation 22.pdf"));
    const colleague = await opened(site, "suivi@chauffage.fr");
    deepStrictEqual(linesOf(await colleague.get(PATH)), []);
    await sendFiles(colleague, aFile("attestation ormes.pdf"));
    strictEqual((await sendLines(colleague, () => ({ value: "88" }))).status, 303);
    const page = await visitor.get(PATH);
    doesNotMatch(page.html, /Les Ormes/);
    const lilas = /<option[^>]* value="([^"]*)"[^>]*>Attestation/.exec(page.html)?.[1] ?? "";
    const both = await sendLines(visitor, () => ({ value: "90", document: lilas }));
    const [left, ...others] = linesOf(both);
    strictEqual(others.length, 0);
    strictEqual(left?.name, "lilas 1.pdf");
    match(both.message(`document.${left?.id}`) ?? "", /n’attend plus de dépôt/);
    deepStrictEqual((await states(site)).map((state) => state.split(" ")[1]), [
      "to-valid",
      "to-valid",
    ]);
  }));

// @spec deposits.many
Deno.test("many files have limits and belong to their sender: one that is too large is not read, a closed request accepts none", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const none = await sendFiles(visitor);
    strictEqual(none.status, 400);
    match(none.message("files") ?? "", /obligatoire/);
    const empty = await sendFiles(visitor, new File([], "vide.pdf"), aFile("lilas.pdf"));
    strictEqual(empty.status, 400);
    match(empty.text, /vide\.pdf\u00A0: Ce fichier est vide/);
    deepStrictEqual(linesOf(empty).map(({ name }) => name), ["lilas.pdf"]);
    await sendLines(visitor, () => ({ document: "none" }));
    const large = await sendFiles(visitor, aFile("a.pdf", new Uint8Array(2_000 * KIB)));
    strictEqual(large.status, 413);
    const hostile = "../../<img src=x onerror=alert(1)>\u202Efdp lilas attestation.pdf";
    await sendFiles(visitor, aFile(hostile));
    const page = await visitor.get(PATH);
    match(page.text, /img src=x onerror=alert\(1\)/);
    doesNotMatch(page.html, /<img|\u202E/);
    deepStrictEqual(linesOf(page).map(({ chosen }) => chosen), [TILLEULS]);
    const { value } = await site.store.get(keys.documentRequest(ORG, REQUEST));
    ok(typeof value === "object");
    const form = formWith(page, "document.");
    await site.store.atomic()
      .set(keys.documentRequest(ORG, REQUEST), { ...value, close: true })
      .sum(keys.version("org", ORG), 1n)
      .commit();
    const [line] = linesOf(page);
    form.set(`document.${line?.id}`, line?.document ?? "");
    form.set(`date.${line?.id}`, "2026-02-09");
    const closed = await visitor.refused(PATH, form);
    match(closed.message(`document.${line?.id}`) ?? "", /n’attend plus de dépôt/);
    ok((await states(site)).every((state) => state.includes(" none ")));
  }, { MAX_DOCUMENT_MB: "1" }));

// @spec deposits.resumable
Deno.test("a refused form keeps the file sent before: it says so, and deposits it without another", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    await sendFiles(visitor, aFile("attestation.pdf"));
    const [waiting] = linesOf(await visitor.get(PATH));
    const [document] = await storedDocuments(site.store);
    const path = `/providers/all/${ORG}/${REQUEST}/${document?.id}`;
    const page = await visitor.get(path);
    doesNotMatch(page.text, /déjà reçu/);
    match(page.html, /<input[^>]*type="file"[^>]*required/);
    const typed = formWith(page, "completionDate");
    typed.set("waiting", waiting?.id ?? "");
    typed.set("completionDate", "2026-02-09");
    typed.set("value.0.w1", "beaucoup");
    const refused = await visitor.post(path, typed);
    strictEqual(refused.status, 400);
    match(refused.text, /corrigez ce qui est signalé, puis déposez de nouveau\./);
    match(refused.text, /Fichier déjà reçu\u00A0: attestation\.pdf/);
    doesNotMatch(refused.html, /<input[^>]*type="file"[^>]*required/);
    const mended = formWith(refused, "completionDate");
    strictEqual(mended.get("waiting"), waiting?.id);
    mended.set("completionDate", "2026-02-09");
    mended.set("value.0.w1", "90,5");
    strictEqual((await visitor.post(path, mended)).status, 303);
    const file = await visitor.get(`${path}/pdf?as=attachment`);
    match(file.headers.get("content-disposition") ?? "", /attestation\.pdf/);
  }));
