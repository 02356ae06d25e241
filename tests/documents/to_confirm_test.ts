import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { auditRecord } from "@/lib/api/audit.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Page, SITE, type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aContract, aProvider, aTypedoc, REQUEST } from "@/tests/helpers/referring.ts";
import { writeRegisters } from "@/tests/helpers/some_documents.ts";

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly code?: string;
    readonly effects?: readonly Readonly<Record<string, string | number>>[];
    readonly confirmation?: string;
  };
}

type Send = (
  method: string,
  path: string,
  body: unknown,
  confirmation?: string,
) => Promise<Answer>;

interface Api extends VisitedSite {
  /** Sends a call over HTTP, as a program would. */
  readonly send: Send;
}

function withApi(test: (api: Api) => Promise<void>): Promise<void> {
  const roles = ["collect", "collect:documents:write"] as const;
  return withVisitor({ roles }, async (visited) => {
    const { site } = visited;
    await site.store.atomic().set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
    const send: Send = async (method, path, body, confirmation) => {
      const { token } = await signedIn(site);
      const headers = new Headers({ "x-authtoken": token, "content-type": "application/json" });
      if (confirmation !== undefined) headers.set("x-confirmation", confirmation);
      const request = new Request(`${SITE}/api${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      const response = await site.handler(request);
      return { status: response.status, body: await response.json() ?? {} };
    };
    await test({ ...visited, send });
  });
}

async function aBody(ask: CallFunction) {
  return {
    ...REQUEST,
    providerId: await aProvider(ask),
    contractId: await aContract(ask),
    typedocId: await aTypedoc(ask),
  };
}

const REQUESTS = `/collect/orgs/${ORG}/contracting/requests`;

/** Monthly since a year: on 10 February 2026, twelve are late, and three are within the window of 67 days. */
const MONTHLY = { firstRequest: "2025-02-10", rate: 1 };

async function documentCount({ store }: Pick<Api["site"], "store">): Promise<number> {
  return (await listStored(store, keys.document.under(ORG), documentRecord)).length;
}

// @spec calls.to-confirm, forms.far-dates
Deno.test("a request that makes late documents answers 409 with them, and is made once confirmed", () =>
  withApi(async ({ site, ask, send }) => {
    const body = { ...await aBody(ask), ...MONTHLY };
    const asked = await send("POST", REQUESTS, body);
    strictEqual(asked.status, 409);
    strictEqual(asked.body.code, "to-confirm");
    // From 10 February 2025 to 10 January 2026.
    deepStrictEqual(asked.body.effects, [{
      kind: "late-documents",
      count: 12,
      firstDueDate: "2025-02-10",
      lastDueDate: "2026-01-10",
      text: "crée 12\u00A0documents en retard, dus du 10/02/2025 au 10/01/2026",
    }]);
    strictEqual(await documentCount(site), 0);
    const { confirmation } = asked.body;
    // The order of the members does not count, and the body does not name the confirmation.
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    strictEqual((await send("POST", REQUESTS, reordered, confirmation)).status, 201);
    strictEqual(await documentCount(site), 15);
    const lines = await listStored(site.store, keys.audit.under(ORG), auditRecord);
    const subjects = lines.flatMap(({ record }) =>
      record.action === "createRequest" ? [record.subject] : []
    );
    strictEqual(subjects.length, 1);
    match(subjects[0] ?? "", /\(confirmé\u00A0: crée 12\u00A0documents en retard, /);
  }));

// @spec calls.to-confirm
Deno.test("a wrong confirmation, another body, another call or other effects ask again", () =>
  withApi(async ({ site, ask, send }) => {
    const body = { ...await aBody(ask), ...MONTHLY };
    const confirmation = (await send("POST", REQUESTS, body)).body.confirmation ?? "";
    ok(confirmation.length > 10);
    strictEqual((await send("POST", REQUESTS, body, "faux")).body.confirmation, confirmation);
    const other = await send("POST", REQUESTS, { ...body, nbDaysForNewDeadline: 89 }, confirmation);
    strictEqual(other.status, 409);
    notStrictEqual(other.body.confirmation, confirmation);
    // On the next day, a thirteenth document is late: that of 10 February 2026.
    site.clock.goTo("2026-02-11T11:00:00Z");
    const later = await send("POST", REQUESTS, body, confirmation);
    deepStrictEqual([later.status, later.body.effects?.[0]?.count], [409, 13]);
    strictEqual(await documentCount(site), 0);
    strictEqual((await send("POST", REQUESTS, body, later.body.confirmation)).status, 201);
    // A confirmation for what needs none is ignored.
    const near = { ...body, firstRequest: "2026-12-31", rate: 12 };
    strictEqual((await send("POST", REQUESTS, near, "inutile")).status, 201);
  }));

// @spec forms.far-dates
Deno.test("first due dates before last year or over 30 years ahead are refused, confirmed or not", () =>
  withApi(async ({ ask, send }) => {
    const body = await aBody(ask);
    for (const firstRequest of ["2016-12-20", "2024-12-31", "2056-02-11"]) {
      const { status, body: { code } } = await send("POST", REQUESTS, { ...body, firstRequest });
      deepStrictEqual([status, code], [400, "due-date-too-far"], firstRequest);
    }
    const last = { ...body, firstRequest: "2056-02-10" };
    const { status, body: { effects } } = await send("POST", REQUESTS, last);
    deepStrictEqual([status, effects?.map(({ kind }) => kind)], [409, ["far-start"]]);
  }));

// @spec forms.far-dates
Deno.test("an old first due date is kept by an edit; its other fields change, and new late documents are asked for", () =>
  withApi(async ({ site, ask, send }) => {
    const old = { ...await aBody(ask), firstRequest: "2016-12-20", rate: 0, reminder: 60 };
    const key = keys.documentRequest(ORG, "r1");
    await site.store.atomic().set(key, { ...old, close: false }).commit();
    await site.platform.versions.bump([{ kind: "org", id: ORG }]);
    const path = `${REQUESTS}/r1`;
    strictEqual((await send("PUT", path, { ...old, nbDaysForNewDeadline: 30 })).status, 200);
    const yearly = { ...old, rate: 12 };
    const asked = await send("PUT", path, yearly);
    // From 20 December 2016, within ten years, to 20 December 2025.
    deepStrictEqual([asked.status, asked.body.effects?.[0]?.count], [409, 9]);
    strictEqual((await send("PUT", path, yearly, asked.body.confirmation)).status, 200);
    strictEqual((await send("PUT", path, { ...old, firstRequest: "2016-12-21" })).status, 400);
  }));

// @spec forms.far-dates
Deno.test("a reopened request asks for the documents that it makes late", () =>
  withApi(async ({ site, ask, send }) => {
    const closed = { ...await aBody(ask), ...MONTHLY, close: true };
    await site.store.atomic().set(keys.documentRequest(ORG, "r1"), closed).commit();
    await site.platform.versions.bump([{ kind: "org", id: ORG }]);
    const path = `${REQUESTS}/r1/close`;
    strictEqual((await send("PUT", path, { close: true })).status, 200);
    const asked = await send("PUT", path, { close: false });
    deepStrictEqual([asked.status, asked.body.effects?.[0]?.count], [409, 12]);
    strictEqual((await send("PUT", path, { close: false }, asked.body.confirmation)).status, 200);
    strictEqual(await documentCount(site), 15);
  }));

// @spec forms.far-dates
Deno.test("works of 32 days and settings over five years away are confirmed; works of 401 days are refused", () =>
  withApi(async ({ ask, send }) => {
    const mutes = `/collect/projects/${PROJECT}/alerting/mutes`;
    const works = { equipmentId: null, houseId: null, handler: null, reason: "Travaux" };
    const until = (to: string) => ({ ...works, from: "2026-02-10T12:00:00Z", to });
    strictEqual((await send("POST", mutes, until("2026-03-13T12:00:00Z"))).status, 201);
    const long = until("2026-03-14T12:00:00Z");
    const asked = await send("POST", mutes, long);
    deepStrictEqual([asked.status, asked.body.effects?.[0]?.days], [409, 32]);
    const made = await send("POST", mutes, long, asked.body.confirmation);
    strictEqual(made.status, 201);
    // 10 February 2026 and 401 days: 18 March 2027.
    const refused = await send("POST", mutes, until("2027-03-18T12:00:00Z"));
    deepStrictEqual([refused.status, refused.body.code], [400, "silence-too-long"]);
    // Their reason changes without being asked again.
    const renamed = { ...long, reason: "Ravalement" };
    strictEqual((await send("PUT", `${mutes}/${made.body.id}`, renamed)).status, 200);
    const boilerRoomId = await aBoilerRoom(ask);
    const djuSource = await anOutdoorSource(ask);
    const settings = { area: 1_000, peopleNb: 50, djuSource, q: 100, target: 40, threshold: 5 };
    const setFrom = (fromDate: string, confirmation?: string) =>
      send(
        "PUT",
        `/collect/projects/${PROJECT}/facilities/boilerrooms/${boilerRoomId}/efficiencysettings/${fromDate}`,
        { ...settings, djuContract: null },
        confirmation,
      );
    strictEqual((await setFrom("2031-02-10")).status, 200);
    const kinds = [];
    for (const fromDate of ["2031-02-11", "9999-12-31", "2021-02-09"]) {
      const far = await setFrom(fromDate);
      kinds.push(far.body.effects?.[0]?.kind);
      strictEqual((await setFrom(fromDate, far.body.confirmation)).status, 200, fromDate);
      // The stored version is changed without being asked again.
      strictEqual((await setFrom(fromDate)).status, 200, fromDate);
    }
    deepStrictEqual(kinds, ["far-start", "far-start", "old-setting"]);
    const { settings: stored } = await answerOf(
      ask("getEfficiency", { projectId: PROJECT, boilerRoomId }),
    );
    strictEqual(stored.length, 4);
  }));

// @spec forms.far-dates
Deno.test("a final due date over is confirmed, one before the due date is refused for its document", () =>
  withApi(async ({ site, ask, send }) => {
    const body = { ...await aBody(ask), firstRequest: "2026-01-31", rate: 0 };
    const { confirmation } = (await send("POST", REQUESTS, body)).body;
    strictEqual((await send("POST", REQUESTS, body, confirmation)).status, 201);
    const [document] = await listStored(site.store, keys.document.under(ORG), documentRecord);
    const documentIds = [document?.id ?? ""];
    const path = `/collect/orgs/${ORG}/contracting/document-final-due-date`;
    const set = async (finalDueDate: string, isConfirmed = false) => {
      const sent = { documentIds, finalDueDate };
      const asked = await send("POST", path, sent);
      if (!isConfirmed) return asked;
      return await send("POST", path, sent, asked.body.confirmation);
    };
    deepStrictEqual((await set("2056-02-11")).body.code, "due-date-too-far");
    deepStrictEqual((await set("2026-02-09")).body.effects?.[0]?.kind, "late-deadline");
    deepStrictEqual(await set("2026-01-30", true), {
      status: 200,
      body: { results: [{ documentId: documentIds[0], ok: false, code: "before-due-date" }] },
    });
    deepStrictEqual(await set("2026-02-10"), {
      status: 200,
      body: { results: [{ documentId: documentIds[0], ok: true, code: null }] },
    });
  }));

/** The value of the button « Confirmer » and the form that it sends; null when the page has none. */
function buttonOf({ html }: Page) {
  const [button = ""] = /<button[^>]*name="confirmed"[^>]*>/.exec(html) ?? [];
  const [value, form] = ["value", "form"].map((name) =>
    new RegExp(` ${name}="([^"]*)"`).exec(button)?.[1]
  );
  return value === undefined || form === undefined ? null : { value, form };
}

/** A new request, monthly since a year. */
const TYPED = {
  form: "request",
  typedocId: "t1",
  providerId: "v1",
  contractId: "c1",
  firstRequest: "2025-02-10",
  rate: "1",
  reminder: "60",
  nbDaysForNewDeadline: "15",
  projects: PROJECT,
};

function asWriter(test: (visited: VisitedSite) => Promise<void>): Promise<void> {
  const roles = ["collect", "collect:documents:write"] as const;
  return withVisitor({ roles }, async (visited) => {
    await writeRegisters(visited.site.store, { close: true });
    await test(visited);
  });
}

// @spec calls.to-confirm, forms.far-dates
Deno.test("a request that makes late documents is shown again with their number and « Confirmer », without a script", () =>
  asWriter(async ({ site, visitor }) => {
    const path = links.newDocumentRequest("t1");
    const shown = await visitor.post(path, TYPED);
    strictEqual(shown.status, 409);
    match(shown.text, /Rien n’est encore enregistré/);
    match(shown.text, /crée 12\u00A0documents en retard, dus du 10\/02\/2025 au 10\/01\/2026/);
    deepStrictEqual([shown.value("firstRequest"), shown.value("rate")], ["2025-02-10", "1"]);
    strictEqual(await documentCount(site), 0);
    const button = buttonOf(shown);
    match(shown.html, new RegExp(`<form[^>]* id="${button?.form}"`));
    const confirmed = button?.value ?? "";
    // Other values than those that the button confirms are asked again.
    const other = await visitor.post(path, { ...TYPED, reminder: "30", confirmed });
    strictEqual(other.status, 409);
    strictEqual((await visitor.post(path, TYPED)).status, 409);
    strictEqual((await visitor.post(path, { ...TYPED, confirmed })).status, 303);
    strictEqual(await documentCount(site), 15);
  }));

// @spec calls.to-confirm, forms.far-dates
Deno.test("a row of a grid is confirmed too, and named by its button", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ ask, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const path = links.boilerRoomSettings(PROJECT, boilerRoomId);
    const settings = { area: "1000", peopleNb: "50", q: "100", target: "40", threshold: "5" };
    const row = { ...settings, djuSource: await anOutdoorSource(ask), fromDate: "2056-01-01" };
    const version = (await visitor.get(path)).version("settings-new-title");
    const sent = { grid: "settings", version, intent: "add", ...row };
    const shown = await visitor.post(path, sent);
    strictEqual(shown.status, 409);
    match(shown.text, /ne prend effet que le 01\/01\/2056/);
    strictEqual(shown.value("fromDate"), "2056-01-01");
    const { value = "", form } = buttonOf(shown) ?? {};
    match(shown.html, new RegExp(`<form[^>]* id="${form}"`));
    const { intent: _, ...fields } = sent;
    strictEqual((await visitor.post(path, { ...fields, confirmed: value })).status, 303);
    const { settings: [stored] } = await answerOf(
      ask("getEfficiency", { projectId: PROJECT, boilerRoomId }),
    );
    strictEqual(stored?.fromDate, "2056-01-01");
  }));
