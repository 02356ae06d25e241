import { ok } from "node:assert/strict";
import { AlarmWatcher } from "@/lib/alarms/evaluation_job.ts";
import { type AlarmRecord, alarmRecord } from "@/lib/alarms/records.ts";
import { ResidenceCache } from "@/lib/api/residence_cache.ts";
import { CallerRolesCache } from "@/lib/app/caller_roles.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { OWN_ROOM } from "@/lib/app/services.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type Store, type Stored } from "@/lib/store/store.ts";
import type { PlatformChoices, TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anEquipment, aSeries, at, withMember } from "@/tests/helpers/a_residence.ts";
import { circuitDraft } from "@/tests/helpers/drafts.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";

/** A residence with a collector, and a circuit whose flow is at 80 °C at most. */
export interface WatchedCircuit {
  built: TestPlatform;
  ask: CallFunction;
  boilerRoomId: string;
  circuitId: string;
  /** Sends a line, and waits until it is evaluated. */
  sendLine(line: string): Promise<void>;
  /** Sends a flow temperature of now, and waits until it is evaluated. */
  sendFlow(celsius: number): Promise<void>;
  /** Sends one temperature, advances the clock by some minutes, and so on. */
  sendEvery(minutes: number, temperatures: readonly number[]): Promise<void>;
}

export const CIRCUIT = circuitDraft({ name: "Circuit Nord", outMax: 80 });

export function withWatchedCircuit(
  test: (place: WatchedCircuit) => Promise<void>,
  choices: PlatformChoices = {},
): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const { token, ...circuit } = await aWatchedCircuit(ask);
    const { platform, clock } = built;
    const sendLine = async (line: string) => {
      ok((await sendLines(platform, token, line)).kind === "stored");
      await platform.watcher.settled();
    };
    const sendFlow = (celsius: number) =>
      sendLine(flowLine(celsius, Math.floor(clock.now() / 1_000)));
    const sendEvery = async (minutes: number, temperatures: readonly number[]) => {
      for (const celsius of temperatures) {
        await sendFlow(celsius);
        clock.advance(minutes * 60_000);
      }
    };
    await test({ built, ask, ...circuit, sendLine, sendFlow, sendEvery });
  }, choices);
}

/** A line that the collector of {@link aWatchedCircuit} sends. */
export function flowLine(celsius: number, epochS: number): string {
  return `temp,serial=1 value=${celsius} ${epochS}`;
}

/** Adds the circuit, its series and the token of its collector. */
export async function aWatchedCircuit(
  ask: CallFunction,
): Promise<Pick<WatchedCircuit, "boilerRoomId" | "circuitId"> & { token: string }> {
  const boilerRoomId = await aBoilerRoom(ask);
  const place = { name: CIRCUIT.name, parentId: boilerRoomId };
  const circuitId = await anEquipment(ask, "boilerroom-circuit", place);
  const series = await aSeries(ask, "TDEP", boilerRoomId);
  const source = { source: "serial=1", houseId: null };
  ok((await ask("attachSource", { ...at, series, body: source })).ok);
  const settings = { ...CIRCUIT, outType: series };
  ok((await ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body: settings })).ok);
  const token = await aCollector(ask);
  return { boilerRoomId, circuitId, token };
}

/** The stored alarms of the residence, open ones or closed ones. */
export function stored(store: Store, state: "open" | "closed"): Promise<Stored<AlarmRecord>[]> {
  const { under } = state === "open" ? keys.openAlarm : keys.closedAlarm;
  return listStored(store, under(at.projectId), alarmRecord);
}

/** The watcher of another process on the same store. */
export function anotherWatcher(
  { platform: { own: { services } }, store }: TestPlatform,
): AlarmWatcher {
  const { now } = services;
  const versions = new Versions(store, now);
  const callerRoles = new CallerRolesCache(store, versions, now);
  const memory = new ResidenceCache(versions, now, OWN_ROOM);
  return new AlarmWatcher({ ...services, versions, callerRoles, memory });
}
