import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { addMonths } from "@/lib/base/civil_dates.ts";
import { setDocument } from "@/lib/documents/document_index.ts";
import type { DocumentRecord, TypedocRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Page, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { aPhoto } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { isServedAs } from "@/tests/helpers/read_pdf.ts";
import {
  aLink,
  aRequest,
  REQUEST,
  someDocuments,
  storedDocuments,
  VALUES,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { EMAIL, opened } from "./a_deposit.ts";

const KIB = 1_024;

interface Built extends Site {
  readonly documentId: string;
  /** The document's page. */
  readonly path: string;
}

/** A landlord that requests a document, due in three weeks. */
function withPortal(
  test: (built: Built) => Promise<void>,
  typedoc: Partial<TypedocRecord> = {},
  settings: Record<string, string> = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    await writeRegisters(site.store, {}, typedoc);
    await site.store.atomic().set(keys.org(ORG), { name: "Nord Habitat" }).commit();
    const [first] = await someDocuments(site.platform.own.services);
    const documentId = first?.id ?? "";
    await test({ ...site, documentId, path: `/providers/all/${ORG}/${REQUEST}/${documentId}` });
  }, { settings });
}

/** Entries of the store, without the counters of requests. */
async function stored({ store }: Site) {
  const entries = await Array.fromAsync(store.list({ prefix: [] }));
  return entries.filter(({ key }) => key[0] !== keys.attempts.doc.name);
}

/** A page's form, filled in. */
function filled(page: Page, fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [, name = ""] of page.html.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]*)"/g)) {
    form.set(name, page.value(name) ?? "");
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function aFile(bytes: Uint8Array<ArrayBuffer> = aPdf(), name = "attestation.pdf"): File {
  return new File([bytes], name, { type: "application/pdf" });
}

const RIGHT = { completionDate: "2026-02-09", "value.0.w1": "90,5" };

/** A page's form with all that is asked for. */
function rightly(page: Page): FormData {
  return filled(page, { ...RIGHT, file: aFile() });
}

// @spec providers.landing
Deno.test("the mailed link shows the landlords that ask and their documents; opening it a hundred times changes nothing", () =>
  withPortal(async (site) => {
    const token = await aLink(site, { email: EMAIL });
    const before = await stored(site);
    for (let scans = 0; scans < 100; scans++) {
      await site.visitor().get(`/providers/login?token=${token}`);
    }
    const page = await site.visitor().get(`/providers/login?token=${token}`);
    deepStrictEqual(await stored(site), before);
    match(page.text, /Nord Habitat demande 1\u00A0document/);
    match(page.text, /Accéder à mes documents/);
    strictEqual(page.value("token"), token);
    strictEqual(page.headers.get("referrer-policy"), "no-referrer");
    strictEqual(page.headers.get("cache-control"), "no-store");
  }));

// @spec providers.landing, providers.new-link
Deno.test("an invalid link signs out and offers another, the same for an unknown address", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    strictEqual((await visitor.get("/providers")).status, 200);
    const dead = await visitor.get(`/providers/login?token=${"a".repeat(43)}`);
    match(dead.text, /Ce lien n’est plus valable/);
    deepStrictEqual(
      (await visitor.get("/providers")).headers.get("location"),
      "/providers/login?new=1",
    );
    const said: string[] = [];
    for (const email of [EMAIL, "personne@x.example"]) {
      const form = filled(await visitor.get("/providers/login?new=1"), { email });
      const answer = await visitor.post("/providers/login", form);
      said.push(`${answer.status} ${answer.headers.get("location")}`);
    }
    deepStrictEqual(said, ["303 /providers/login?sent=1", "303 /providers/login?sent=1"]);
    match((await visitor.get("/providers/login?sent=1")).text, /les mails attendent/);
    strictEqual((await queuedMails(site.store)).length, 1);
    const wrong = await visitor.refused("/providers/login", { email: "sans arobase" });
    ok(wrong.message("email"));
    const guessed = await visitor.post("/providers/login", { token: "b".repeat(43) });
    strictEqual(guessed.status, 401);
  }));

// @spec providers.one-list
Deno.test("provider's visit: the list, a deposit with its values, the confirmation, the PDF", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const list = await visitor.get("/providers");
    match(list.text, /Refusés \(0\) En retard \(0\) À déposer \(1\)/);
    match(list.text, /Attestation d’entretien/);
    match(list.text, /Nord Habitat, échéance le 01\/03\/2026/);
    ok(list.html.includes(`href="${site.path}"`));
    const page = await visitor.get(site.path);
    match(page.text, /Attendu au moins 85/);
    strictEqual(page.value("completionDate"), "2026-02-10");
    const form = rightly(page);
    const done = await visitor.post(site.path, form);
    deepStrictEqual([done.status, done.headers.get("location")], [
      303,
      "/providers?saved=deposit#deposit",
    ]);
    match((await visitor.get("/providers?saved=deposit")).text, /Votre document est déposé/);
    // Back, then the form sent again: nothing more is deposited.
    strictEqual((await visitor.post(site.path, form)).status, 303);
    const back = await visitor.get(site.path);
    match(back.text, /Attente validation/);
    ok(!back.html.includes('type="file"'));
    const again = await visitor.post(site.path, rightly(page));
    ok([303, 409].includes(again.status));
    match(back.html, /<details><summary>[^<]*<\/summary><iframe src="[^"]*\/pdf\?as=inline" /);
    const saved = await visitor.get(`${site.path}/pdf?as=attachment`);
    match(saved.headers.get("content-disposition") ?? "", /^attachment; .*attestation\.pdf/);
    const pdf = await site.handler(
      new Request(`http://127.0.0.1:8000${site.path}/pdf?as=inline`, {
        headers: { cookie: await cookieOf(site) },
      }),
    );
    await isServedAs(pdf, aPdf());
    match(pdf.headers.get("content-disposition") ?? "", /^inline; .*attestation\.pdf/);
    const letters = (await queuedMails(site.store)).map(({ to, letter }) => [to, letter?.kind]);
    deepStrictEqual(letters, [[EMAIL, "document-deposited"]]);
  }));

/** The cookie of a new session. */
async function cookieOf(site: Site): Promise<string> {
  const session = await site.platform.providerLinks.open(await aLink(site, { email: EMAIL }));
  return `provider=${session?.id}`;
}

// @spec deposits.photos, deposits.names
Deno.test("photographs chosen at once are one PDF by the form of the page, without a script", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const page = await visitor.get(site.path);
    match(page.html, /<input type="file" multiple/);
    match(page.html, /accept="application\/pdf,\.pdf,image\/jpeg,image\/png"/);
    const photo = (name: string) => new File([aPhoto({ width: 64, height: 32 })], name);
    const sent = (first: File, ...others: File[]) => {
      const form = filled(page, { ...RIGHT, file: first });
      for (const file of others) form.append("file", file);
      return visitor.post(site.path, form);
    };
    const mixed = await sent(photo("p1.jpg"), new File([aPdf()], "suite.pdf"));
    match(mixed.text, /Plusieurs fichiers ne font un document que si ce sont des photos/);
    strictEqual((await sent(photo("p1.jpg"), photo("p2.jpg"))).status, 303);
    const saved = await visitor.get(`${site.path}/pdf?as=attachment`);
    match(saved.headers.get("content-disposition") ?? "", /^attachment; .*p1\.pdf/);
    match(saved.html, /^%PDF-1\.\d\n[\s\S]*\/Count 2\b/);
  }));

const WRONG_YEAR = /^Année de 1900 à 2100 attendue$/;
const HEIC = new TextEncoder().encode("\0\0\0\x18ftypheic\0\0\0\0mif1heic");

// @spec deposits.pdf, deposits.values
Deno.test("refused deposit shows the reason beside its field, and keeps the typed values", () => {
  const asked = (id: string, type: "text" | "date") => (
    { id, name: id, type, required: false, min: null, max: null, unit: "" }
  );
  const [text, day] = ["value.0.w2", "value.0.w3"];
  return withPortal(async (site) => {
    const visitor = await opened(site);
    const html = new TextEncoder().encode("<!doctype html>");
    const cases = [
      [{ file: aFile(html, "page.pdf") }, "file", /n’est ni un PDF, ni une photo/],
      [{ file: aFile(aPdf().slice(0, -9)) }, "file", /incomplet ou abîmé/],
      [
        { file: aFile(aPdf({ catalogue: "/OpenAction << /S /JavaScript /JS (x) >>" })) },
        "file",
        /contient un programme/,
      ],
      [{ file: aFile(HEIC, "photo.heic") }, "file", /HEIC.*Le plus compatible/],
      [
        { file: aFile(aPhoto({ width: 9, height: 9 }).slice(0, 99), "a.jpg") },
        "file",
        /Cette photo/,
      ],
      [{ file: new File([], "") }, "file", /obligatoire/],
      [{ file: new File([], "vide.pdf") }, "file", /Ce fichier est vide/],
      // The field of the script, of a file that is not there any more.
      [{ waiting: "f1" }, "file", /n’est pas arrivé en entier/],
      [{ file: aFile(), "value.0.w1": "beaucoup" }, "value.0.w1", /Doit être un nombre/],
      [{ file: aFile(), "value.0.w1": "" }, "value.0.w1", /obligatoire/],
      [{ file: aFile(), "value.0.w1": "9".repeat(501) }, "value.0.w1", /^Doit être un nombre$/],
      [{ file: aFile(), completionDate: "2026-02-11" }, "completionDate", /pas encore venue/],
      [{ file: aFile(), completionDate: "0026-02-09" }, "completionDate", WRONG_YEAR],
      [{ file: aFile(), completionDate: "2026-02-30" }, "completionDate", /^Date incorrecte$/],
      [{ file: aFile(), [day]: "0026-02-09" }, day, WRONG_YEAR],
      [{ file: aFile(), [day]: "2026-02-30" }, day, /^Date incorrecte$/],
      [{ file: aFile(), [text]: "x".repeat(501) }, text, /^500 caractères maximum$/],
      [{ file: aFile(), [text]: "\u2800" }, text, /ne contient que des caractères invisibles$/],
      [
        { file: aFile(), [text]: "fuite \u202Efdp" },
        text,
        /^À retirer, après «\u00A0fuite\u00A0»\u00A0: un caractère invisible qui change le sens de lecture$/,
      ],
    ] as const;
    for (const [fields, field, words] of cases) {
      const page = await visitor.get(site.path);
      const refused = await visitor.refused(site.path, filled(page, { ...RIGHT, ...fields }));
      match(refused.message(field) ?? "", words);
    }
    const page = await visitor.get(site.path);
    const kept = await visitor.post(
      site.path,
      filled(page, { ...RIGHT, "value.0.w1": "abc", file: aFile() }),
    );
    strictEqual(kept.value("value.0.w1"), "abc");
    strictEqual(kept.value("completionDate"), "2026-02-09");
  }, { values: [...VALUES, asked("w2", "text"), asked("w3", "date")] });
});

const PARTS = "/providers/deposits/parts";

// @spec deposits.resumable
Deno.test("the first part of a file that is too large is refused: the others are not sent; nor is a part without bytes", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const page = await visitor.get(site.path);
    ok(page.html.includes('part.set("size",size)'));
    const before = (await stored(site)).length;
    for (
      const [size, why] of [["20971521", "Ce fichier dépasse 20,9 Mo."], ["20971520", ""]] as const
    ) {
      const part = filled(page, { mark: "m", at: "0", size, file: aFile() });
      const taken = await visitor.post(PARTS, part);
      deepStrictEqual(JSON.parse(taken.html).why.replace("\u00A0", " "), why);
      strictEqual((await stored(site)).length > before, why === "");
    }
    const empty = filled(page, { mark: "m", at: "0", size: "1" });
    strictEqual((await visitor.post(PARTS, empty)).status, 400);
  }));

Deno.test("refused document shows its reason and is deposited again, once", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const page = await visitor.get(site.path);
    await visitor.post(site.path, rightly(page));
    const validator = await someone(site, { roles: ["collect:documents:validate:write"] });
    const at = { orgId: ORG, requestId: REQUEST, documentId: site.documentId };
    const body = { state: "refused", compliance: null, comment: "Signature absente" } as const;
    await answerOf(validator("validateDocument", { ...at, body }));
    const token = await aLink(site, { email: EMAIL });
    const landing = await site.visitor().get(`/providers/login?token=${token}`);
    match(landing.text, /Nord Habitat demande 1\u00A0document, dont 1\u00A0refusé/);
    const list = await visitor.get("/providers");
    match(list.text, /Refusés \(1\)/);
    match(list.text, /échéance le 16\/03\/2026 Motif\u00A0: Signature absente/);
    const refused = await visitor.get(site.path);
    match(refused.text, /Motif du refus\u00A0: Signature absente/);
    match(refused.text, /À déposer de nouveau avant la fin du 16\/03\/2026/);
    match((await visitor.get("/providers?list=running")).text, /Motif\u00A0: Signature absente/);
    const again = await visitor.get(`${site.path}~2`);
    match(again.text, /Motif du refus précédent\u00A0: Signature absente/);
    const done = await visitor.post(site.path, rightly(refused));
    strictEqual(done.headers.get("location"), "/providers?saved=deposit#deposit");
    const replaced = await visitor.get(site.path);
    ok(!replaced.html.includes('type="file"'));
    ok(!replaced.text.includes("À déposer de nouveau"));
    ok(!(await visitor.get(`${site.path}~2`)).text.includes("Signature absente"));
    match((await visitor.get("/providers")).text, /Refusés \(0\)/);
  }));

// @spec providers.deposited
Deno.test("a provider finds its deposits with their state, reason and file, also once the request is closed, and no document of others", () =>
  withPortal(async (site) => {
    const { store } = site;
    const visitor = await opened(site);
    const list = () => visitor.get("/providers?list=deposited");
    match((await list()).text, /Déposés et validés Aucun document\./);
    const page = await visitor.get(site.path);
    await visitor.post(site.path, rightly(page));
    const waiting = await list();
    match(
      waiting.text,
      /Attestation d’entretien Les Lilas, Exploitation Nord Habitat, échéance le 01\/03\/2026 Attente validation, déposé le 10\/02\/2026 à 12:00 Ouvrir le PDF/,
    );
    ok(waiting.html.includes(`href="${site.path}/pdf?as=inline"`));
    const roles = ["collect:documents:validate:write", "collect:documents:write"] as const;
    const landlord = await someone(site, { roles });
    const at = { orgId: ORG, requestId: REQUEST };
    const body = { state: "subject-valid", compliance: null, comment: "Joint usé" } as const;
    await answerOf(
      landlord("validateDocument", { ...at, documentId: site.documentId, body }),
    );
    // Another provider of the same landlord, and a landlord that no longer manages documents.
    const other = { state: "valid", uploadDate: "2026-02-10T11:00:00Z" } as const;
    const [known] = await storedDocuments(store);
    ok(known);
    const request = aRequest({ providerId: "v2" });
    await store.atomic().set(keys.documentRequest(ORG, "r2"), request).commit();
    const change = { before: null, after: { ...known.record, ...other } };
    const path = { orgId: ORG, requestId: "r2", documentId: "r2.other" };
    await setDocument(store.atomic(), path, change).commit();
    await answerOf(landlord("closeRequest", { ...at, body: { close: true } }));
    const decided = await list();
    match(
      decided.text,
      /Validé avec réserve, déposé le 10\/02\/2026 à 12:00 Réserve\u00A0: Joint usé/,
    );
    strictEqual(decided.html.split("Attestation d’entretien</a>").length - 1, 1);
    ok(!decided.html.includes("r2.other"));
    strictEqual((await visitor.get(`${site.path}/pdf?as=inline`)).status, 200);
    strictEqual((await visitor.get(`/providers/all/${ORG}/r2/r2.other`)).status, 404);
    await store.atomic().set(keys.orgFeatures(ORG), { documentManagement: false }).commit();
    match((await list()).text, /Aucun document\./);
  }));

// @spec providers.deposited
Deno.test("deposits of ten years are listed the newest first, by pages that stay light", () =>
  withPortal(async (site) => {
    const { store } = site;
    const visitor = await opened(site);
    const [known] = await storedDocuments(store);
    ok(known);
    // Due each month from March 2016 to February 2026; the last is abandoned.
    const count = 120;
    for (let rank = 0; rank < count; rank++) {
      const dueDate = addMonths("2016-03-01", rank);
      const isLast = rank === count - 1;
      const after: DocumentRecord = {
        ...known.record,
        dueDate,
        state: isLast ? "not-transmitted" : "valid",
        uploadDate: isLast ? null : `${dueDate}T09:00:00.000Z`,
        comment: isLast ? "Chaufferie fermée" : "",
      };
      const documentId = `${REQUEST}.d${rank}`;
      const path = { orgId: ORG, requestId: REQUEST, documentId };
      await setDocument(store.atomic(), path, { before: null, after })
        .commit();
    }
    const list = async (page: number) =>
      await visitor.get(`/providers?list=deposited&page=${page}`);
    const first = await list(1);
    match(
      first.text,
      /échéance le 01\/02\/2026 Abandonné Motif de l’abandon\u00A0: Chaufferie fermée Attestation/,
    );
    match(first.text, /page 1 sur 3 Suivants/);
    match((await list(3)).text, /échéance le 01\/03\/2016 Validé, déposé le 01\/03\/2016/);
    const bytes = gzipSync(first.html).length;
    ok(bytes <= 14 * KIB, `${bytes}`);
    ok(!first.html.includes("<script"));
  }));

Deno.test("sets of values: each has its fields, and each is sent", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const page = await visitor.get(`${site.path}?sets=2`);
    match(page.text, /Valeurs, série 2/);
    const values = { ...RIGHT, "value.1.w1": "84" };
    const done = await visitor.post(
      `${site.path}?sets=2`,
      filled(page, { ...values, file: aFile() }),
    );
    strictEqual(done.status, 303);
    const reader = await someone(site, { roles: ["collect:documents:read"] });
    const info = await answerOf(reader("getDocumentInfo", {
      orgId: ORG,
      requestId: REQUEST,
      documentId: site.documentId,
    }));
    deepStrictEqual(
      info.document.data.map(({ rank, value }) => [rank, value]),
      [[0, "90.5"], [1, "84"]],
    );
    const { text } = await visitor.get(site.path);
    match(text, /Valeurs déclarées, série 1 Rendement 90,5\s% Valeurs déclarées, série 2/);
    match(text, /série 2 Rendement 84\s% Hors bornes\u00A0: attendu au moins 85\s% PDF déposé/);
  }, { multiple: true }));

// @spec providers.landing
Deno.test("deposit sent after its session ended leads to the page that asks for a link, and says that it is lost", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const page = await visitor.get(`${site.path}?sets=2`);
    site.clock.advance(25 * 3_600_000);
    const sent = rightly(page);
    const ended = await visitor.post(`${site.path}?sets=2`, sent);
    strictEqual(ended.headers.get("location"), "/providers/login?new=1&ended=1");
    const said = await visitor.get("/providers/login?new=1&ended=1");
    match(said.text, /rien n’est déposé/);
    const token = await aLink(site, { email: EMAIL });
    const next = await visitor.post("/providers/login", { token });
    strictEqual(next.headers.get("location"), "/providers");
  }, { multiple: true }));

// @spec calls.unread
Deno.test("values that do not fit their schema take no other document from a provider, and no key is shown", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const wrong = { wrong: true };
    await site.store.atomic().set(keys.documentRequest(ORG, "r9"), wrong)
      .set(keys.documentIndex(ORG, "awaited", "2026-03-16", REQUEST, "wrong"), wrong)
      .set(keys.contract(ORG, "c9"), wrong)
      .set(keys.typedoc(ORG, "t9"), wrong).commit();
    const list = await visitor.get("/providers");
    strictEqual(list.status, 200);
    match(list.text, /Attestation d’entretien/);
    match(list.text, /illisibles?\. Des lignes/);
    doesNotMatch(list.html, /document_(?:request|index)\//);
    const page = await visitor.get(site.path);
    strictEqual(page.status, 200);
    const done = await visitor.post(site.path, rightly(page));
    strictEqual(done.status, 303);
    ok(site.faults.splice(0).length > 0);
  }));

// @spec providers.reach
Deno.test("the portal gives no access to another provider's data, the landlord's, or an account's", () =>
  withPortal(async (site) => {
    const atomic = site.store.atomic()
      .set(keys.provider(ORG, "v2"), { name: "Autre", emails: ["x@y.example"], archived: false })
      .set(keys.providerOfEmail("x@y.example", ORG, "v2"), true);
    await atomic.commit();
    const other = await opened(site, "x@y.example");
    for (const path of [site.path, `${site.path}/pdf`, "/providers/all/o9/r9/d9"]) {
      strictEqual((await other.get(path)).status, 404, path);
    }
    match((await other.get("/providers")).text, /À déposer \(0\)/);
    strictEqual((await other.get("/home")).headers.get("location"), "/login?back=%2Fhome");
    // Two users in two tabs of one browser: the page of the first is refused.
    const shared = await opened(site, "suivi@chauffage.fr");
    const page = await shared.get(site.path);
    await shared.post("/providers/login", { token: await aLink(site, { email: EMAIL }) });
    const refused = await shared.post(site.path, rightly(page));
    strictEqual(refused.status, 409);
    match(refused.text, /rien n’est déposé/);
    for (const typed of ["90,5", "09/02/2026"]) ok(refused.text.includes(typed), typed);
    const known = await shared.get(site.path);
    await shared.post("/providers/login", { token: await aLink(site, { email: "x@y.example" }) });
    const foreign = await shared.post(site.path, rightly(known));
    strictEqual(foreign.status, 409);
    match(foreign.text, /lien envoyé à une autre adresse a été ouvert/);
    match(foreign.text, /Cette page est celle d’une autre adresse/);
    match(foreign.title, / \| Cette page est celle d’une autre adresse$/);
    const part = await shared.post(PARTS, filled(known, {}));
    strictEqual(part.status, 409);
    match(part.text, /Un lien envoyé à une autre adresse/);
    for (const { text } of [refused, foreign, part]) doesNotMatch(text, /compte/);
    const left = await shared.post("/providers/logout", {});
    strictEqual(left.headers.get("location"), "/providers/login?new=1");
    strictEqual((await shared.get("/providers")).status, 303);
  }));

// @spec organisations.documents
Deno.test("landlord that stops managing documents: the provider's page says so, and leads back to the portal", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const page = await visitor.get(site.path);
    await site.store.atomic().set(keys.orgFeatures(ORG), { documentManagement: false }).commit();
    const answers = [
      await visitor.get(site.path),
      await visitor.post(site.path, rightly(page)),
    ];
    for (const { status, text, html } of answers) {
      strictEqual(status, 403);
      match(text, /Ce bailleur ne demande plus de documents ici/);
      match(html, /<main[\s\S]*href="\/providers"[^>]*>Mes documents/);
      ok(!text.includes("Revenir à l’accueil"));
    }
    match((await visitor.get("/providers")).text, /À déposer \(0\)/);
  }));

Deno.test("deposit above the limit is not read to its end", () =>
  withPortal(
    async (site) => {
      const visitor = await opened(site);
      const page = await visitor.get(site.path);
      const file = aFile(new Uint8Array(2 * 1_024 * 1_024));
      const refused = await visitor.post(site.path, filled(page, { ...RIGHT, file }));
      strictEqual(refused.status, 413);
    },
    {},
    { MAX_DOCUMENT_MB: "1" },
  ));

// @spec providers.weight
Deno.test("page of the portal is one light request, with its style and its script inline", () =>
  withPortal(async (site) => {
    const visitor = await opened(site);
    const token = await aLink(site, { email: EMAIL });
    const pages = [
      [`/providers/login?token=${token}`, 10],
      [site.path, 10],
      ["/providers", 14],
    ] as const;
    for (const [path, max] of pages) {
      const { html } = await visitor.get(path);
      ok(gzipSync(html).length <= max * KIB, `${path}: ${gzipSync(html).length}`);
      deepStrictEqual(html.match(/<link (?!rel="icon")[^>]*/g), null, path);
      deepStrictEqual(html.match(/ src="/g), null, path);
      const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
      for (const [, attributes = "", code = ""] of scripts) {
        match(attributes, /nonce="/);
        ok(code.length <= 6 * KIB);
      }
      strictEqual(scripts.length, path === site.path ? 1 : 0, path);
    }
  }));
