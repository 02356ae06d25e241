import { nearestSteps } from "@/lib/domain/forms/steps.ts";
import { PILOT_LIMITS, SET_POINT_STEP_C } from "@/lib/domain/pilot/limits.ts";

const SET_POINTS = ["temp_conf", "temp_conf_clim", "night_decrease"] as const;
type SetPoints = Readonly<Record<typeof SET_POINTS[number], number>>;

/** Refuses set-points between two steps; an unchanged stored one is accepted. @spec forms.steps */
export function refusedSteps({ before, after }: { before: SetPoints; after: SetPoints }) {
  const issues = SET_POINTS.flatMap((name) => {
    const [min, max] = PILOT_LIMITS[name];
    return stepIssues(name, { before: before[name], after: after[name], min, max });
  });
  return issues.length === 0 ? null : { ok: false, code: "off-step", issues } as const;
}

/** Errors of one set-point; none when it was not changed. */
export function stepIssues(
  name: string,
  { before, after, min, max }: {
    readonly before: number | null;
    readonly after: number | null;
    readonly min: number;
    readonly max: number;
  },
): { path: string; message: string }[] {
  if (after === null || after === before) return [];
  const nearest = nearestSteps(after, { step: SET_POINT_STEP_C, min, max });
  return nearest === null ? [] : [{
    path: `body.${name}`,
    message: `A multiple of ${SET_POINT_STEP_C}: ${nearest.join(" or ")}`,
  }];
}
