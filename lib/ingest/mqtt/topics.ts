/** Templates of MQTT topics: the residence and the source that a topic names. The settings of a start read them. @module */

import type { SourceDevice } from "@/lib/timeseries/source_names.ts";

/** Topics whose messages are readings, and where these belong. */
interface TopicTemplate {
  /** What the broker is asked for. */
  readonly filter: string;
  /** Texts, `{name}` or `+`. */
  readonly levels: readonly string[];
  /** Id of the residence; null where a level of the topic gives it. */
  readonly residence: string | null;
}

const WRITTEN = /^(?:([\w-]+)=)?([^\s,=#]+)$/;
const NAMED = /^\{([a-z][a-z_]*)\}$/;
const RESIDENCE = "residence";
const FIELD = "field";

/**
 * A template of topics: `{residence}/zigbee2mqtt/{serial}`, or `ID=zigbee2mqtt/{serial}` for one residence.
 *
 * A level is a text, `+` for any, or the name of what it gives: `{residence}`, `{field}` for the name of the value, any
 * other for a tag of the device.
 *
 * @spec collectors.mqtt-topics
 * @returns null when it is not one
 */
export function topicTemplate(written: string): TopicTemplate | null {
  const [, residence = null, topic = ""] = WRITTEN.exec(written) ?? [];
  const levels = topic.split("/");
  const names = levels.flatMap((level) => NAMED.exec(level)?.[1] ?? []);
  const areLevels = levels.every((level) =>
    level === "+" || NAMED.test(level) || !/[{}+]/.test(level)
  );
  const isOnce = new Set(names).size === names.length;
  const hasResidence = names.includes(RESIDENCE) !== (residence !== null);
  if (topic === "" || !areLevels || !isOnce || !hasResidence) return null;
  const filter = levels.map((level) => NAMED.test(level) ? "+" : level).join("/");
  return { filter, levels, residence };
}

/** Where a message belongs. */
export interface MessagePlace {
  readonly residence: string;
  readonly device: SourceDevice;
  /** Name of the value; null where the message names its own. */
  readonly field: string | null;
}

/** Where the messages of a topic belong, by the first template it follows; null for none. */
export function placeOfTopic(
  templates: readonly TopicTemplate[],
  topic: string,
): MessagePlace | null {
  const parts = topic.split("/");
  for (const template of templates) {
    const place = placeBy(template, parts);
    if (place !== null) return place;
  }
  return null;
}

/** Emoncms's own topic: its readings have the names that they have over HTTP. */
const MEASUREMENTS: ReadonlyMap<string, string> = new Map([["emon", "emoncms"]]);

function placeBy(
  { levels, residence }: TopicTemplate,
  parts: readonly string[],
): MessagePlace | null {
  if (parts.length !== levels.length) return null;
  const named = new Map<string, string>(residence === null ? [] : [[RESIDENCE, residence]]);
  for (const [at, level] of levels.entries()) {
    const part = parts[at] ?? "";
    const name = NAMED.exec(level)?.[1];
    if (name !== undefined) named.set(name, part);
    if (name === undefined ? level !== "+" && level !== part : part === "") return null;
  }
  const first = levels.find((level) => level !== "+" && !NAMED.test(level)) ?? "mqtt";
  const tags = [...named].filter(([name]) => name !== RESIDENCE && name !== FIELD);
  return {
    residence: named.get(RESIDENCE) ?? "",
    device: { measurement: MEASUREMENTS.get(first) ?? first, tags },
    field: named.get(FIELD) ?? null,
  };
}
