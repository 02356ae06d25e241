/** A colour and its meaning. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: ChartColour;
}

interface Drawn {
  readonly thresholds?: readonly LegendEntry[];
  readonly bars?: readonly Pick<LegendEntry, "colour">[];
  readonly barName?: string;
  readonly stacks?: readonly (readonly LegendEntry[])[];
  readonly lines?: readonly LegendEntry[];
}

/** Legend of a chart, without duplicates; empty when there is a single entry. */
export function legendOf(
  { thresholds = [], bars, barName, stacks = [], lines = [] }: Drawn,
): readonly LegendEntry[] {
  if (thresholds.length > 0) return thresholds;
  const colour = bars?.[0]?.colour;
  const named = barName === undefined || colour === undefined ? [] : [{ name: barName, colour }];
  const drawn = [...stacks.flat().filter(({ name }) => name !== ""), ...lines];
  const entries = new Map([...named, ...drawn].map(({ name, colour }) => [name, { name, colour }]));
  return entries.size > 1 ? [...entries.values()] : [];
}

/** Names of the colours of a chart; the stylesheet defines their shades. */
export type ChartColour = "green" | "orange" | "red" | "blue" | "grey";
