/** The planned works of a residence, during which alarms are muted, and the delays of its alarms. @module */
import { muteState } from "@/lib/domain/alarms/mute_state.ts";
import type { AlarmMute, AlarmMuteDraft } from "@/lib/domain/alarms/types.ts";
import { distinctEquipment } from "@/lib/domain/facilities/distinct_equipment.ts";
import type { BoilerRoom } from "@/lib/domain/facilities/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { DELAYS_FORM, mutePlace, mutePlaceIds } from "@/lib/forms/alarms/alarm_forms.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { GONE_EQUIPMENT, UNNAMED_HOUSE } from "@/lib/text/alarms/mutes.ts";
import { GONE_HOUSE } from "@/lib/text/housing/housing_alerts.ts";
import type { RowCalls } from "@/lib/web/forms/row_form.ts";
import { changes } from "@/lib/web/forms/submit_forms.ts";
import { type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { roomsOutOfSeason } from "./place_alarms.ts";

type Places = Awaited<ReturnType<typeof readPlaces>>;

/** Reads the planned works and the delays of a residence. @spec alarms.mutes, alarms.delays */
export async function readAlarmSettings({ state }: PageContext) {
  const { project: { id: projectId }, roles } = residenceOf(state);
  const { read } = state.api;
  const [mutes, delays, places, rooms] = await Promise.all([
    read("listAlarmMutes", { projectId }),
    read("getAlarmSettings", { projectId }),
    readPlaces(state, projectId),
    readRooms(state, projectId),
  ]);
  const lines = mutes.map((mute) => ({
    ...mute,
    state: muteState(mute, Date.parse(state.now)),
    placeName: mutePlaceName(mute, places),
  }));
  const canWrite = opensScreen("alarm-archive", roles);
  const outOfSeason = await roomsOutOfSeason(state, rooms);
  return { all: lines, places, delays, outOfSeason, canWrite };
}

/** The name of a place, "" for the residence. */
function mutePlaceName(mute: Pick<AlarmMute, "equipmentId" | "houseId">, places: Places): string {
  const place = mutePlace(mute);
  if (place === null) return "";
  return places.find(({ value }) => value === place)?.label ?? unnamedPlace(mute, places);
}

/** Name of a place that was deleted, or of a dwelling, for a user who may not list them. */
function unnamedPlace({ houseId }: Pick<AlarmMute, "houseId">, places: Places): string {
  if (houseId === null) return GONE_EQUIPMENT;
  const listsHouses = places.some(({ value }) => mutePlaceIds(value).houseId !== null);
  return listsHouses ? GONE_HOUSE : UNNAMED_HOUSE;
}

/** The places of a form, with the stored one: without it, the whole residence would be selected. */
export function placesWith(places: Places, first: string | null): Places {
  const ids = mutePlaceIds(first);
  const isOffered = mutePlace(ids) === null || places.some(({ value }) => value === first);
  return isOffered ? places : [...places, { value: first ?? "", label: unnamedPlace(ids, places) }];
}

/** The boiler rooms with their circuits; empty for a user who may not read them. */
async function readRooms({ api: { call } }: State, projectId: string): Promise<BoilerRoom[]> {
  const listed = await call("listBoilerRooms", { projectId });
  const rooms = await Promise.all(
    (listed.ok ? listed.answer : []).map(({ id: boilerRoomId }) =>
      call("getBoilerRoom", { projectId, boilerRoomId })
    ),
  );
  return rooms.flatMap((read) => read.ok ? [read.answer] : []);
}

async function readPlaces(state: State, projectId: string) {
  const [equipments, dwellings] = await Promise.all([
    state.api.read("listEquipments", { projectId }),
    readDwellings(state),
  ]);
  return [
    ...distinctEquipment(equipments).map(({ id, name }) => ({
      value: mutePlace({ equipmentId: id, houseId: null }) ?? "",
      label: name,
    })),
    // Some users who read alarms may not list the dwellings.
    ...dwellings.map(({ value, label }) => ({
      value: mutePlace({ equipmentId: null, houseId: value }) ?? "",
      label,
    })),
  ];
}

/** Parameter of the address that names the planned works to change. */
export const MUTE_PARAMETER = "mute";

export function muteCalls({ state, url }: PageContext): RowCalls<Omit<AlarmMuteDraft, "version">> {
  const { project: { id: projectId } } = residenceOf(state);
  const { call } = state.api;
  return {
    create: (body) => call("createAlarmMute", { projectId, body }),
    put: (muteId, body) => call("putAlarmMute", { projectId, muteId, body }),
    remove: (muteId) => call("deleteAlarmMute", { projectId, muteId }),
    named: async () => {
      const muteId = url.searchParams.get(MUTE_PARAMETER);
      const [places, mutes] = await Promise.all([
        readPlaces(state, projectId),
        muteId === null ? [] : state.api.read("listAlarmMutes", { projectId }),
      ]);
      const stored = mutes.find(({ id }) => id === muteId);
      return { place: stored === undefined ? places : placesWith(places, mutePlace(stored)) };
    },
  };
}

export function delayForms({ state }: PageContext) {
  const { project: { id: projectId } } = residenceOf(state);
  const { call } = state.api;
  return { delays: changes(DELAYS_FORM, (body) => call("putAlarmSettings", { projectId, body })) };
}
