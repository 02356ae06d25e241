import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import { dayPath } from "@/lib/domain/periods/instants.ts";
import { type PeriodRange, startDate } from "@/lib/domain/periods/period.ts";
import { dayWithin, rangeAt } from "@/lib/domain/periods/range_at.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import { isOffered, type PeriodChoices } from "@/lib/domain/periods/switch.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

/** All the dwellings together over a range, each of them over a month, their anonymous groups on a day. */
type HousingView = "all" | "each" | "groups";

interface HousingViewsProps {
  state: State;
  series: ProjectSeries;
  view: HousingView;
  /** Range of this view; the day of a group is a range of its hours. */
  range: PeriodRange;
  /** Periods of the view of all the dwellings. */
  choices: PeriodChoices;
  hasGroups: boolean;
}

/**
 * Links to the other views of a series of the dwellings, over the period that each supports.
 *
 * @spec periods.views
 */
export function HousingViews(props: HousingViewsProps) {
  const { state, series, view, hasGroups } = props;
  const { project, roles } = residenceOf(state);
  const offered: Record<HousingView, { isShown: boolean; label: string }> = {
    all: { isShown: true, label: "Tous les logements ensemble" },
    each: { isShown: roles.has("collect:detail:daily"), label: "Logement par logement" },
    groups: { isShown: hasGroups, label: "Par groupe anonyme" },
  };
  const periods = periodsOf(props);
  const hrefs: Record<HousingView, string> = {
    all: links.housingSeries({ projectId: project.id }, series.id, periods.all),
    each: links.eachHouse(project.id, series.id, periods.each),
    groups: links.houseGroups(project.id, series.id, periods.groups),
  };
  return (
    <>
      {VIEWS.filter((one) => one !== view && offered[one].isShown).map((one) => (
        <a key={one} class="button" href={hrefs[one]}>{offered[one].label}</a>
      ))}
    </>
  );
}

const VIEWS: readonly HousingView[] = ["all", "each", "groups"];

/** @spec periods.switch */
function periodsOf({ state, range, choices }: HousingViewsProps): Record<HousingView, string> {
  const { today } = residenceOf(state);
  const month = (date: string) => rangeAt("daily", date);
  return {
    all: periodPath(isOffered(range, choices) ? range : month(startDate(range))),
    each: periodPath(month(dayWithin(range, today))),
    groups: dayPath(dayWithin(range, addDays(today, -1))),
  };
}
