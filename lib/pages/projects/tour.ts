import { addDays, type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { links } from "@/lib/links/links.ts";
import { TOUR_WORDS } from "@/lib/text/projects/tour.ts";

/** Days since the power cut of the first residence. */
const POWER_CUT_DAYS = 20;

/** The eight pages that show the stories of the demo. @spec decision 159 */
export function tourSteps(today: IsoDate) {
  const yesterday = addDays(today, -1).replaceAll("-", "/");
  return [
    { path: links.residences(), ...TOUR_WORDS.residences },
    { path: links.orgAlarms(), ...TOUR_WORDS.alarms },
    {
      path: links.energyBalance("p15", "p15-c1", `monthly/${yearOf(today) - 1}`),
      ...TOUR_WORDS.drift,
    },
    {
      path: links.housingSeries(
        { projectId: "p01", houseId: "p01-l007" },
        "p01-l-efs",
        `hourly/${yesterday}`,
      ),
      ...TOUR_WORDS.leak,
    },
    {
      path: links.alarms("p01", "", yearOf(addDays(today, -POWER_CUT_DAYS))),
      ...TOUR_WORDS.powerCut,
    },
    { path: links.documentList("late"), ...TOUR_WORDS.documents },
    { path: links.pilot("p01"), ...TOUR_WORDS.pilot },
    { path: links.ownHouse({ projectId: "p01", houseId: "p01-l001" }), ...TOUR_WORDS.occupant },
  ];
}
