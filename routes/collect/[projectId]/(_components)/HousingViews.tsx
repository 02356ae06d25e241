import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayPath } from "@/lib/base/period_instants.ts";
import { periodPath } from "@/lib/base/period_paths.ts";
import { dayWithin, type PeriodChoices, rangeAt, rangeOfMode } from "@/lib/base/period_selector.ts";
import { levelOf, type PeriodRange } from "@/lib/base/periods.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { links } from "@/lib/ui/links.ts";
import { withDate } from "@/lib/ui/query.ts";
import type { State } from "@/lib/web/state.ts";

/** All the dwellings together over a range, each of them over a month, their anonymous groups on a day. */
type HousingView = "all" | "each" | "groups";

interface HousingViewsProps {
  state: State;
  series: ProjectSeries;
  view: HousingView;
  /** Range of this view; the day of a group is a range of its hours. */
  range: PeriodRange;
  /** The date that the page before looked at. */
  date?: IsoDate | undefined;
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
  const { state, view, hasGroups } = props;
  const { roles } = residenceOf(state);
  const views: Record<HousingView, { isShown: boolean; label: string }> = {
    all: { isShown: true, label: "Tous les logements ensemble" },
    each: { isShown: roles.has("collect:detail:daily"), label: "Logement par logement" },
    groups: { isShown: hasGroups, label: "Par groupe anonyme" },
  };
  const hrefs = hrefsOf(props);
  return (
    <>
      {VIEWS.filter((one) => one !== view && views[one].isShown).map((one) => (
        <a key={one} class="button" href={hrefs[one]}>{views[one].label}</a>
      ))}
    </>
  );
}

const VIEWS: readonly HousingView[] = ["all", "each", "groups"];

/** Their addresses: the first view shows ranges, the two others single instants. @spec periods.views */
function hrefsOf(props: HousingViewsProps): Record<HousingView, string> {
  const { state, series, range, choices } = props;
  const { project, today } = residenceOf(state);
  const date = dayWithin(range, today, props.date);
  const finished = dayWithin(range, addDays(today, -1), props.date);
  const all = rangeOfMode(levelOf(range.type), date, choices);
  const each = rangeAt("daily", date);
  const place = { projectId: project.id };
  return {
    all: withDate(links.housingSeries(place, series.id, periodPath(all)), all, { date, today }),
    each: withDate(links.eachHouse(project.id, series.id, periodPath(each)), each, { date, today }),
    groups: links.houseGroups(project.id, series.id, dayPath(finished)),
  };
}
