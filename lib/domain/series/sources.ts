export interface SourceDevice {
  readonly measurement: string;
  /** Names and values, as they came. */
  readonly tags: readonly (readonly [string, string])[];
}

/** One value sent by a collector, in any wire format. */
export interface SourceReading {
  /** Line of the body, from 1, to name it when it is refused. */
  readonly line: number;
  /** The same object for repeated values of one device, when the format allows it. */
  readonly device: SourceDevice;
  readonly field: string;
  /** Only a state may be a text, or true or false. */
  readonly value: number | string | boolean;
  /** Seconds since 1970; the time of arrival when the sender gave none. */
  readonly epochS: number;
}

/** Tags that name a device better than a measurement's name does. */
const DEVICE_TAGS = ["serial", "entity_id", "dev_eui"] as const;

/** The field of senders that have one value a line. */
export const VALUE_FIELD = "value";

/**
 * Name of a source: that of its device when a tag holds it, else all its tags.
 *
 * Home Assistant names a measurement after its unit, so the device comes first.
 *
 * @returns "temperature,serial=0101 value"
 */
export function sourceKey(device: SourceDevice, field: string): string {
  for (const name of sourceKeys(device, field)) return name;
  return "";
}

/**
 * The names a source may be attached under, the most precise first, at least one.
 *
 * Attaching "serial=0101" accepts every value of the device.
 */
export function* sourceKeys({ measurement, tags }: SourceDevice, field: string): Generator<string> {
  for (const device of DEVICE_TAGS) {
    for (const [tag, value] of tags) {
      if (tag !== device) continue;
      yield `${measurement},${tag}=${value} ${field}`;
      yield `${tag}=${value} ${field}`;
      if (field === VALUE_FIELD) yield `${tag}=${value}`;
    }
  }
  const pairs = tags.map(([tag, value]) => `,${tag}=${value}`).sort();
  yield `${measurement}${pairs.join("")} ${field}`;
}

/** Longest name of a source, bytes: with its prefix, a key of the store holds 2,048. */
export const SOURCE_MAX_BYTES = 1_900;

/** Whether a name fits a key of the store, in bytes; NUL counts as two. */
export function isSourceName(name: string): boolean {
  if (name === "" || name.length > SOURCE_MAX_BYTES) return false;
  if (name.length * MOST_BYTES_PER_UNIT <= SOURCE_MAX_BYTES) return true;
  return UTF8.encode(name).length + name.split("\u0000").length - 1 <= SOURCE_MAX_BYTES;
}

const UTF8 = new TextEncoder();
/** Of a UTF-16 unit in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

/** Tags that may name the dwelling a reading is of, by its name or its serial, the surest first. */
const DWELLING_TAGS = ["house", "serial", "dev_eui", "node"] as const;
/** Placeholder for the tag of any dwelling. */
const ANY_DWELLING = "house=*";

/** The name that attaches a measure of every dwelling to one series. @returns "temperature,house=* value" */
export function measureKey({ measurement }: SourceDevice, field: string): string {
  return `${measurement},${ANY_DWELLING} ${field}`;
}

/** Whether a name means a measure of every dwelling, not one source. */
export function isMeasureKey(source: string): boolean {
  return source.includes(`,${ANY_DWELLING} `);
}

/** Longest word that may name a dwelling, and most of them. */
const LONGEST_WORD = 256;
const MOST_WORDS = 8;

/** The words of a device that may name its dwelling, the surest first. */
export function dwellingWords({ tags }: SourceDevice): string[] {
  return DWELLING_TAGS.flatMap((name) =>
    tags.filter(([tag, value]) => tag === name && value !== "" && value.length <= LONGEST_WORD)
      .map(([, value]) => value)
  ).slice(0, MOST_WORDS);
}

/**
 * The id under which a series' readings are stored.
 *
 * @param houseId dwelling the readings are of; null for a facility
 */
export function storedSeriesId(seriesId: string, houseId: string | null): string {
  return houseId === null ? seriesId : `${seriesId}@${houseId}`;
}
