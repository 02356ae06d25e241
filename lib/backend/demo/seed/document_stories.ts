import type { DocumentState } from "@/lib/domain/contracting/types.ts";
import { addDays, addMonths, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/** Requests, with the residences whose last document is late. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  "aquacontrol-carnet-sanitaire": ["p04", "p12"],
  "ramonage-du-littoral-ramonage": ["p10"],
};
/** A document just deposited, before it is due: the register of the residence whose hot water is too cold. */
const DEPOSITED = { requestId: "aquacontrol-carnet-sanitaire", projectId: "p22" } as const;
/** A rank at which values are out of their bounds: its hot water leaves under 60 °C. */
const POOR_RANK = 25;

interface Awaited {
  readonly requestId: string;
  readonly projectId: string;
  readonly dueDate: IsoDate;
  /** Months from one to the next. */
  readonly rate: number;
}

/** A document that does not follow the rules of the others. */
interface DocumentStory {
  readonly state: DocumentState;
  readonly deliveredOn: IsoDate;
  readonly rank: number;
}

/** The story of a document; null for an ordinary one. */
export function storyOfDocument(asked: Awaited, today: IsoDate): DocumentStory | null {
  const { requestId, projectId, dueDate, rate } = asked;
  const isLast = dueDate < today && addMonths(dueDate, rate) >= today;
  if (isLast && LATE[requestId]?.includes(projectId)) {
    return { state: "none", deliveredOn: dueDate, rank: 0 };
  }
  const isNext = dueDate >= today && addMonths(dueDate, -rate) < today;
  const isStory = requestId === DEPOSITED.requestId && projectId === DEPOSITED.projectId;
  return isNext && isStory
    ? { state: "to-valid", deliveredOn: addDays(today, -1), rank: POOR_RANK }
    : null;
}
