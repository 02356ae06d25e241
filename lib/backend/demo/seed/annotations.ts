import { houseSeriesId } from "@/lib/backend/demo/simulation/house_series.ts";
import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { seasonYearOf } from "@/lib/domain/facilities/heating_season.ts";
import { addDays, isoDate, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { Annotation, AnnotationDraft } from "@/lib/domain/series/annotation.ts";

const AUTHOR = "karim.benali@demo.example";

/** Writes what explains some days of the first residence: of its boiler room, its gas meter and its dwellings. */
export async function seedAnnotations(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const roomId = `${projectId}-c1`;
  const year = seasonYearOf(monthOf(civilDateOf(now, DEFAULT_TIME_ZONE)));
  const breakdown = annotation("panne-bruleur", {
    from: isoDate(year, 1, 12),
    to: isoDate(year, 1, 20),
    text: "Panne du brûleur : une seule chaudière en marche",
  });
  const test = annotation("essais-combustion", {
    from: isoDate(year, 3, 4),
    to: isoDate(year, 3, 5),
    text: "Essais de combustion avec le chauffagiste",
  });
  const emitters = annotation("emetteurs-radio", {
    from: isoDate(year, 3, 10),
    to: isoDate(year, 3, 12),
    text: "Émetteurs radio des compteurs remplacés, cage A",
  });
  await store.atomic()
    .set(keys.annotations(projectId, houseSeriesId(projectId, { suffix: "efs" })), [emitters])
    .set(keys.annotations(projectId, roomId), [breakdown])
    .set(keys.annotations(projectId, `${roomId}-gaz`), [test])
    .commit();
}

/** Written the day after. */
function annotation(id: string, draft: AnnotationDraft): Annotation {
  return { id, ...draft, author: AUTHOR, writtenAt: `${addDays(draft.to, 1)}T08:30:00Z` };
}
