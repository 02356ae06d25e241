import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { anAdministrator, taken } from "@/tests/helpers/a_made_life.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { settingsDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { inputOf } from "@/tests/helpers/isolation.ts";

/** A version that nothing of the life has: that of the first commit of a store. */
const OLD = "00000000000000010000";

/** Fields whose text may be any other one. */
const WORDS = ["name", "label", "text", "message", "renamed", "comment"];

/** Other values of the bodies that have neither such a text, nor a number or a switch. */
const OTHERS: Readonly<Partial<Record<CallName, object>>> = {
  putProjectUserRoles: { roles: ["collect:read"] },
  putAlarmMute: { reason: "Autre" },
  putEfficiencySources: { gazPce: null },
  putEnergyBill: { amountTtc: "90" },
  putEnergyPrice: { price: "90" },
  putPriceIndexes: { values: [] },
  putModuleStatus: { house_status: "present" },
  putConsumerStatus: { date: "2025-01-06" },
  putContractProvider: { endDate: "2030-01-01" },
};

/** Their bodies differ from what is stored: a team names its users by address, new values of a type get ids. */
const NEVER_SAME: readonly CallName[] = ["putTeam", "putTypedoc"];

/** Whether the body of a call may quote the version that it edits. */
function quotesVersion(name: CallName): boolean {
  const { body }: Call = CALLS[name];
  const shape: unknown = Reflect.get(Object(Reflect.get(Object(body), "def")), "shape");
  return name.startsWith("put") && "version" in Object(shape);
}

/** The same body with another value; null when none of its fields can have any other one. */
function otherBody(name: CallName, body: Readonly<Record<string, unknown>>): object | null {
  const others = OTHERS[name];
  if (others !== undefined) return { ...body, ...others };
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === "string" && WORDS.includes(field)) return { ...body, [field]: "Autre" };
    if (typeof value === "number") return { ...body, [field]: value + 1 };
    if (typeof value === "boolean") return { ...body, [field]: !value };
  }
  return null;
}

// @spec forms.same-values
Deno.test("every edit of an older version is refused, and accepted when its values are stored already", () =>
  withPlatform(async (built) => {
    const { ask, made } = await anAdministrator(built, "ada@bailleur.fr");
    const wrong: string[] = [];
    const edited: string[] = [];
    const unchanged: string[] = [];
    const stamps = async () => {
      const entries = await Array.fromAsync(built.store.list({ prefix: [] }));
      return entries.map(({ key, versionstamp }) => `${key} ${versionstamp}`).join("\n");
    };
    for (const step of LIFE) {
      const { name } = step;
      const input = Object(await inputOf(step, made));
      await taken(step, ask, made);
      if (!quotesVersion(name)) continue;
      const send = async (body: object) =>
        codeOf(await ask(name, { ...input, body: { ...body, version: OLD } }));
      const before = await stamps();
      const same = await send(input.body);
      if (same !== "ok" && !NEVER_SAME.includes(name)) wrong.push(`${name}, same values: ${same}`);
      const other = otherBody(name, input.body);
      if (other === null) unchanged.push(name);
      else if (await send(other) !== "conflict") wrong.push(`${name}: ${await send(other)}`);
      else edited.push(name);
      if (await stamps() !== before) wrong.push(`${name} was written`);
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(unchanged, []);
    ok(edited.length > 45, `${edited.length} edits`);
  }));

Deno.test("of many concurrent saves from the same version, exactly one succeeds", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const djuSource = await anOutdoorSource(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const read = await answerOf(ask("getEfficiency", place));
    const version = read.versions.settings;
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        ask("putEfficiencySettings", {
          ...place,
          fromDate: "2024-07-01",
          body: settingsDraft(djuSource, { area: 1000 + index, version }),
        })),
    );
    const winners = results.flatMap((result, index) => result.ok ? [index] : []);
    strictEqual(winners.length, 1);
    const refusals = new Set(results.flatMap((result) => result.ok ? [] : [result.code]));
    deepStrictEqual([...refusals], ["conflict"]);
    const after = await answerOf(ask("getEfficiency", place));
    deepStrictEqual(
      after.settings.map(({ area }) => area),
      [1000 + (winners[0] ?? NaN)],
    );
  }));
