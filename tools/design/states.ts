/** States of every widget: filled, empty, refused, and opened. */
export const DESIGN_STATES = ["full", "empty", "error", "open"] as const;

export type DesignState = typeof DESIGN_STATES[number];

export const STATE_NAMES: Readonly<Record<DesignState, string>> = {
  full: "Remplis",
  empty: "Vides",
  error: "En erreur",
  open: "Ouverts",
};

/** URL of the page. */
export const DESIGN_PATH = "/design";

/** The state in a URL; full for an unknown one. */
export function designState(params: URLSearchParams): DesignState {
  return DESIGN_STATES.find((state) => state === params.get("state")) ?? "full";
}

/** The URL of the page with some parameters changed; empty ones are omitted. */
export function designLink(
  params: URLSearchParams,
  changes: Readonly<Record<string, string>>,
  section = "",
): string {
  const query = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return `${DESIGN_PATH}?${query.toString().replaceAll("%3A", ":")}${section && `#${section}`}`;
}
