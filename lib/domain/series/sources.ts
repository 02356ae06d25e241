/** What a collector says a value is of. */
export interface SourceDevice {
  readonly measurement: string;
  /** Names and values, as they came. */
  readonly tags: readonly (readonly [string, string])[];
}

/** One value a collector sent, whatever its wire format. */
export interface SourceReading {
  /** Line of the body, from 1, to name it when it is refused. */
  readonly line: number;
  /** The same object for what one device sends again and again, when the format allows it. */
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
 * The name a source is known by: that of its device when a tag says it, else all its tags.
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
 * The names a source may be claimed under, the most precise first, at least one.
 *
 * A claim on "serial=0101" takes whatever the device sends as its value.
 */
export function* sourceKeys(
  { measurement, tags }: SourceDevice,
  field: string,
): Generator<string> {
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

/** Longest name of a source, bytes: with what stands before it, a key of the store holds 2,048. */
export const SOURCE_MAX_BYTES = 1_900;

/** Whether the store can keep a source under a name: its keys measure bytes, and write NUL as two. */
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
/** Stands for the tag of any dwelling. */
const ANY_DWELLING = "house=*";

/**
 * The name under which one series claims what every dwelling sends of a measure.
 *
 * @returns "temperature,house=* value"
 */
export function measureKey({ measurement }: SourceDevice, field: string): string {
  return `${measurement},${ANY_DWELLING} ${field}`;
}

/** Whether a claim is on a measure of every dwelling, not on one source. */
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
 * The id a series' readings are kept under.
 *
 * @param houseId dwelling the readings are of; null for a facility
 */
export function storedSeriesId(seriesId: string, houseId: string | null): string {
  return houseId === null ? seriesId : `${seriesId}@${houseId}`;
}
