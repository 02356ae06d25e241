/** What is red today across the residences of an organisation (design §12). @module */
import type { DocumentCounts } from "@/lib/domain/contracting/types.ts";
import { aboveThreshold, type ComparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import { balanceRange } from "@/lib/domain/energy_balance/year_report.ts";
import { alarmingConsents } from "@/lib/domain/gas/consents.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import { type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { Residence } from "@/lib/domain/projects/residence_list.ts";
import type { ProjectSilence } from "@/lib/domain/projects/types.ts";
import { type State, todayOf } from "@/lib/web/state.ts";

/** Today's problems visible to the user. */
export interface Attention {
  readonly today: IsoDate;
  /** Boiler rooms above their threshold since the start of the year, worst first. */
  readonly gaps: readonly ComparisonLine[];
  /** Residences whose readings stopped or never arrived, by name. */
  readonly silences: readonly ProjectSilence[];
  /** Gas consents that no longer give access or end soon, most urgent first. */
  readonly consents: readonly GasPce[];
  /** Residences with open alarms, most alarms first. */
  readonly alarms: readonly AlarmingResidence[];
  /** null for a user who may not read documents. */
  readonly documents: DocumentCounts | null;
}

export interface AlarmingResidence {
  readonly projectId: string;
  readonly projectName: string;
  readonly count: number;
}

/** Reads today's problems that the user's roles allow to see. @spec projects.attention */
export async function readAttention(
  state: State,
  orgId: string,
  residences: readonly Residence[],
): Promise<Attention> {
  const { api, place } = state;
  const today = todayOf(state);
  const segment = rangeSegment(balanceRange({ year: yearOf(today), shifted: false }));
  const [rooms, silences, pces, documents] = await Promise.all([
    api.readUnless("forbidden", "compareBoilerRooms", { orgId, segment }),
    api.readUnless("forbidden", "listSilences", { orgId }),
    api.readUnless("forbidden", "listGasPces", { orgId }),
    place?.documentRoles.length ? api.read("countDocuments", { orgId }) : null,
  ]);
  return {
    today,
    gaps: aboveThreshold(rooms ?? []),
    silences: silences ?? [],
    consents: alarmingConsents(pces ?? [], today),
    alarms: alarming(residences),
    documents,
  };
}

function alarming(residences: readonly Residence[]): AlarmingResidence[] {
  return residences.filter(({ alarmCount }) => alarmCount > 0)
    .map(({ id, name, alarmCount }) => ({ projectId: id, projectName: name, count: alarmCount }))
    .toSorted((left, right) => right.count - left.count);
}
