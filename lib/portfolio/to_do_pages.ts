/** Reads the things to do across the residences, for the pages that show them. @module */

import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import type { Alarm } from "@/lib/alarms/schema.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { GAS_CALLS } from "@/lib/gas/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import type { ProjectSummary } from "@/lib/residences/schema.ts";
import { answerOrThrow, type CallResult } from "@/lib/web/errors.ts";
import { type State, todayOf } from "@/lib/web/state.ts";
import { FIGURES_CALLS, FOLLOW_UP_CALLS } from "./calls.ts";
import type { FigureSources } from "./figures.ts";
import type { FollowUp } from "./schema.ts";
import { type FollowedSubject, TO_DO_SOURCES, type ToDo, type ToDoSource } from "./text_to_do.ts";
import { isPostponed, toDoList } from "./to_do.ts";

/** The things to do, and what could not be read. */
export interface ReadToDo {
  readonly today: IsoDate;
  /** Those of today, the most urgent first, and those that are put off. */
  readonly lines: readonly ToDo[];
  readonly postponed: readonly ToDo[];
  /** Residences of which the user may take charge. */
  readonly followed: ReadonlySet<string>;
  readonly unread: readonly ToDoSource[];
  /** What the figures of the residences are made from. */
  readonly sources: FigureSources;
  /** Residences whose figures are not made yet. */
  readonly waitingCount: number;
}

/** The things to do of an organisation that the user's roles allow to see. @spec projects.to-do, projects.attention */
export async function readToDo(
  state: State,
  orgId: string,
  known?: { readonly projects: readonly ProjectSummary[]; readonly alarms: readonly Alarm[] },
): Promise<ReadToDo> {
  const { api, place } = state;
  const [{ projects, alarms }, followUps, figures, pces, documents] = await Promise.all([
    known ?? readKnown(state, orgId),
    api.read(FOLLOW_UP_CALLS.listFollowUps, { orgId }),
    readSource(api.call(FIGURES_CALLS.listResidenceFigures, { orgId })),
    readSource(api.call(GAS_CALLS.listGasPces, { orgId })),
    place?.documentRoles.length
      ? readSource(api.call(DOCUMENTS_CALLS.countDocuments, { orgId }))
      : null,
  ]);
  const read = { figures, pces, documents };
  const { rooms = null, silences = null, waitingCount = 0 } = shown(figures) ?? {};
  const today = todayOf(state);
  const all = toDoList({
    alarms,
    followUps,
    today,
    rooms,
    silences,
    pces: shown(pces),
    documents: shown(documents),
    residences: new Map(
      projects.map(({ id, name, timeZone }) => [id, { name, timeZone }]),
    ),
  });
  const mayFollow = projects.filter(({ allRoles }) =>
    allRoles.includes("collect:alarm:comment:write")
  );
  return {
    today,
    lines: all.filter((one) => !isPostponed(one, today)),
    postponed: all.filter((one) => isPostponed(one, today)),
    followed: new Set(mayFollow.map(({ id }) => id)),
    sources: { rooms, silences, documents: shown(documents) },
    waitingCount,
    unread: TO_DO_SOURCES.filter((source) => read[source] === UNREAD),
  };
}

/** Who follows a subject; null for no one. */
export async function readFollowUp(
  { api }: State,
  orgId: string,
  { projectId, kind, id }: FollowedSubject,
): Promise<FollowUp | null> {
  const all = await api.read(FOLLOW_UP_CALLS.listFollowUps, { orgId });
  return all.find((one) =>
    one.projectId === projectId && one.kind === kind && one.subjectId === id
  ) ?? null;
}

async function readKnown({ api }: State, orgId: string) {
  const [projects, alarms] = await Promise.all([
    api.read(PROJECTS_CALLS.listProjects, { orgId }),
    api.read(ALARMS_CALLS.listOrgAlarms, { orgId }),
  ]);
  return { projects, alarms };
}

/** What is read of a source; null where the user may not read it, {@link UNREAD} where what is stored cannot be read. */
async function readSource<Answer>(request: Promise<CallResult<Answer>>) {
  const result = await request;
  if (!result.ok && result.code === "unknown-error") return UNREAD;
  return !result.ok && result.code === "forbidden" ? null : answerOrThrow(result);
}

/** One value that does not fit its schema must not hide the residences. */
const UNREAD = "unread";

function shown<Read>(read: Read | typeof UNREAD): Read | null {
  return read === UNREAD ? null : read;
}
