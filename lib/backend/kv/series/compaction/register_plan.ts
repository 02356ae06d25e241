import type { SeriesHead } from "@/lib/backend/kv/series/head.ts";
import { ruleOf } from "@/lib/backend/kv/series/head.ts";
import { type JudgedChange, judgedChange } from "@/lib/backend/kv/series/judged_window.ts";
import { encodePath } from "@/lib/backend/kv/series/path_bytes.ts";
import type { PointsWindow } from "@/lib/backend/kv/series/window.ts";
import { changedSpans } from "@/lib/domain/series/changed.ts";
import type { JudgedRegister } from "@/lib/domain/series/registers/judge.ts";
import { changedJumps } from "@/lib/domain/series/registers/register_jumps.ts";
import type { Span } from "@/lib/domain/series/rollup.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { PartPaths } from "./part_paths.ts";

type Judging = Pick<SeriesHead, "limits" | "events" | "verdicts">;

interface RegisterChange {
  readonly head: SeriesHead | null;
  /** What it is judged by after the change. */
  readonly next: Judging;
  /** Seconds of the changes. */
  readonly changed: Span;
  merged(): readonly Point[];
  /** From the start of the first day to the end of the last one that spans touch. */
  daysOf(spans: readonly Span[]): Span;
}

/** The judgement of a register before and after a change, in a window that contains everything it changes. */
export interface RegisterPlan {
  readonly before: JudgedRegister;
  readonly after: JudgedRegister;
  /** The parts of its head. */
  readonly head: Pick<SeriesHead, "falls" | "path" | "limits" | "verdicts">;
  readonly paths: PartPaths;
}

/** Judges a register again, from the state before a change until the states agree. @spec series.registers */
export async function planRegister(
  window: PointsWindow,
  { head, next, changed, merged, daysOf }: RegisterChange,
): Promise<RegisterPlan> {
  const { kind, rule } = { kind: "index", rule: ruleOf(next) } as const;
  const { base, before, after } = await judgedChange(window, {
    changed,
    before: ruleOf(head ?? next),
    after: rule,
    merged,
    daysOf: ({ before, after }: JudgedChange) => {
      const [was, is] = [before, after].map((register) => ({ kind, points: [], register }));
      return daysOf(was && is ? changedSpans({ before: was, after: is }) : []);
    },
  });
  const points = merged();
  const fromS = window.reachedStart ? -Infinity : window.points[0]?.epochS ?? -Infinity;
  const toS = window.reachedEnd ? Infinity : (window.points.at(-1)?.epochS ?? -Infinity) + 1;
  return {
    before,
    after,
    head: {
      falls: [...changedJumps(head?.falls ?? [], after.jumps, { fromS, toS })],
      limits: next.limits,
      verdicts: next.verdicts?.length === 0 ? undefined : next.verdicts,
      path: window.reachedEnd ? encodePath(after.state) : head?.path,
    },
    paths: new PartPaths({ rule, base, points, reaches: after.reaches }),
  };
}
