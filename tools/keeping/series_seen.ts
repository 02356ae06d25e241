import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry } from "@/lib/backend/kv/store.ts";

/** The series with stored readings or figures, and those with a head. */
export class SeriesSeen {
  readonly projectIds = new Set<string>();
  readonly #kept = new Map<string, string>();
  readonly #heads = new Set<string>();

  /** Records the entry of a series; ignores other entries. */
  note({ key }: Entry): void {
    const [family = "", projectId = "", seriesId = ""] = key.map(String);
    const isHead = family === keys.seriesHead.doc.name;
    if (!isHead && !OF_SERIES.has(family)) return;
    const name = JSON.stringify([projectId, seriesId]);
    if (!isHead) return void this.#kept.set(name, `Residence ${projectId}: ${seriesId}: no head`);
    this.projectIds.add(projectId);
    this.#heads.add(name);
  }

  /** One sentence for each series without a head, which is unreadable. */
  headless(): readonly string[] {
    return [...this.#kept].flatMap(([name, fault]) => this.#heads.has(name) ? [] : [fault]);
  }
}

const OF_SERIES: ReadonlySet<string> = new Set(
  [keys.points, keys.seriesDays, keys.seriesMonths].map(({ doc }) => doc.name),
);
