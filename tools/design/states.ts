/** What every widget may be: as it is used, with nothing in it, refused, and with all that opens opened. */
export const DESIGN_STATES = ["full", "empty", "error", "open"] as const;

export type DesignState = typeof DESIGN_STATES[number];

export const STATE_NAMES: Readonly<Record<DesignState, string>> = {
  full: "Remplis",
  empty: "Vides",
  error: "En erreur",
  open: "Ouverts",
};

/** Where the page stands. */
export const DESIGN_PATH = "/design";

/** The state an address asks for; full for any other word. */
export function designState(params: URLSearchParams): DesignState {
  return DESIGN_STATES.find((state) => state === params.get("state")) ?? "full";
}

/** The address of the page with some parameters changed; those of an empty text are left out. */
export function designLink(
  params: URLSearchParams,
  changes: Readonly<Record<string, string>>,
  section = "",
): string {
  const query = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return `${DESIGN_PATH}?${query.toString().replaceAll("%3A", ":")}${section && `#${section}`}`;
}
