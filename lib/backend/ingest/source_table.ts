import type { SourceDevice } from "@/lib/domain/series/sources.ts";
import { ByteNames } from "@/lib/backend/core/byte_names.ts";
import { BACKSLASH } from "./line_characters.ts";
import { Sources } from "./sources.ts";

export interface KnownDevice {
  readonly device: SourceDevice;
  /** Its number among the devices remembered; -1 for one that is not. */
  readonly name: number;
  /** The field that its last line began with: it is compared first, which is quicker than any look-up. */
  firstField: KnownField | null;
  /** The device whose line came after its own last time. */
  next: KnownDevice | null;
}

export interface KnownField {
  /** Its number among the fields remembered; -1 for one that is not. */
  readonly name: number;
  readonly source: number;
  /** The field that came after it in its line last time. */
  next: KnownField | null;
}

/** Some bytes, from a place to another. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Sources remembered for one residence; beyond, all are forgotten, and with them the order they came in. */
const MOST_SOURCES = 40_000;
/** Of them without a series: more than a collector has by mistake, and each costs half a kilobyte for nothing. */
const MOST_UNCLAIMED = 5_000;
/** Longest device, longest field and most tags that are remembered. */
const LONGEST_REMEMBERED = 256;
const MOST_TAGS_REMEMBERED = 12;
/** Fields belong to their device, devices have no parent. */
const NOBODY = -1;

/**
 * The sources of a residence by the bytes that its lines name them with: collectors send the same ones in the same
 * order tick after tick, and what was read once is compared, not read again.
 */
export class SourceTable {
  readonly sources: Sources = new Sources();
  readonly #deviceNames = new ByteNames();
  readonly #fieldNames = new ByteNames();
  readonly #devices: KnownDevice[] = [];
  readonly #fields: KnownField[] = [];

  /** Whether it is to be replaced by a new one. */
  get isFull(): boolean {
    return this.sources.count >= MOST_SOURCES || this.#deviceNames.count >= MOST_SOURCES ||
      this.sources.unclaimedCount >= MOST_UNCLAIMED;
  }

  /** Bytes of the device, when it is at a place; 0 otherwise. */
  deviceLength({ name }: KnownDevice, bytes: Uint8Array, at: number): number {
    return this.#deviceNames.standsAt(name, bytes, at) ? this.#deviceNames.lengthOf(name) : 0;
  }

  /** Bytes of the field, when it is at a place; 0 otherwise. */
  fieldLength({ name }: KnownField, bytes: Uint8Array, at: number): number {
    return this.#fieldNames.standsAt(name, bytes, at) ? this.#fieldNames.lengthOf(name) : 0;
  }

  /** The device that bytes name, when it is remembered. */
  findDevice({ bytes, from, to }: Written): KnownDevice | undefined {
    return this.#devices[this.#deviceNames.find(NOBODY, bytes, from, to)];
  }

  /** The field of a device that bytes name, when it is remembered. */
  findField({ name }: KnownDevice, { bytes, from, to }: Written): KnownField | undefined {
    return name < 0 ? undefined : this.#fields[this.#fieldNames.find(name, bytes, from, to)];
  }

  /** A device with the bytes that name it, remembered unless it would take much memory. */
  addDevice(device: SourceDevice, { bytes, from, to }: Written): KnownDevice {
    // A backslash at its end would make of the space after it a part of the name.
    const isFit = to - from <= LONGEST_REMEMBERED &&
      device.tags.length <= MOST_TAGS_REMEMBERED && bytes[to - 1] !== BACKSLASH;
    const name = isFit ? this.#deviceNames.add(NOBODY, bytes, from, to) : -1;
    const known = { device, name, firstField: null, next: null };
    if (name >= 0) this.#devices[name] = known;
    return known;
  }

  /** A field of a device with the bytes that name it, remembered like its device. */
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

/** Sources remembered for all residences. */
const MOST_IN_ALL = 120_000;

/** The tables of residences, of which those used least lately go when they hold much together. */
class SourceTables {
  /** In the order they were last used. */
  readonly #tables = new Map<string, SourceTable>();

  /** The table of a residence; a new one when it has none, or its own is full. */
  of(projectId: string): SourceTable {
    const known = this.#tables.get(projectId);
    const table = known === undefined || known.isFull ? new SourceTable() : known;
    this.#tables.delete(projectId);
    this.#tables.set(projectId, table);
    if (table !== known) this.#bound();
    return table;
  }

  #bound(): void {
    let count = 0;
    for (const { sources } of this.#tables.values()) count += sources.count;
    for (const [projectId, { sources }] of this.#tables) {
      if (count <= MOST_IN_ALL) return;
      count -= sources.count;
      this.#tables.delete(projectId);
    }
  }
}

export const SOURCE_TABLES: SourceTables = new SourceTables();
