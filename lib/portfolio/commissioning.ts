/** Answers which steps that bring a residence into service are done, from what is stored of it. @module */

import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { collectFeaturesRecord } from "@/lib/organisations/records.ts";
import { readProjectProviders } from "@/lib/documents/document_rows.ts";
import { cachedEfficiency } from "@/lib/energy_balance/energy_settings.ts";
import { type BoilerRoomMonths, seasonsInForce } from "@/lib/energy_balance/heating_seasons.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { cachedHouses } from "@/lib/housing/dwellings.ts";
import { hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { cachedFeatures, cachedProject } from "@/lib/residences/residences.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, readEntry } from "@/lib/store/store.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";
import { cachedOutdoor } from "@/lib/weather/outdoor_temperatures.ts";
import type { Handler } from "./calls.ts";
import { listProjectRoles } from "./roles.ts";
import type { CommissioningStep } from "./schema.ts";
import { COMMISSIONING_STEPS, type StepId } from "./text_commissioning.ts";

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

/** The steps that apply to a residence. @spec projects.commissioning */
export function commissioningSteps(facts: CommissioningFacts): CommissioningStep[] {
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

/** @spec projects.commissioning */
export const getCommissioning: Handler<"getCommissioning"> = async (services, input, caller) => {
  const { projectId } = input;
  const [project, features, equipments, all, houses, outdoor, people] = await Promise.all([
    cachedProject(services, projectId),
    cachedFeatures(services, projectId),
    cachedEquipments(services, projectId),
    cachedSeries(services, projectId),
    cachedHouses(services, projectId),
    cachedOutdoor(services, projectId),
    listProjectRoles(services, input, caller),
  ]);
  const { location: { latitude }, instrumented, timeZone } = project;
  const months = [monthOf(civilDateOf(services.now(), timeZone))];
  const series = all.filter(({ scope }) => scope === "facilities").map(({ id }) => id);
  const roomIds = equipments.filter(({ record }) => record.kind === "boilerroom")
    .map(({ id }) => id);
  const [rooms, [providerCount = null]] = await Promise.all([
    Promise.all(
      roomIds.map((boilerRoomId) =>
        oneInPart(() => roomFacts(services, { projectId, boilerRoomId, months }))
      ),
    ),
    oneInPart(() => countProviders(services, projectId)),
  ]);
  const steps = commissioningSteps({
    isPlaced: latitude !== null,
    isInstrumented: instrumented,
    hasHouses: hasHouses(features),
    hasHouseTypes: features.houseTypes,
    houseTypeCount: (await listIds(services.store, keys.houseType.under(projectId))).length,
    houseCount: houses.length,
    buildingCount: equipments.filter(({ record }) => record.kind === "building").length,
    rooms: rooms.flat(),
    seriesCount: series.length,
    readSeriesCount: (await services.seriesOf(projectId, timeZone).lastOfMany(series)).size,
    outdoorCount: outdoor.length,
    personCount: people.ok ? people.answer.length : 0,
    providerCount,
  });
  return { ok: true, answer: steps };
};

async function roomFacts(services: Services, at: BoilerRoomMonths) {
  const [efficiency, seasons] = await Promise.all([
    cachedEfficiency(services, at),
    seasonsInForce(services, at),
  ]);
  return {
    id: at.boilerRoomId,
    hasSource: efficiency.ok && efficiency.answer.sources !== null,
    hasSettings: efficiency.ok && efficiency.answer.settings.length > 0,
    hasSeason: seasons.length > 0,
  };
}

/** The providers who work on a residence; null where its organisation does not manage documents. */
async function countProviders(services: Services, projectId: string): Promise<number | null> {
  const orgId = await organisationOf(services, projectId);
  const key = keys.orgFeatures(orgId);
  const { value } = await readEntry(services.store, key, collectFeaturesRecord);
  if (!value?.documentManagement) return null;
  return (await readProjectProviders(services, orgId))(projectId).length;
}
