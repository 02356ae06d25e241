/** Remembers the sources of bodies, so that each is looked up once. @module */

import { copiedInto } from "@/lib/base/bytes.ts";
import { ByteNames } from "@/lib/base/interning.ts";
import type { Claims } from "@/lib/series/claims.ts";
import type { Store } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { type SourceDevice, unitOfDevice } from "@/lib/timeseries/source_names.ts";
import { BACKSLASH } from "./byte_values.ts";

/** A field of a device, which a series may claim. */
interface Source {
  readonly device: SourceDevice;
  readonly field: string;
  /** Unit of its values; "" when the sender names none. */
  readonly unit: string;
}

/** Marks a source not yet looked up among the claims. */
const NOT_LOOKED_UP = -2;

/** Sources by number, with their series: each is looked up among the claims once. */
export class Sources {
  readonly #all: Source[] = [];
  #claims: Claims | null = null;
  #unclaimedCount = 0;
  /** By source, the number of its series among the claims. */
  #series = new Int32Array(16).fill(NOT_LOOKED_UP);

  get count(): number {
    return this.#all.length;
  }

  /** Number of sources looked up that no series claims. */
  get unclaimedCount(): number {
    return this.#unclaimedCount;
  }

  /** @returns the number of the new source */
  add(device: SourceDevice, field: string): number {
    const { length } = this.#series;
    if (this.#all.length === length) {
      const longer = new Int32Array(2 * length).fill(NOT_LOOKED_UP, length);
      this.#series = copiedInto(longer, this.#series);
    }
    return this.#all.push({ device, field, unit: unitOfDevice(device) }) - 1;
  }

  /** Notes the unit that a line states for a source. */
  setUnit(source: number, unit: string): void {
    const known = this.get(source);
    if (known.unit !== unit) this.#all[source] = { ...known, unit };
  }

  /** @throws RangeError when no source has this number */
  get(source: number): Source {
    const found = this.#all[source];
    if (found === undefined) throw new RangeError(`No source ${source}`);
    return found;
  }

  /** The series known for each source, according to some claims; negative for the others. */
  knownSeries(claims: Claims): Int32Array {
    if (this.#claims !== claims) {
      this.#claims = claims;
      this.#series.fill(NOT_LOOKED_UP);
      this.#unclaimedCount = 0;
    }
    return this.#series;
  }

  /** The number of the series of a source; negative for none. */
  seriesOf(source: number, claims: Claims): number {
    const known = this.knownSeries(claims);
    const series = known[source] ?? NOT_LOOKED_UP;
    if (series !== NOT_LOOKED_UP) return series;
    const { device, field } = this.get(source);
    const found = claims.seriesOf(device, field);
    if (found < 0) this.#unclaimedCount++;
    return known[source] = found;
  }
}

export interface KnownDevice {
  readonly device: SourceDevice;
  /** Its number among the stored devices; -1 when it is not stored. */
  readonly name: number;
  /** The first field of its last line: compared first, which is faster than a lookup. */
  firstField: KnownField | null;
  /** The device whose line followed last time. */
  next: KnownDevice | null;
}

export interface KnownField {
  /** Its number among the stored fields; -1 when it is not stored. */
  readonly name: number;
  readonly source: number;
  /** The field that followed in its line last time. */
  next: KnownField | null;
}

/** A range of bytes. */
interface Written {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Maximum number of sources of one residence: above it, all are dropped with their order. */
const MOST_SOURCES = 40_000;
/** Maximum number of them without a series: more than a collector sends by mistake; each costs half a kilobyte. */
const MOST_UNCLAIMED = 5_000;
/** Maximum length of a stored device and of a stored field, bytes, and maximum number of tags. */
export const LONGEST_REMEMBERED = 256;
const MOST_TAGS_REMEMBERED = 12;
/** Fields are owned by their device, devices by none. */
const NO_OWNER = -1;

/**
 * The sources of a residence, by their bytes in lines: collectors send the same sources in the same order at every
 * tick, so known bytes are compared instead of parsed again.
 */
export class SourceTable {
  readonly sources: Sources = new Sources();
  readonly #deviceNames = new ByteNames();
  readonly #fieldNames = new ByteNames();
  readonly #devices: KnownDevice[] = [];
  readonly #fields: KnownField[] = [];

  /** True when it must be replaced by a new table. */
  get isFull(): boolean {
    return this.sources.count >= MOST_SOURCES || this.#deviceNames.count >= MOST_SOURCES ||
      this.sources.unclaimedCount >= MOST_UNCLAIMED;
  }

  /** Length of the device in bytes, when it is at a position; 0 otherwise. */
  deviceLength({ name }: KnownDevice, view: DataView, at: number): number {
    return this.#deviceNames.standsAt(name, view, at) ? this.#deviceNames.lengthOf(name) : 0;
  }

  /** Length of the field in bytes, when it is at a position; 0 otherwise. */
  fieldLength({ name }: KnownField, view: DataView, at: number): number {
    return this.#fieldNames.standsAt(name, view, at) ? this.#fieldNames.lengthOf(name) : 0;
  }

  /** The stored device with these bytes. */
  findDevice({ bytes, from, to }: Written): KnownDevice | undefined {
    return this.#devices[this.#deviceNames.find(NO_OWNER, bytes, from, to)];
  }

  /** The stored field of a device with these bytes. */
  findField({ name }: KnownDevice, { bytes, from, to }: Written): KnownField | undefined {
    return name < 0 ? undefined : this.#fields[this.#fieldNames.find(name, bytes, from, to)];
  }

  /** Adds a device with its bytes, stored unless it would take much memory. */
  addDevice(device: SourceDevice, { bytes, from, to }: Written): KnownDevice {
    // After a final backslash, the next space would be part of the name.
    const isFit = to - from <= LONGEST_REMEMBERED &&
      device.tags.length <= MOST_TAGS_REMEMBERED && bytes[to - 1] !== BACKSLASH;
    const name = isFit ? this.#deviceNames.add(NO_OWNER, bytes, from, to) : -1;
    const known = { device, name, firstField: null, next: null };
    if (name >= 0) this.#devices[name] = known;
    return known;
  }

  /** Adds a field of a device with its bytes, stored when its device is. */
  addField(
    { device, name: owner }: KnownDevice,
    field: string,
    { bytes, from, to }: Written,
  ): KnownField {
    const isFit = owner >= 0 && to - from <= LONGEST_REMEMBERED;
    const name = isFit ? this.#fieldNames.add(owner, bytes, from, to) : -1;
    const known = { name, source: this.sources.add(device, field), next: null };
    if (name >= 0) this.#fields[name] = known;
    return known;
  }
}

/** Of a source in a table, about, bytes. */
const SOURCE_BYTES = 500;

const TABLES = new StoreMemory<SourceTable>(
  "sources",
  ({ sources }) => sources.count * SOURCE_BYTES,
);

/** The table of a residence; a new one when it has none, or when its table is full. */
export function sourceTable(store: Store, projectId: string): SourceTable {
  const known = TABLES.at(store, projectId, null);
  const value = known === undefined || known.isFull ? new SourceTable() : known;
  TABLES.set(store, projectId, { version: null, value });
  return value;
}
