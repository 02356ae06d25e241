/** The period, the preview and the undo of a deletion of readings. @module */
import { isBackwards } from "@/lib/domain/forms/typed_fields.ts";
import { MINUTE_S } from "@/lib/domain/periods/durations.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import {
  civilDateOf,
  clockTimeOf,
  epochOfClock,
  rangeBounds,
  repeatedInstant,
} from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { DELETED_PERIOD_FORM } from "@/lib/forms/series/deletion_form.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { errorText } from "@/lib/text/errors.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { removes, saves } from "@/lib/web/forms/submit_forms.ts";
import {
  HttpError,
  oneOf,
  type PageContext,
  residenceOf,
  type State,
  todayOf,
} from "@/lib/web/state.ts";
import { canWriteSeries } from "./series_list_page.ts";

/** Name of the section with past deletions in the page's URL. */
export const DELETIONS_SECTION = "deletions";

/** Whether a user may delete readings of a series: its settings are theirs, or they type its indexes. */
export function mayDeleteReadings(
  state: State,
  { scope, manualIndex }: Pick<ProjectSeries, "scope" | "manualIndex">,
): boolean {
  return canWriteSeries(state, scope) ||
    manualIndex && residenceOf(state).roles.has("collect:config:manualindex:write");
}

/** The period of a page of readings, from which the deletion starts. */
export function shownPeriod(state: State, range: PeriodRange, houseId?: string) {
  const { from, to } = rangeBounds(range, residenceOf(state).project.timeZone);
  return {
    from: utcInstant(from / 1_000),
    to: utcInstant(to / 1_000 - 1),
    houseId: houseId ?? null,
  };
}

/** A period chosen in the URL, both ends included, and the dwelling. */
export interface DeletedPeriod {
  readonly houseId: string | null;
  readonly from: string;
  readonly to: string;
}

/** The series of a page about its readings: a facility's or the dwellings'. */
function seriesOfPage({ state, params }: PageContext): ProjectSeries {
  const { project } = residenceOf(state);
  return oneOf([...project.facilitiesDataseries, ...project.housesDataseries], params.seriesId);
}

function periodOf({ searchParams }: URL): DeletedPeriod | null {
  const [from, to] = [searchParams.get("from"), searchParams.get("to")];
  return from && to ? { from, to, houseId: searchParams.get("houseId") || null } : null;
}

export async function readDeletionPage(ctx: PageContext, _: ShownForm | null) {
  const { state, url } = ctx;
  const series = seriesOfPage(ctx);
  state.title = windowTitle(PAGE_NAMES.deletedReadings, seriesName(series));
  const at = { projectId: residenceOf(state).project.id, series: series.id };
  const period = periodOf(url);
  const isHousing = series.scope === "housing";
  // Without a dwelling there is nothing to show yet.
  const asked = isHousing && period?.houseId === null ? null : period;
  const [deletions, houses, preview] = await Promise.all([
    state.api.read("listReadingsDeletions", at),
    isHousing ? readDwellings(state) : [],
    asked === null ? null : state.api.call("getReadingsToDelete", {
      ...at,
      from: asked.from,
      to: asked.to,
      ...asked.houseId !== null && { houseId: asked.houseId },
    }),
  ]);
  const found = preview === null
    ? null
    : preview.ok
    ? preview.answer
    : { failure: errorText(preview.code) };
  return { series, houses, deletions, period, found, initial: initialOf(ctx, period) };
}

/** The fields of the period in the URL, else the whole of the current day. */
function initialOf({ state, url }: PageContext, period: DeletedPeriod | null) {
  const { timeZone } = residenceOf(state).project;
  const today = todayOf(state);
  const houseId = url.searchParams.get("houseId") ?? "";
  if (period === null) {
    return { houseId, from: today, fromTime: "00:00", to: today, toTime: "23:59" };
  }
  const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
  if (Number.isNaN(from) || Number.isNaN(to)) return { houseId };
  return {
    houseId,
    from: civilDateOf(from, timeZone),
    fromTime: clockTimeOf(from, timeZone),
    to: civilDateOf(to, timeZone),
    toTime: clockTimeOf(to, timeZone),
  };
}

interface TypedPeriod {
  readonly houseId: string | null;
  readonly from: string;
  readonly fromTime: string;
  readonly to: string;
  readonly toTime: string;
}

/** The instants of a typed period, from the first of a repeated hour to the last second of the last minute. */
function periodTyped({ houseId, ...typed }: TypedPeriod, timeZone: string): DeletedPeriod {
  const secondOfDay = (time: string) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    return hour * 3_600 + minute * MINUTE_S;
  };
  const from = epochOfClock(typed.from, secondOfDay(typed.fromTime), timeZone);
  const last = epochOfClock(typed.to, secondOfDay(typed.toTime), timeZone);
  const to = (repeatedInstant(typed.to, last, timeZone) ?? last) + MINUTE_S - 1;
  return { houseId, from: utcInstant(from), to: utcInstant(to) };
}

export function deletionForms(ctx: PageContext) {
  const { state, url, params } = ctx;
  const { project } = residenceOf(state);
  const series = seriesOfPage(ctx);
  const { call } = state.api;
  const at = { projectId: project.id, series: params.seriesId ?? "" };
  const path = links.deletedReadings(project.id, series.id);
  const next = savedPath(path, DELETIONS_SECTION);
  return {
    period: saves(
      DELETED_PERIOD_FORM,
      (body) => Promise.resolve({ ok: true as const, answer: periodTyped(body, project.timeZone) }),
      {
        next: (period) => links.deletedReadings(project.id, series.id, period),
        named: async () => ({
          houseId: series.scope === "housing" ? await readDwellings(state) : [],
        }),
        check: ({ from, to, houseId }) => ({
          ...isBackwards(from, to) && { to: { code: "date-order" as const } },
          ...series.scope === "housing" && !houseId && { houseId: { code: "required" as const } },
        }),
      },
    ),
    deletion: removes(({ version }) => {
      const period = periodOf(url);
      if (period === null) throw new HttpError(400, "bad-request");
      return call("deleteReadings", { ...at, body: { ...period, version } });
    }, next),
    restore: removes(
      ({ text }) => call("restoreReadings", { ...at, deletionId: text("deletionId") }),
      next,
    ),
  };
}
