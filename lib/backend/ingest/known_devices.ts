import type { SourceDevice } from "../../domain/series/sources.ts";
import { BoundedMap } from "../cache/bounded_map.ts";

/**
 * Devices by the beginning of their lines, as it was written: collectors send the same ones tick after tick, and a
 * device read once is not read again.
 */
const DEVICES = new BoundedMap<SourceDevice>(20_000);
/** Longest beginning of a line, and most tags, that are remembered. */
const LONGEST_REMEMBERED = 256;
const MOST_TAGS_REMEMBERED = 12;

/** The device whose lines begin so, when it is remembered. */
export function knownDevice(written: string): SourceDevice | undefined {
  return DEVICES.get(written);
}

/** Remembers a device, unless it would take much memory. */
export function rememberDevice(written: string, device: SourceDevice): void {
  if (written.length > LONGEST_REMEMBERED || device.tags.length > MOST_TAGS_REMEMBERED) return;
  DEVICES.set(written, device);
}

/** A text of its own: a slice would keep the whole body it was cut from. */
export function copied(slice: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(slice));
}
