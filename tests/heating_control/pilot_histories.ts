import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { setpointRequestsFor, takeReports } from "@/lib/heating_control/gateway.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aGateway, aModule, withPilot } from "./a_pilot.ts";

const SERIALS = ["M0", "M1", "M2"] as const;

/** A step of users, the platform or a gateway; an answer may be lost, repeated or late. */
export type PilotStep =
  | { readonly what: "residence"; readonly tempC: number }
  | { readonly what: "own"; readonly module: number; readonly tempC: number }
  | { readonly what: "follow"; readonly module: number }
  | { readonly what: "presence"; readonly module: number; readonly isAbsent: boolean }
  | { readonly what: "poll" }
  | { readonly what: "acknowledge"; readonly pick: number }
  | { readonly what: "race"; readonly tempC: number; readonly pick: number };

const module = fc.integer({ min: 0, max: SERIALS.length - 1 });
const tempC = fc.integer({ min: 15, max: 25 });
const pick = fc.nat(50);

export const ANY_PILOT_HISTORY: fc.Arbitrary<PilotStep[]> = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant("residence" as const), tempC }),
    fc.record({ what: fc.constant("own" as const), module, tempC }),
    fc.record({ what: fc.constant("follow" as const), module }),
    fc.record({ what: fc.constant("presence" as const), module, isAbsent: fc.boolean() }),
    fc.record({ what: fc.constant("poll" as const) }),
    fc.record({ what: fc.constant("acknowledge" as const), pick }),
    fc.record({ what: fc.constant("race" as const), tempC, pick }),
  ),
  { maxLength: 25 },
);

/**
 * Expected state of a module in the simple model: the last setting of each value, without
 * revisions.
 */
interface ModelState {
  /**
   * Absent until set; null to follow the residence, with its first configuration where it has none.
   */
  own?: number | null;
  presence: string | null;
}

/** Runs histories on one store, each with its own modules, and compares them with the model. */
export function comparePilotHistories(histories: readonly (readonly PilotStep[])[]): Promise<void> {
  return withPilot(async ({ built, ask }) => {
    const ids: string[] = [];
    for (const serial of SERIALS) ids.push(await aModule(ask, serial, serial));
    const collectorOf = await aGateway(built, ask);
    for (const steps of histories) {
      await forgetAll(built, ids);
      await new History(built, ask, ids, collectorOf).follow(steps);
    }
  });
}

/** Restores the residence as before its first change. */
async function forgetAll({ store }: TestPlatform, ids: readonly string[]): Promise<void> {
  const atomic = store.atomic().delete(keys.pilotConfig(PROJECT)).delete(
    keys.pilotRevision(PROJECT),
  );
  for (const id of ids) {
    atomic.delete(keys.pilotModule(PROJECT, id)).delete(keys.pilotReport(PROJECT, id));
  }
  await atomic.commit();
}

class History {
  #residence: number | null = null;
  readonly #states: ModelState[] = SERIALS.map(() => ({ presence: null }));
  /** What modules apply, by serial: the last wish they received and accepted. */
  readonly #done = new Map<string, { revision: number; text: string }>();
  /** Sent wishes, whose acknowledgement may still arrive, in any order and twice. */
  readonly #sent: { serial: string; revision: number }[] = [];

  constructor(
    private readonly built: TestPlatform,
    private readonly ask: CallFunction,
    private readonly ids: readonly string[],
    private readonly collectorOf: Awaited<ReturnType<typeof aGateway>>,
  ) {}

  async follow(steps: readonly PilotStep[]): Promise<void> {
    for (const step of steps) await this.#take(step);
    // Once nothing is lost any more, the gateway has the last setting of everything.
    await this.#poll();
    await this.#report(this.#sent);
    deepStrictEqual((await this.#wishes(false)).map(({ serial }) => serial), []);
    for (const [rank, serial] of SERIALS.entries()) {
      strictEqual(this.#done.get(serial)?.text ?? "nothing", this.#modelOf(rank), serial);
    }
  }

  async #take(step: PilotStep): Promise<void> {
    switch (step.what) {
      case "residence":
        return await this.#putResidence(step.tempC);
      case "own":
        return await this.#putOwn(step.module, step.tempC);
      case "follow":
        return await this.#putOwn(step.module, null);
      case "presence":
        return await this.#putPresence(step.module, step.isAbsent ? "absent" : "present");
      case "poll":
        return await this.#poll();
      case "acknowledge":
        return await this.#acknowledge(step.pick);
      case "race":
        await Promise.all([this.#putResidence(step.tempC), this.#acknowledge(step.pick)]);
    }
  }

  async #putResidence(temp_conf: number): Promise<void> {
    this.#residence = temp_conf;
    ok((await this.ask("putPilotConfig", { ...at, body: { ...FIRST_CONFIG, temp_conf } })).ok);
  }

  async #putOwn(rank: number, own: number | null): Promise<void> {
    const asked = this.#states[rank];
    const moduleId = this.ids[rank];
    if (asked === undefined || moduleId === undefined) throw new RangeError(`No module ${rank}`);
    asked.own = own;
    const body = { ...FIRST_CONFIG, temp_conf: own ?? 19, isDefault: own === null };
    ok((await this.ask("putModuleConfig", { ...at, moduleId, body })).ok);
  }

  async #putPresence(rank: number, house_status: "present" | "absent"): Promise<void> {
    const asked = this.#states[rank];
    const moduleId = this.ids[rank];
    if (asked === undefined || moduleId === undefined) throw new RangeError(`No module ${rank}`);
    asked.presence = house_status;
    ok((await this.ask("putModuleStatus", { ...at, moduleId, body: { house_status } })).ok);
  }

  /** A module accepts a wish unless it has received a later one; the acknowledgement is queued. */
  async #poll(): Promise<void> {
    for (const { serial, revision, config, house_status } of await this.#wishes(false)) {
      const text = `${config?.temp_conf ?? null} ${house_status}`;
      // Never a wish that another has replaced.
      strictEqual(text, this.#modelOf(SERIALS.findIndex((one) => one === serial)), serial);
      if (revision > (this.#done.get(serial)?.revision ?? 0)) {
        this.#done.set(serial, { revision, text });
      }
      this.#sent.push({ serial, revision });
    }
  }

  async #acknowledge(pick: number): Promise<void> {
    const one = this.#sent[pick % Math.max(1, this.#sent.length)];
    if (one !== undefined) await this.#report([one]);
  }

  async #wishes(isAll: boolean) {
    const found = await setpointRequestsFor(await this.collectorOf(), { after: "", isAll });
    ok(found !== null);
    return found.wishes;
  }

  async #report(sent: readonly { serial: string; revision: number }[]): Promise<void> {
    const reports = sent.map((one) => ({ ...one, status: null }));
    const answer = await takeReports(await this.collectorOf(), reports, 0);
    deepStrictEqual([answer?.unknown, answer?.neverAsked], [[], []]);
  }

  #modelOf(rank: number): string {
    const { own, presence = null } = this.#states[rank] ?? {};
    const asked = own ?? this.#residence ?? (own === null ? FIRST_CONFIG.temp_conf : null);
    return asked === null && presence === null ? "nothing" : `${asked} ${presence}`;
  }
}
