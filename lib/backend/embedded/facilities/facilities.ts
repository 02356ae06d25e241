import { annotationsArea } from "@/lib/backend/embedded/series/annotations.ts";
import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import * as accessories from "./accessories.ts";
import * as boilerRooms from "./boiler_rooms.ts";
import * as buildings from "./buildings.ts";
import * as equipment from "./equipment.ts";
import { deleteEquipment } from "./equipment_removal.ts";
import * as data from "./facility_data.ts";
import * as seasons from "./heating_seasons.ts";
import * as machines from "./machines.ts";

/** Equipment, boiler rooms, buildings and their readings. */
export function facilitiesArea(services: Services) {
  const devices = boilerRooms.devicesOf(services);
  return {
    ...annotationsArea(services),
    ...bound(services, {
      ...accessories,
      ...boilerRooms,
      ...buildings,
      ...equipment,
      deleteEquipment,
      ...data,
      ...seasons,
      ...machines,
    }),
    addDevice: devices.create,
    putDevice: devices.put,
    deleteDevice: devices.remove,
  };
}
