import type { SourceDevice } from "../../domain/series/sources.ts";

/** A device that was read before. */
export interface KnownDevice {
  /** The beginning of its lines. */
  readonly written: string;
  readonly device: SourceDevice;
  /** The one whose line came after its own last time: it is compared first, which is quicker than any look-up. */
  next: KnownDevice | null;
}

/** Devices remembered at once; beyond, all are forgotten, and with them the order they came in. */
const MOST_DEVICES = 40_000;
/** Longest beginning of a line, and most tags, that are remembered. */
const LONGEST_REMEMBERED = 256;
const MOST_TAGS_REMEMBERED = 12;

/**
 * Devices by the beginning of their lines, as it was written: collectors send the same ones tick after tick, and a
 * device read once is not read again.
 */
let devices = new Map<string, KnownDevice>();

/** The device whose lines begin so, when it is remembered. */
export function knownDevice(written: string): KnownDevice | undefined {
  return devices.get(written);
}

/** A device with the beginning of its lines, remembered unless it would take much memory. */
export function rememberDevice(written: string, device: SourceDevice): KnownDevice {
  const known = { written, device, next: null };
  // A backslash at its end would make of the space after it a part of the name.
  const isFit = written.length <= LONGEST_REMEMBERED &&
    device.tags.length <= MOST_TAGS_REMEMBERED && !written.endsWith("\\");
  if (!isFit) return known;
  if (devices.size >= MOST_DEVICES) devices = new Map();
  devices.set(written, known);
  return known;
}

/** A text of its own: a slice would keep the whole body it was cut from. */
export function copied(slice: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(slice));
}
