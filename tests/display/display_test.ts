import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { ANONYMOUS, type Caller } from "@/lib/identity/caller.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { inDemo } from "@/tests/demo/in_demo.ts";
import { callAs, signedIn, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, at, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { getDocumentProxy } from "@/tests/npm/pdf.ts";

const MESSAGE = { priority: 2, from: "2026-02-10", to: "2026-02-10", message: "Coupure d’eau" };
const CONTACT = { priority: 1, name: "Gardien", phone: "03 83 00 00 00", mail: "" };

interface Display {
  built: TestPlatform;
  /** A user who writes messages and contacts. */
  ask: CallFunction;
}

function withDisplay(test: (display: Display) => Promise<void>, display = true): Promise<void> {
  const residence = { features: { display } };
  return withMember({ roles: ["collect:display:write"] }, test, { residence });
}

async function messagesOf(ask: CallFunction): Promise<string[]> {
  return (await answerOf(ask("getDisplayScreen", at))).messages.map(({ message }) => message);
}

async function callerOf({ platform }: TestPlatform, token: string): Promise<Caller> {
  return await platform.identities.byToken(token, "header");
}

async function aScreen({ built, ask }: Display) {
  const made = await answerOf(ask("createDisplayToken", { ...at, body: { name: "Hall A" } }));
  return { ...made, caller: await callerOf(built, made.token) };
}

// @spec display.messages
Deno.test("messages of the screen are written, listed by priority, changed and deleted", () =>
  withDisplay(async ({ ask }) => {
    const made = await answerOf(ask("createDisplayMessage", { ...at, body: MESSAGE }));
    const first = { ...MESSAGE, priority: 1, to: null };
    ok((await ask("createDisplayMessage", { ...at, body: first })).ok);
    const listed = await answerOf(ask("listDisplayMessages", at));
    deepStrictEqual(listed.map(({ id: _, version: __, ...one }) => one), [first, MESSAGE]);
    const message = { ...at, messageId: made.id };
    const version = listed[1]?.version;
    const put = { ...message, body: { ...MESSAGE, message: "Reportée", version } };
    strictEqual(codeOf(await ask("putDisplayMessage", put)), "ok");
    const backwards = { ...put, body: { ...MESSAGE, to: "2026-02-09" } };
    strictEqual(codeOf(await ask("putDisplayMessage", backwards)), "invalid-input");
    for (const [field, date] of [["from", "0001-01-01"], ["to", "2206-02-10"]] as const) {
      const absurd = await ask("putDisplayMessage", {
        ...put,
        body: { ...MESSAGE, [field]: date },
      });
      ok(!absurd.ok);
      strictEqual(absurd.code, "invalid-input");
      deepStrictEqual(absurd.issues, [{ path: `body.${field}`, message: "implausible-date" }]);
    }
    strictEqual(codeOf(await ask("deleteDisplayMessage", message)), "ok");
    strictEqual(codeOf(await ask("deleteDisplayMessage", message)), "not-found");
    strictEqual(codeOf(await ask("putDisplayMessage", { ...message, body: MESSAGE })), "not-found");
  }));

// @spec display.screen
Deno.test("message starts and ends at midnight in the residence's own time zone", () =>
  withDisplay(async (display) => {
    const { built, ask } = display;
    const zone = aProject({ timeZone: "Indian/Reunion" });
    await built.store.atomic().set(keys.project(PROJECT), zone).commit();
    ok((await ask("createDisplayMessage", { ...at, body: { ...MESSAGE, to: "2026-02-10" } })).ok);
    const { caller } = await aScreen(display);
    const screen = callAs(built, caller);
    // It is 15:00 there, four hours ahead of UTC.
    deepStrictEqual(await messagesOf(screen), ["Coupure d’eau"]);
    built.clock.advance(9 * 3_600_000 - 1);
    deepStrictEqual(await messagesOf(screen), ["Coupure d’eau"]);
    built.clock.advance(1);
    // The previous answer may still be cached for a minute.
    built.clock.advance(60_000);
    deepStrictEqual(await messagesOf(screen), []);
  }));

Deno.test("where the screen is off nothing is shown or added, and existing entries can be deleted", () =>
  withDisplay(async ({ built, ask }) => {
    await built.store.atomic().set(keys.displayMessage(PROJECT, "m1"), MESSAGE).commit();
    const message = { ...at, messageId: "m1" };
    const refused = await Promise.all([
      ask("getDisplayScreen", at),
      ask("createDisplayMessage", { ...at, body: MESSAGE }),
      ask("putDisplayMessage", { ...message, body: MESSAGE }),
      ask("createDisplayContact", { ...at, body: CONTACT }),
      ask("createDisplayToken", { ...at, body: { name: "Hall" } }),
    ]);
    deepStrictEqual(refused.map(codeOf), new Array(5).fill("display-off"));
    strictEqual(codeOf(await ask("deleteDisplayMessage", message)), "ok");
  }, false));

// @spec display.tokens
Deno.test("screen's token reads the screen of its residence and nothing else", () =>
  withDisplay(async (display) => {
    const { built, ask } = display;
    ok((await ask("createDisplayMessage", { ...at, body: MESSAGE })).ok);
    await built.store.atomic()
      .set(keys.project("p2"), aProject())
      .set(keys.projectOfOrg(ORG, "p2"), true)
      .set(keys.projectFeatures("p2"), { ...NO_FEATURES, display: true })
      .commit();
    const { caller } = await aScreen(display);
    const screen = callAs(built, caller);
    deepStrictEqual(await messagesOf(screen), ["Coupure d’eau"]);
    strictEqual(codeOf(await screen("getDisplayScreen", { projectId: "p2" })), "not-found");
    strictEqual(
      codeOf(await screen("createDisplayMessage", { ...at, body: MESSAGE })),
      "forbidden",
    );
    strictEqual(codeOf(await screen("listDisplayTokens", at)), "forbidden");
    strictEqual(codeOf(await screen("getProject", at)), "forbidden");
  }));

Deno.test("a screen's token is stored as a hash, listed without its secret and revoked at once", () =>
  withDisplay(async (display) => {
    const { built, ask } = display;
    const { id, token, caller } = await aScreen(display);
    strictEqual(caller.kind, "display");
    for await (const { key, value } of built.store.list({ prefix: [] })) {
      ok(!Deno.inspect([key, value], { depth: 9, strAbbreviateSize: 10_000 }).includes(token));
    }
    const listed = await answerOf(ask("listDisplayTokens", at));
    deepStrictEqual(listed.map(({ id, name, lastUsedAt }) => ({ id, name, lastUsedAt })), [
      { id, name: "Hall A", lastUsedAt: null },
    ]);
    ok(!JSON.stringify(listed).includes(token));
    // The role for collectors does not include screens.
    const collecting = await someone(built, {
      email: "c@b.fr",
      roles: ["collect:boilerroom:write"],
    });
    strictEqual(codeOf(await collecting("revokeIngestToken", { ...at, tokenId: id })), "not-found");
    strictEqual(codeOf(await ask("revokeDisplayToken", { ...at, tokenId: id })), "ok");
    strictEqual(codeOf(await ask("revokeDisplayToken", { ...at, tokenId: id })), "not-found");
    deepStrictEqual(await callerOf(built, token), ANONYMOUS);
  }));

/**
 * Spaces above the lines of a poster: a line is 1.35 × its size high, its baseline 0.905 × its size below its top; the
 * first is under 42 of margin.
 */
function spacesOf(lines: Awaited<ReturnType<typeof readLines>>): number[] {
  return lines.map(({ size, below }, rank) => {
    const above = lines[rank - 1]?.size;
    const line = above === undefined ? 42 : (1.35 - 0.905) * above;
    return Math.round(below - line - 0.905 * size);
  });
}

// @spec display.poster
Deno.test("the poster has the messages of the day and the contacts, and can be read from afar: its sizes, its spaces and what is bold", () =>
  withDisplay(async ({ ask }) => {
    const none = await answerOf(ask("getDisplayPoster", at));
    deepStrictEqual((await readTags(none.bytes)).pages[0], [
      ["H1", "Les Lilas"],
      ["P", "Affiché le mardi 10 février 2026"],
      ["H2", "Messages"],
      ["P", "Aucun message aujourd’hui."],
    ]);
    deepStrictEqual(spacesOf(await readLines(none.bytes)), [0, 4, 26, 10]);
    const urgent = { ...MESSAGE, priority: 1, message: "Gaz", to: null };
    const over = { ...MESSAGE, from: "2026-02-09", to: "2026-02-09" };
    for (const body of [urgent, over, MESSAGE]) {
      ok((await ask("createDisplayMessage", { ...at, body })).ok);
    }
    ok((await ask("createDisplayContact", { ...at, body: CONTACT })).ok);
    const poster = await answerOf(ask("getDisplayPoster", at));
    strictEqual(poster.fileName, "Affiche Les Lilas 2026-02-10.pdf");
    const { pages: [tags = []] } = await readTags(poster.bytes);
    deepStrictEqual(tags.map(([tag]) => tag).join(" "), "H1 P H2 P P P H2 P P");
    const lines = await readLines(poster.bytes);
    const bold = lines[0]?.font;
    deepStrictEqual(lines.map(({ text, size, font }) => [text, size, font === bold]), [
      ["Les Lilas", 34, true],
      ["Affiché le mardi 10 février 2026", 16, false],
      ["Messages", 22, true],
      ["Gaz", 20, true],
      ["Coupure d’eau", 20, false],
      ["Jusqu’au mardi 10 février 2026", 13, false],
      ["Contacts", 22, true],
      ["Gardien", 16, true],
      ["03 83 00 00 00", 16, false],
    ]);
    deepStrictEqual(spacesOf(lines), [0, 4, 26, 14, 14, 2, 26, 10, 0]);
  }));

Deno.test("in the demo a screen shows the entries of its own visit", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const one = await signedIn(built, email, password);
    const other = await signedIn(built, email, password);
    const listed = await answerOf(one.ask("listOrgs", {}));
    const projects = await answerOf(one.ask("listProjects", { orgId: listed[0]?.id ?? "" }));
    const demo = { projectId: projects[0]?.id ?? "" };
    const from = { ...MESSAGE, message: "Écrit par la visite" };
    ok((await one.ask("createDisplayMessage", { ...demo, body: from })).ok);
    const made = await answerOf(one.ask("createDisplayToken", { ...demo, body: { name: "Hall" } }));
    const screen = callAs(built, await callerOf(built, made.token));
    const shown = await answerOf(screen("getDisplayScreen", demo));
    ok(shown.messages.some(({ message }) => message === from.message));
    const elsewhere = await other.ask("getDisplayScreen", demo);
    ok(elsewhere.ok && !elsewhere.answer.messages.some(({ message }) => message === from.message));
  }, { demo: true }));

// @spec display.tokens
Deno.test("in the demo a token is revoked beside other writes of the visit, with an audit line for each", () =>
  inDemo("landlord", async (ask) => {
    const [{ id: orgId = "" } = {}] = await answerOf(ask("listOrgs", {}));
    const [{ id: projectId = "" } = {}] = await answerOf(ask("listProjects", { orgId }));
    const made = await Promise.all(
      ["A", "B", "C"].map((name) =>
        answerOf(ask("createDisplayToken", { projectId, body: { name } }))
      ),
    );
    const codes = await Promise.all([
      ...made.map(({ id }) => ask("revokeDisplayToken", { projectId, tokenId: id })),
      ask("createDisplayMessage", { projectId, body: MESSAGE }),
    ]);
    deepStrictEqual(codes.map(codeOf), ["ok", "ok", "ok", "ok"]);
    deepStrictEqual(await answerOf(ask("listDisplayTokens", { projectId })), []);
    const { entries } = await answerOf(ask("getAudit", { orgId }));
    const subjects = entries.filter(({ action }) => action === "revokeDisplayToken")
      .map(({ subject }) => subject);
    deepStrictEqual(subjects.toSorted(), ["A", "B", "C"]);
  }));

/** A drawn line of text. */
interface ReadLine {
  readonly text: string;
  /** Font size, points. */
  readonly size: number;
  /** Distance of its baseline from that of the line above, or from the top of the page, points. */
  readonly below: number;
  /** Name of its font within the file: equal for lines of one weight. */
  readonly font: string;
}

/** The lines of the first page of a PDF, from the top. */
async function readLines(bytes: Uint8Array): Promise<ReadLine[]> {
  const pdf = await getDocumentProxy(bytes.slice());
  try {
    const page = await pdf.getPage(1);
    const { items } = await page.getTextContent();
    const lines = items.flatMap((item) => "str" in item && item.str !== "" ? [item] : []);
    const [, , , pageHeight = 0] = page.view;
    const heightOf = (rank: number) => lines[rank]?.transform[5] ?? pageHeight;
    return lines.map(({ str, transform, fontName }, rank) => ({
      text: str,
      size: transform[0],
      below: heightOf(rank - 1) - heightOf(rank),
      font: fontName,
    }));
  } finally {
    await pdf.loadingTask.destroy();
  }
}
