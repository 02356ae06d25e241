import { detect } from "@/lib/alarms/detection.ts";
import type { Watch } from "@/lib/alarms/records.ts";
import type { EndCause, MonitoredItem, Mute, WatchRule } from "@/lib/alarms/subjects.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";

export const MINUTE_S = 60;
export const HOUR_S = 3_600;
export const DAY_S = 86_400;

/** The visible fields of an alarm. */
export interface SeenAlarm {
  readonly key: string;
  readonly startS: number;
  readonly endS: number | null;
  /** Key of the subject of its parent. */
  readonly under: string | null;
}

/** A subject of equipment "e", with one series "s". */
export function aSubject(rule: WatchRule, own: Partial<MonitoredItem> = {}): MonitoredItem {
  return {
    key: "boilerroom-circuit/e/out",
    handler: "boilerroom-circuit",
    scope: "boilerroom",
    houseId: null,
    buildingId: null,
    boilerRoomId: "room",
    equipmentId: "e",
    seriesIds: ["s"],
    name: "Circuit Nord",
    part: "out",
    delayS: 0,
    rule,
    parentKey: null,
    ...own,
  };
}

/** A mute of the whole residence. */
export function aMute(fromS: number, toS: number, own: Partial<Mute> = {}): Mute {
  return { equipmentId: null, houseId: null, handler: null, fromS, toS, ...own };
}

export function coversSecond({ fromS, toS }: Mute, s: number): boolean {
  return fromS <= s && s < toS;
}

/** A residence evaluated step by step, with only the state that a store would contain. */
export class Followed {
  subjects: readonly MonitoredItem[];
  mutes: Mute[] = [];
  readonly silentAfterS = new Map<string, number>();
  readonly alarms: SeenAlarm[] = [];
  nextS: number | null = null;
  /** The value of each alarm when it was raised, on which its message depends. */
  readonly values: (number | string | null)[] = [];
  /** Causes of the alarms not ended by a reading, in order. */
  readonly causes: EndCause[] = [];
  #readings = new Map<string, SensorValue[]>();
  /** As they were at the last evaluation. */
  #evaluated = new Map<string, readonly SensorValue[]>();
  #stored = "[]";
  #keys: string[] = [];
  #idCount = 0;
  /** Rank of each raised alarm, by its id. */
  readonly #ranks = new Map<string, number>();

  constructor(...subjects: MonitoredItem[]) {
    this.subjects = subjects;
  }

  /** Adds readings in any order; one at a known second replaces the earlier one. */
  send(seriesId: string, ...readings: readonly (readonly [number, number | string])[]): this {
    const own = new Map(this.#readings.get(seriesId)?.map((one) => [one.epochS, one]));
    for (const [epochS, state] of readings) own.set(epochS, { epochS, state });
    this.#readings.set(seriesId, [...own.values()].sort((a, b) => a.epochS - b.epochS));
    return this;
  }

  readingsOf(seriesId: string): readonly SensorValue[] {
    return this.#readings.get(seriesId) ?? [];
  }

  newestOf(seriesId: string): SensorValue | undefined {
    return this.readingsOf(seriesId).at(-1);
  }

  at(nowS: number): this {
    const watches = this.watches;
    const { raised, closed, nextS, ...found } = detect({
      subjects: this.subjects,
      watches,
      readings: this.#unwalked(watches),
      newest: new Map([...this.#readings].flatMap(([id, all]) => {
        const last = all.at(-1);
        return last === undefined ? [] : [[id, last]];
      })),
      silentAfterS: this.silentAfterS,
      mutes: this.mutes,
      nowS,
      newId: () => `${this.#idCount++}`,
    });
    for (const { id } of raised) this.#ranks.set(id, this.#keys.push("") - 1);
    const indexOf = (id: string) => this.#ranks.get(id) ?? -1;
    for (const { id, subject: { key }, startS, endS, parentId, value } of raised) {
      const under = parentId === null ? null : this.#keys[indexOf(parentId)] ?? "";
      this.#keys[indexOf(id)] = key;
      this.alarms[indexOf(id)] = { key, startS, endS, under };
      this.values[indexOf(id)] = value;
    }
    for (const { alarmId, endS, because } of closed) {
      if (because !== undefined) this.causes.push(because);
      const alarm = this.alarms[indexOf(alarmId)];
      if (alarm === undefined || alarm.endS !== null) throw new Error(`${alarmId} closed twice`);
      this.alarms[indexOf(alarmId)] = { ...alarm, endS };
    }
    this.nextS = nextS;
    this.#evaluated = new Map(this.#readings);
    this.#stored = JSON.stringify(found.watches);
    return this;
  }

  get watches(): Watch[] {
    return JSON.parse(this.#stored);
  }

  /** Readings after the last one each watch has seen; of other series, those that came since the last evaluation. */
  #unwalked(watches: readonly Watch[]): Map<string, SensorValue[]> {
    const seen = new Map(watches.map(({ key, seenS }) => [key, seenS]));
    return new Map(
      this.subjects.flatMap(({ key, seriesIds }) =>
        seriesIds.map((id) => {
          const all = this.#readings.get(id) ?? [];
          const seenS = seen.get(key);
          const known = this.#evaluated.get(id) ?? [];
          return [
            id,
            seenS === undefined
              ? newReadings(all, known)
              : all.filter((one) => one.epochS >= seenS),
          ] as const;
        })
      ),
    );
  }
}

/** The readings that came after others, except late ones. */
export function newReadings(
  all: readonly SensorValue[],
  known: readonly SensorValue[],
): SensorValue[] {
  const lastS = known.at(-1)?.epochS ?? -Infinity;
  return all.filter(({ epochS, state }) =>
    epochS > lastS || (epochS === lastS && state !== known.at(-1)?.state)
  );
}
