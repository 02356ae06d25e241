/** The steps that bring a residence into service: which of them are done, from what is stored of it. @module */

/** In the order that works: each step uses what those before it made. */
export const COMMISSIONING_STEPS = [
  "place",
  "buildings",
  "houseTypes",
  "houses",
  "boilerRoom",
  "series",
  "readings",
  "outdoor",
  "sources",
  "settings",
  "seasons",
  "people",
  "providers",
] as const;

export type StepId = typeof COMMISSIONING_STEPS[number];

/** A boiler room, and what its balance still needs. */
interface RoomFacts {
  readonly id: string;
  readonly hasSource: boolean;
  readonly hasSettings: boolean;
  readonly hasSeason: boolean;
}

/** What is stored of a residence. */
export interface CommissioningFacts {
  /** Whether its place on the map is known. */
  readonly isPlaced: boolean;
  /** Whether readings are expected of it. */
  readonly isInstrumented: boolean;
  /** Whether it shows dwellings, and whether these have types. */
  readonly hasHouses: boolean;
  readonly hasHouseTypes: boolean;
  readonly houseTypeCount: number;
  readonly houseCount: number;
  readonly buildingCount: number;
  readonly rooms: readonly RoomFacts[];
  readonly seriesCount: number;
  /** Series of the facilities with a reading. */
  readonly readSeriesCount: number;
  readonly outdoorCount: number;
  /** People with a role on it. */
  readonly personCount: number;
  /** Providers who work on it; null without document management. */
  readonly providerCount: number | null;
}

/** A step of bringing a residence into service. */
export interface CommissioningStep {
  readonly id: StepId;
  readonly isDone: boolean;
  /** The boiler room in which it is to be done; null for a step of the residence, or without one. */
  readonly boilerRoomId: string | null;
}

/** The steps that apply to a residence. @spec projects.commissioning */
export function commissioningSteps(facts: CommissioningFacts): readonly CommissioningStep[] {
  const { rooms, hasHouses, providerCount } = facts;
  const ofResidence = (isDone: boolean, applies = true) => ({
    isDone,
    applies,
    boilerRoomId: null,
  });
  const ofRooms = (has: keyof Omit<RoomFacts, "id">) => {
    const left = rooms.find((room) => !room[has]) ?? null;
    return {
      isDone: rooms.length > 0 && left === null,
      applies: true,
      boilerRoomId: (left ?? rooms[0])?.id ?? null,
    };
  };
  const steps = {
    place: ofResidence(facts.isPlaced),
    buildings: ofResidence(facts.buildingCount > 0),
    houseTypes: ofResidence(facts.houseTypeCount > 0, hasHouses && facts.hasHouseTypes),
    houses: ofResidence(facts.houseCount > 0, hasHouses),
    boilerRoom: ofResidence(rooms.length > 0),
    series: ofResidence(facts.seriesCount > 0),
    readings: ofResidence(facts.readSeriesCount > 0, facts.isInstrumented),
    outdoor: ofResidence(facts.outdoorCount > 0),
    sources: ofRooms("hasSource"),
    settings: ofRooms("hasSettings"),
    seasons: ofRooms("hasSeason"),
    people: ofResidence(facts.personCount > 0),
    providers: ofResidence((providerCount ?? 0) > 0, providerCount !== null),
  } satisfies Record<StepId, unknown>;
  return COMMISSIONING_STEPS.flatMap((id) => {
    const { applies, ...step } = steps[id];
    return applies ? [{ id, ...step }] : [];
  });
}
