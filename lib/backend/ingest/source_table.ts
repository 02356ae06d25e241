import { dropOldest } from "@/lib/backend/core/bounded_map.ts";
import { ByteNames } from "@/lib/backend/core/byte_names.ts";
import type { SourceDevice } from "@/lib/domain/series/sources.ts";
import { BACKSLASH } from "./line_characters.ts";
import { Sources } from "./sources.ts";

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

/** Maximum number of sources of all residences. */
const MOST_IN_ALL = 120_000;

/** The tables of residences; the least recently used are evicted above a total size. */
class SourceTables {
  /** In order of last use. */
  readonly #tables = new Map<string, SourceTable>();

  /** The table of a residence; a new one when it has none, or when its table is full. */
  of(projectId: string): SourceTable {
    const known = this.#tables.get(projectId);
    const table = known === undefined || known.isFull ? new SourceTable() : known;
    this.#tables.delete(projectId);
    this.#tables.set(projectId, table);
    if (table !== known) dropOldest(this.#tables, MOST_IN_ALL, ({ sources }) => sources.count);
    return table;
  }
}

export const SOURCE_TABLES: SourceTables = new SourceTables();
