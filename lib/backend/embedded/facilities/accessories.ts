import { Refused } from "@/lib/backend/core/refused.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import { referenceRefusal } from "@/lib/backend/embedded/series_read.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import type { EquipmentDetails, EquipmentRecord } from "@/lib/backend/records/facilities.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { Outcome } from "@/lib/contract/catalogue.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { mayWrite, placeOfRecord, readEquipment, type StoredEquipment } from "./equipment.ts";

type Field = keyof EquipmentDetails;
type Details = { readonly [F in Field]: NonNullable<EquipmentDetails[F]> };

/** The kind of equipment that has each field, and the details of one that nobody has set yet. */
const ACCESSORIES: { readonly [F in Field]: { kind: EquipmentKind; bare: Details[F] } } = {
  circuit: {
    kind: "boilerroom-circuit",
    bare: {
      enabled: true,
      outMin: null,
      outMax: null,
      backMin: null,
      backMax: null,
      outType: null,
      backType: null,
      isHotWater: false,
    },
  },
  errorCode: { kind: "boilerroom-errorcode", bare: { seriesId: null, normalCodes: [] } },
  faultDetector: { kind: "boilerroom-faultdetector", bare: { alarmKind: 0, seriesId: null } },
  gate: { kind: "gate", bare: { type: "gate", alarmFrom: 24, hsType: "none", seriesId: null } },
  cmv: { kind: "cmv", bare: { min: null, max: null, seriesId: null } },
  skydome: { kind: "skydome", bare: { seriesId: null } },
};

/** The accessories among some equipment that have a field, as they are answered. */
export function accessoriesOf<F extends Field>(field: F, equipments: readonly StoredEquipment[]) {
  const { kind, bare } = ACCESSORIES[field];
  return equipments.filter(({ record }) => record.kind === kind).map(({ id, record, entry }) => {
    const stored: { readonly [Own in Field]?: Details[Own] | undefined } = record.details;
    const details = stored[field] ?? bare;
    return { id, name: record.name, ...details, version: versionOf(entry) };
  });
}

/** The path of an accessory, with that of its boiler room where the call names it, and its new name and details. */
type DetailsInput<F extends Field, Id extends string> =
  & { readonly [Name in Id]: string }
  & {
    readonly projectId: string;
    readonly boilerRoomId?: string;
    readonly body: Details[F] & { name: string; version?: string | undefined };
  };

/** The call that writes name and details of an accessory, over the version the edit was based on. */
function putOf<F extends Field, Id extends string>(field: F, idName: Id, action: AuditAction) {
  return (
    services: Services,
    input: DetailsInput<F, Id>,
    caller: Caller,
  ): Promise<Outcome<"putCircuitSettings">> => {
    const { projectId, boilerRoomId: parentId, body: { version, name, ...details } } = input;
    return write(services, { action, projectId, caller }, async (atomic) => {
      const entry = await readEquipment(services, { projectId, equipmentId: input[idName] });
      const { key, value } = entry;
      const isThere = value?.kind === ACCESSORIES[field].kind &&
        (parentId ?? value.parentId) === value.parentId;
      if (!isThere) return { ok: false, code: "not-found" };
      const place = await placeOfRecord(services, projectId, value);
      const isAllowed = await mayWrite(services, caller, { projectId, place });
      if (!isAllowed) throw new Refused("forbidden");
      if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
      const record: EquipmentRecord = { ...value, name, details: { [field]: details } };
      const { refersTo } = ENTITIES.equipment;
      const refusal = await referenceRefusal(services, refersTo, { projectId, record, key });
      if (refusal !== null) return refusal;
      atomic.set(key, record);
      return { ok: true, answer: null, subject: name };
    });
  };
}

export const putCmvSettings = putOf("cmv", "cmvId", "putCmvSettings");
export const putSkydomeSettings = putOf("skydome", "skydomeId", "putSkydomeSettings");
export const putGateSettings = putOf("gate", "gateId", "putGateSettings");
export const putCircuitSettings = putOf("circuit", "circuitId", "putCircuitSettings");
export const putErrorCodeSettings = putOf("errorCode", "errorCodeId", "putErrorCodeSettings");
export const putFaultDetectorSettings = putOf(
  "faultDetector",
  "faultDetectorId",
  "putFaultDetectorSettings",
);
