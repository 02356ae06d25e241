import { houseSeriesId } from "@/lib/backend/demo/simulation/house_series.ts";
import { boilerRoomId, siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { BREAKDOWN, storyYear } from "@/lib/backend/demo/simulation/stories.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { addDays, isoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { Annotation, AnnotationDraft } from "@/lib/domain/series/types.ts";
import { demoSites } from "./sites.ts";

const AUTHOR = "karim.benali@demo.example";

/** Writes annotations of the first residence: of its boiler room, its gas meter and its dwellings. */
export async function seedAnnotations(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const roomId = `${projectId}-c1`;
  const year = storyYear(now);
  const { month, fromDay, toDay } = BREAKDOWN;
  const breakdown = annotation("panne-bruleur", {
    from: isoDate(year, month, fromDay),
    to: isoDate(year, month, toDay),
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
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const powerCut = annotation("coupure-collecteurs", {
    from: addDays(today, -21),
    to: addDays(today, -20),
    text: "Coupure de courant au local technique : collecteurs muets pendant 31 heures",
  });
  const drift = annotation("derive-bruleur", {
    from: isoDate(year, 1, 1),
    to: isoDate(year, 5, 31),
    text: "Le brûleur s’encrasse : l’écart à l’objectif grandit chaque mois. Nettoyage demandé",
  });
  await store.atomic()
    .set(keys.annotations(projectId, houseSeriesId(projectId, { suffix: "efs" })), [emitters])
    .set(keys.annotations(projectId, roomId), [breakdown])
    .set(driftingRoom(), [drift])
    .set(keys.annotations(projectId, `${roomId}-gaz`), [powerCut, test])
    .commit();
}

/** Key of the boiler room with the gradually clogging burner. */
function driftingRoom() {
  const index = demoSites().findIndex((site) => site.boilerRooms[0]?.flaws?.includes("drifting"));
  return keys.annotations(siteId(index), boilerRoomId(siteId(index), 0));
}

/** Written the day after. */
function annotation(id: string, draft: AnnotationDraft): Annotation {
  return { id, ...draft, author: AUTHOR, writtenAt: `${addDays(draft.to, 1)}T08:30:00Z` };
}
