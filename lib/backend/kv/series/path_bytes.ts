import type {
  Excess,
  LeftPath,
  PathPoint,
  PathState,
  Rise,
} from "@/lib/domain/series/registers/path_state.ts";
import { FALL_CAUSES, type RegisterJump } from "@/lib/domain/series/types.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

/** The judgement of a register where a part of its readings begins. */
export interface PartPath {
  /** The state before its first reading. */
  readonly state: PathState;
  /** Second of the last reading that changed the verdict of one of its readings, or of one before; null for none. */
  readonly laterS: number | null;
}

const IS_FIRST = 1;
const IS_BROKEN = 2;
const IS_RUN_BROKEN = 4;
const HAS_LAST = 8;
const HAS_LEFT = 16;
const HAS_RUN = 32;
const HAS_EXCESS = 64;

/** A state as bytes, preceded by a CRC. */
export function encodePath(state: PathState): Uint8Array {
  const writer = new ByteWriter();
  writePath(writer, state);
  return writer.sealed();
}

/** @throws DamagedValue when the bytes are damaged */
export function decodePath(bytes: unknown): PathState {
  return readPath(new ByteReader(bytes));
}

/** True when judging goes on in the same way from both. */
export function isSamePath(one: PathState, other: PathState): boolean {
  const [a, b] = [encodePath(one), encodePath(other)];
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

export function writePartPath(writer: ByteWriter, { state, laterS }: PartPath): void {
  writePath(writer, state);
  writer.count(laterS === null ? 0 : laterS + 1);
}

export function readPartPath(reader: ByteReader): PartPath {
  const state = readPath(reader);
  const later = reader.count();
  return { state, laterS: later === 0 ? null : later - 1 };
}

/** Seconds are before that of the last reading. */
function writePath(writer: ByteWriter, state: PathState): void {
  const { atS, last, rises, left, run, excess } = state;
  const baseS = atS ?? 0;
  writer.count(atS === null ? 0 : atS + 1);
  writer.byte(
    (state.isFirst ? IS_FIRST : 0) + (state.isBroken ? IS_BROKEN : 0) +
      (state.isRunBroken ? IS_RUN_BROKEN : 0) + (last === null ? 0 : HAS_LAST) +
      (left === null ? 0 : HAS_LEFT) + (run === null ? 0 : HAS_RUN) +
      (excess === null ? 0 : HAS_EXCESS),
  );
  if (last !== null) writePoint(writer, last, baseS);
  writer.count(rises.length);
  for (const { at, next, count } of rises) {
    writePoint(writer, at, baseS);
    writePoint(writer, next, baseS);
    writer.byte(count);
  }
  if (left !== null) writeLeft(writer, left, baseS);
  if (run !== null) {
    writePoint(writer, run.first, baseS);
    writePoint(writer, run.last, baseS);
    writer.byte(run.count);
  }
  if (excess === null) return;
  writer.byte(excess.count);
  writer.count(baseS - excess.fromS);
  writer.decimal(excess.ratePerHour);
}

function readPath(reader: ByteReader): PathState {
  const at = reader.count();
  const atS = at === 0 ? null : at - 1;
  const baseS = atS ?? 0;
  const flags = reader.byte();
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    atS,
    isFirst: has(IS_FIRST),
    isBroken: has(IS_BROKEN),
    isRunBroken: has(IS_RUN_BROKEN),
    last: has(HAS_LAST) ? readPoint(reader, baseS) : null,
    rises: Array.from({ length: reader.count() }, (): Rise => ({
      at: readPoint(reader, baseS),
      next: readPoint(reader, baseS),
      count: reader.byte(),
    })),
    left: has(HAS_LEFT) ? readLeft(reader, baseS) : null,
    run: has(HAS_RUN)
      ? { first: readPoint(reader, baseS), last: readPoint(reader, baseS), count: reader.byte() }
      : null,
    excess: has(HAS_EXCESS) ? readExcess(reader, baseS) : null,
  };
}

function writePoint(writer: ByteWriter, { epochS, value }: PathPoint, baseS: number): void {
  writer.count(baseS - epochS);
  writer.decimal(value);
}

function readPoint(reader: ByteReader, baseS: number): PathPoint {
  return { epochS: baseS - reader.count(), value: reader.decimal() };
}

function writeLeft(writer: ByteWriter, { last, forkS, jump }: LeftPath, baseS: number): void {
  writePoint(writer, last, baseS);
  writer.count(baseS - forkS);
  writer.byte(jump === null ? 0 : 1 + FALL_CAUSES.indexOf(jump.cause));
  if (jump === null) return;
  writePoint(writer, jump, baseS);
  writePoint(writer, { epochS: jump.beforeS, value: jump.before }, baseS);
}

function readLeft(reader: ByteReader, baseS: number): LeftPath {
  const last = readPoint(reader, baseS);
  const forkS = baseS - reader.count();
  const cause = FALL_CAUSES[reader.byte() - 1];
  return { last, forkS, jump: cause === undefined ? null : readJump(reader, cause, baseS) };
}

function readJump(reader: ByteReader, cause: RegisterJump["cause"], baseS: number): RegisterJump {
  const { epochS, value } = readPoint(reader, baseS);
  const { epochS: beforeS, value: before } = readPoint(reader, baseS);
  return { epochS, value, beforeS, before, cause };
}

function readExcess(reader: ByteReader, baseS: number): Excess {
  return {
    count: reader.byte(),
    fromS: baseS - reader.count(),
    ratePerHour: reader.decimal(),
  };
}
