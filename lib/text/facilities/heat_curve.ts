import { type CurveLine, type CurveStep, flowAt } from "@/lib/domain/facilities/heat_curve.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";

export const CURVE_STEPS: Readonly<Record<CurveStep, string>> = {
  month: "Un point par mois",
  week: "Un point par semaine",
  day: "Un point par jour",
  hour: "Un point par heure",
};

/** Why a circuit has no curve, and what to do. @spec facilities.heat-curve */
export const NO_CURVE = {
  title: "Moins de trois points",
  next:
    "Il faut la température de départ et celle du dehors au même moment. Choisissez une autre période.",
  missing:
    "Rattachez une sonde de départ à ce circuit, et une sonde extérieure à la résidence, dans leurs réglages.",
} as const;

/** Outdoor temperatures, °C, at which the curve is described: a cold and a mild day. */
const EXAMPLES_AT_C = [-5, 15];

/** Description of a curve's line: water temperatures on a cold and a mild day, and its slope. */
export function curveLineText(line: CurveLine): string {
  const examples = EXAMPLES_AT_C.map((outdoorC) =>
    `${formatQuantity(flowAt(line, outdoorC), "°C", 0)} à ${formatQuantity(outdoorC, "°C")}`
  );
  return `Départ de ${examples.join(" et de ")} dehors\u00A0; pente ${
    formatNumber(-line.slope, 2)
  }`;
}
