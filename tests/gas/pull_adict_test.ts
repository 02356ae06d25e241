import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { adictLine, AdictService } from "@/lib/gas/grdf_client.ts";
import { pullAdict, type PullRun } from "@/lib/gas/pull_job.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aGasBoilerRoom, aProject, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  type AdictServer,
  CLIENT,
  RECORDED_PCE as PCE,
  withAdictServer,
} from "@/tests/tools/adict_server.ts";
import { consentLine, INFORMATIVE, PUBLISHED } from "./some_lines.ts";

const HOUR_MS = 3_600_000;

interface Pulling {
  built: TestPlatform;
  server: AdictServer;
  /** An administrator, who has set up the boiler room of {@link PCE}. */
  admin: CallFunction;
  pull(): Promise<PullRun | null>;
}

function withPulling(test: (pulling: Pulling) => Promise<void>): Promise<void> {
  return withAdictServer((server) =>
    withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: admin }) => {
      await aGasBoilerRoom(admin, PCE, "Chaufferie nord");
      const { store, clock } = built;
      const pause = (ms: number) => Promise.resolve(clock.advance(ms));
      const { api, tokenUrl } = server;
      const { now } = clock;
      const ways = { api, tokenUrl, client: CLIENT, scope: "/adict/v6", now, pause };
      const adict = new AdictService(ways);
      const pull = () => pullAdict({ store, now, versions: new Versions(store, now), adict });
      await test({ built, server, admin, pull });
    })
  );
}

/** The listed state of a delivery point. */
async function known(ask: CallFunction, pce = PCE) {
  const result = await answerOf(ask("listGasPces", { orgId: ORG }));
  const found = result.find((one) => one.pce === pce);
  ok(found);
  const { last, consent, askedAt, fault } = found;
  return { last, consent, askedAt, fault };
}

async function linesOf(ask: CallFunction, year: string) {
  return await answerOf(ask("getGasYear", { orgId: ORG, pce: PCE, year }));
}

Deno.test("pullAdict() imports the lines of every delivery point with a valid consent, once", () =>
  withPulling(async ({ server, admin, pull }) => {
    deepStrictEqual(await linesOf(admin, "2021"), []);
    deepStrictEqual(await pull(), { askedCount: 1, changedCount: 2, failedCount: 0 });
    const lines = await linesOf(admin, "2021");
    deepStrictEqual(
      lines.map(({ toDate, informative, energy }) => [toDate, informative, energy]),
      [["2021-08-17", true, 8], ["2021-01-23", false, 2032]],
    );
    const { last, consent, fault } = await known(admin);
    deepStrictEqual({ last, consent, fault }, {
      last: { date: "2021-08-17", index: 1325 },
      consent: { state: "active", isUsable: true, endDate: "2027-01-01" },
      fault: null,
    });
    deepStrictEqual(server.asked.map(({ query }) => query), [
      {},
      { date_debut: "2021-02-10", date_fin: "2026-02-10" },
      { date_debut: "2023-02-10", date_fin: "2026-02-10" },
    ]);
  }));

Deno.test("pullAdict() requests lines once a day, then only new ones and those that may have been corrected", () =>
  withPulling(async ({ built: { clock }, server, admin, pull }) => {
    await pull();
    server.asked.length = 0;
    clock.advance(19 * HOUR_MS);
    deepStrictEqual(await pull(), { askedCount: 0, changedCount: 0, failedCount: 0 });
    strictEqual(server.asked.length, 0);
    clock.advance(HOUR_MS);
    server.published = [PUBLISHED.replace(`"energie":2032`, `"energie":2043`)];
    deepStrictEqual(await pull(), { askedCount: 1, changedCount: 1, failedCount: 0 });
    strictEqual((await linesOf(admin, "2021")).at(-1)?.energy, 2043);
    // 400 and 40 days before the day of the first run, 10 February 2026.
    deepStrictEqual(server.asked.map(({ query }) => query.date_debut), [
      undefined,
      "2025-01-06",
      "2026-01-01",
    ]);
  }));

// @spec imports.absent-unchanged
Deno.test("pullAdict() keeps the energy, indexes and factors that a later answer lacks", () =>
  withPulling(async ({ built: { clock }, server, admin, pull }) => {
    await pull();
    const known = (await linesOf(admin, "2021")).at(-1);
    clock.advance(24 * HOUR_MS);
    server.published = [
      PUBLISHED.replace(`"energie":2032`, `"energie":null`)
        .replace(`"valeur_index":951`, `"valeur_index":null`)
        .replace(`"coeff_conversion":11.29`, `"coeff_conversion":null`),
    ];
    deepStrictEqual(await pull(), { askedCount: 1, changedCount: 0, failedCount: 0 });
    deepStrictEqual((await linesOf(admin, "2021")).at(-1), known);
    strictEqual(known?.energy, 2032);
  }));

Deno.test("pullAdict() writes an audit line for what it changed, in the program's name, and none for nothing", () =>
  withPulling(async ({ built: { clock }, admin, pull }) => {
    await pull();
    clock.advance(24 * HOUR_MS);
    await pull();
    const audit = await answerOf(admin("getAudit", { orgId: ORG, area: "gas" }));
    deepStrictEqual(
      audit.entries.map(({ email, action, projectId, subject }) => [
        email,
        action,
        projectId,
        subject,
      ]),
      [[null, "importGasLines", PROJECT, `${PCE}, 2`]],
    );
  }));

Deno.test("pullAdict() requests no line without a valid consent, and shows GRDF's message", () =>
  withPulling(async ({ built: { clock }, server, admin, pull }) => {
    const said = async (consents: string[]) => {
      server.consents = consents;
      clock.advance(24 * HOUR_MS);
      const run = await pull();
      deepStrictEqual(run, { askedCount: 1, changedCount: 0, failedCount: 0 });
      const { consent, fault } = await known(admin);
      strictEqual(fault, null);
      return consent;
    };
    deepStrictEqual(await said([]), { state: "unknown", isUsable: false, endDate: null });
    deepStrictEqual(await said([consentLine({ statut_controle_preuve: "Preuve en attente" })]), {
      state: "active",
      isUsable: false,
      endDate: "2027-01-01",
    });
    deepStrictEqual(await said([consentLine({ etat_droit_acces: "Révoquée" })]), {
      state: "revoked",
      isUsable: false,
      endDate: "2027-01-01",
    });
    strictEqual(server.asked.every(({ path }) => path === "/droits_acces"), true);
  }));

Deno.test("pullAdict() retries a failed host after an hour, then later, and misses no day", () =>
  withPulling(async ({ built: { clock }, server, admin, pull }) => {
    const down = Array.from({ length: 8 }, () => ({ status: 503 }));
    server.faults.push(...down);
    deepStrictEqual(await pull(), { askedCount: 0, changedCount: 0, failedCount: 1 });
    strictEqual((await known(admin)).fault, "unreachable");
    strictEqual(server.asked.length, 4);
    deepStrictEqual((await pull())?.failedCount, 0);
    clock.advance(HOUR_MS);
    deepStrictEqual((await pull())?.failedCount, 1);
    strictEqual(server.asked.length, 8);
    clock.advance(HOUR_MS);
    deepStrictEqual((await pull())?.askedCount, 0);
    clock.advance(HOUR_MS);
    deepStrictEqual(await pull(), { askedCount: 1, changedCount: 2, failedCount: 0 });
    strictEqual((await known(admin)).fault, null);
    strictEqual(server.asked.at(-1)?.query.date_debut, "2023-02-10");
  }));

Deno.test("pullAdict() leaves the other delivery points to the next run when the host fails", () =>
  withPulling(async ({ built: { clock }, server, admin, pull }) => {
    const other = "23000000000001";
    await aGasBoilerRoom(admin, other, "Chaufferie sud");
    server.consents.push(consentLine({ id_pce: other }));
    // Consents are answered; the first request for lines is not, in any attempt.
    server.faults.push(null, ...Array.from({ length: 4 }, () => ({ status: 503 })));
    deepStrictEqual(await pull(), { askedCount: 0, changedCount: 0, failedCount: 1 });
    const askedAt = [await known(admin), await known(admin, other)].map((one) => one.askedAt);
    strictEqual(askedAt.filter((at) => at === null).length, 1);
    clock.advance(2 * HOUR_MS);
    strictEqual((await pull())?.failedCount, 0);
  }));

Deno.test("pullAdict() stores no answer once another process runs the job", () =>
  withPulling(async ({ built: { store, clock: { now } }, admin }) => {
    const lines = async () => {
      const taken = { holder: "another", untilMs: now() + HOUR_MS };
      await store.atomic().set(keys.lease("pull adict"), taken).commit();
      return { ok: false, fault: "refused" } as const;
    };
    const consents = () =>
      Promise.resolve({ ok: true, lines: [adictLine(consentLine())] } as const);
    const versions = new Versions(store, now);
    await pullAdict({ store, now, versions, adict: { consents, lines } });
    strictEqual((await known(admin)).askedAt, null);
  }));

Deno.test("pullAdict() continues with the next delivery point when the lines of one are refused", () =>
  withPulling(async ({ server, admin, pull }) => {
    const other = "23000000000001";
    await aGasBoilerRoom(admin, other, "Chaufferie sud");
    server.consents.push(consentLine({ id_pce: other }));
    server.published.push(PUBLISHED.replace(PCE, other));
    // Consents are answered; the first request for lines is not.
    server.faults.push(null, { status: 403 });
    const run = await pull();
    strictEqual(run?.askedCount, 1);
    strictEqual(run.failedCount, 1);
    const isFirst = server.asked[1]?.path.includes(PCE);
    const [refused, read] = isFirst ? [PCE, other] : [other, PCE];
    const { fault, last, consent } = await known(admin, refused);
    deepStrictEqual([fault, last, consent?.isUsable], ["refused", null, true]);
    strictEqual((await known(admin, read)).fault, null);
    ok((await known(admin, read)).last);
  }));

Deno.test("pullAdict() continues after a delivery point with an unreadable owner, and names it", () =>
  withPulling(async ({ built: { store }, admin, pull }) => {
    const unreadable = "01000000000000";
    await aGasBoilerRoom(admin, unreadable, "Chaufferie sud");
    await store.atomic().set(keys.gasPceOwner(unreadable), { orgId: 1 }).commit();
    await rejects(pull(), /1 of the delivery points failed: 01000000000000: TypeError/);
    strictEqual((await linesOf(admin, "2021")).length, 2);
  }));

Deno.test("pullAdict() requests the other delivery points when a boiler room, a residence or a delivery point is unreadable", () =>
  withPulling(async ({ built: { store }, admin, pull }) => {
    const source = await store.get(keys.efficiencySources(PROJECT, await roomOf(store)));
    await store.atomic().set(keys.efficiencySources("p8", "b8"), 7)
      .set(keys.efficiencySources("p9", "b9"), source.value).set(keys.project("p9"), 7)
      .set(keys.gasPce("o9", "02000000000000"), 7).commit();
    await rejects(pull(), /3 of the delivery points failed: .*\/b8: .*\/p9: .*\/02000000000000: /);
    strictEqual((await linesOf(admin, "2021")).length, 2);
  }));

async function roomOf(store: Store): Promise<string> {
  const [roomId = ""] = await listIds(store, keys.efficiencySources.under(PROJECT));
  return roomId;
}

// @spec gas.grdf-requests
Deno.test("pullAdict() ignores lines of other delivery points, of unfinished days and of years that no page has", () =>
  withPulling(async ({ server, admin, pull }) => {
    server.published = [
      PUBLISHED,
      PUBLISHED.replace(`"23000000000000"}`, `"23000000000009"},"x":{"id_pce":"${PCE}"}`)
        .replaceAll("2021-01-", "2021-03-"),
      PUBLISHED.replaceAll("2021-01-", "2031-01-"),
      PUBLISHED.replaceAll("2021-01-", "1999-01-"),
      PUBLISHED.replaceAll("2021-01-", "0001-01-"),
      "{",
    ];
    server.informative = [INFORMATIVE.replace("Informative Journalier", "Autre")];
    deepStrictEqual((await pull())?.changedCount, 2);
    const lines = await linesOf(admin, "2021");
    deepStrictEqual(lines.map(({ informative }) => informative), [true, false]);
  }));

Deno.test("pullAdict() requests a number for the first organisation that named it, as long as it does", () =>
  withPulling(async ({ built, admin, pull }) => {
    await pull();
    await built.store.atomic()
      .set(keys.org("o2"), { name: "Autre bailleur" })
      .set(keys.project("p2"), aProject({ orgId: "o2" }))
      .set(keys.projectOfOrg("o2", "p2"), true)
      .set(keys.efficiencySources("p2", "c2"), sourcesDraft({ sourceType: "s2", gazPce: PCE }))
      .commit();
    deepStrictEqual(await pull(), { askedCount: 0, changedCount: 0, failedCount: 1 });
    const ofOther = async () => {
      const record = await built.store.get(keys.gasPce("o2", PCE));
      return JSON.parse(JSON.stringify(record.value));
    };
    const { fault, consent, last } = await ofOther();
    deepStrictEqual({ fault, consent, last }, { fault: "elsewhere", consent: null, last: null });
    const rooms = await admin("listBoilerRooms", { projectId: PROJECT });
    ok(rooms.ok && rooms.answer[0]);
    await built.store.atomic()
      .delete(keys.efficiencySources(PROJECT, rooms.answer[0].id)).commit();
    built.clock.advance(24 * HOUR_MS);
    deepStrictEqual(await pull(), { askedCount: 1, changedCount: 2, failedCount: 0 });
    strictEqual((await ofOther()).fault, null);
  }));

Deno.test("pullAdict() treats more lines than a year has days as an unreadable answer, and stores none", () =>
  withPulling(async ({ server, admin, pull }) => {
    server.published = Array.from({ length: 501 }, (_, rank) => {
      const [from, to] = [1 + rank % 25, 1 + Math.floor(rank / 25)];
      const ends = `2021-02-${String(to).padStart(2, "0")}T06:00:00+01:00`;
      return PUBLISHED
        .replace(
          `_consommation":"2021-01-01T`,
          `_consommation":"2021-01-${String(from).padStart(2, "0")}T`,
        )
        .replace(
          `"date_fin_consommation":"2021-01-23T06:00:00+01:00"`,
          `"date_fin_consommation":"${ends}"`,
        );
    });
    deepStrictEqual(await pull(), { askedCount: 0, changedCount: 0, failedCount: 1 });
    strictEqual((await known(admin)).fault, "unreadable");
    strictEqual((await known(admin)).last, null);
  }));
