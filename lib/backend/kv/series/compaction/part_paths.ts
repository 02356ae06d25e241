import { partPathOf } from "@/lib/backend/kv/series/chunk.ts";
import type { OpenPart, Part } from "@/lib/backend/kv/series/parts.ts";
import { isSamePath, type PartPath } from "@/lib/backend/kv/series/path_bytes.ts";
import { type PathState, START } from "@/lib/domain/series/registers/path_state.ts";
import { RegisterPath } from "@/lib/domain/series/registers/register_path.ts";
import type { Reach, RegisterRule } from "@/lib/domain/series/registers/register_rule.ts";
import type { Point } from "@/lib/domain/series/types.ts";

interface Judged {
  readonly rule: RegisterRule;
  /** The state before the points. */
  readonly base: PathState;
  /** The points of a window, in time order. */
  readonly points: readonly Point[];
  readonly reaches: readonly Reach[];
}

/** The judgement of a register at the starts of its parts, asked for in time order. */
export class PartPaths {
  #register: RegisterPath;
  #next = 0;

  constructor(private readonly judged: Judged) {
    this.#register = new RegisterPath(judged.rule, judged.base);
  }

  /** The judgement to store with consecutive points of the window. */
  readonly of = (points: readonly Point[]): PartPath => {
    const startS = points[0]?.epochS ?? 0;
    const endS = points.at(-1)?.epochS ?? startS;
    return { state: this.#stateBefore(startS), laterS: this.#laterS(endS) };
  };

  /** True when the judgement of a part of the window is not the stored one. */
  isChanged({ points, path }: OpenPart): boolean {
    if (path === null) return true;
    const now = this.of(points);
    return now.laterS !== path.laterS || !isSamePath(now.state, path.state);
  }

  /** The paths of a run of parts and their points, of which the first may be before the window. */
  ofRun(parts: readonly Part[], points: readonly Point[]): PartPaths {
    const { judged } = this;
    const stored = parts.map(({ bytes, startS }) => ({ startS, path: partPathOf(bytes) }));
    const firstS = Math.min(points[0]?.epochS ?? Infinity, stored[0]?.startS ?? Infinity);
    const isBefore = firstS < (judged.points[0]?.epochS ?? Infinity);
    const base = isBefore ? stored[0]?.path?.state ?? START : this.#stateBefore(firstS);
    const reaches = stored.flatMap(({ startS, path }) => {
      const laterS = path?.laterS ?? null;
      return laterS === null ? [] : [{ fromS: startS, atS: laterS }];
    });
    return new PartPaths({ ...judged, base, points, reaches: [...judged.reaches, ...reaches] });
  }

  #stateBefore(atS: number): PathState {
    const { points, rule, base } = this.judged;
    if ((points[this.#next - 1]?.epochS ?? -Infinity) >= atS) {
      [this.#register, this.#next] = [new RegisterPath(rule, base), 0];
    }
    for (; this.#next < points.length; this.#next++) {
      const point = points[this.#next]!; // below its length
      if (point.epochS >= atS) break;
      this.#register.add(point);
    }
    return this.#register.state;
  }

  #laterS(endS: number): number | null {
    let laterS = -Infinity;
    for (const { fromS, atS } of this.judged.reaches) {
      if (fromS <= endS && atS > endS) laterS = Math.max(laterS, atS);
    }
    return laterS === -Infinity ? null : laterS;
  }
}
