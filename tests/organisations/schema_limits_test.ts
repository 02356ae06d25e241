import { deepStrictEqual, ok } from "node:assert/strict";
import * as accounts from "@/lib/accounts/forms.ts";
import { COMMENT_FORM, DELAYS_FORM, muteForm, reportForm } from "@/lib/alarms/forms.ts";
import { type JsonSchema, jsonSchemas } from "@/lib/api/openapi.ts";
import { type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { isRecord } from "@/lib/base/records.ts";
import * as reports from "@/lib/consumption_reports/forms.ts";
import * as display from "@/lib/display/forms.ts";
import * as contracting from "@/lib/documents/forms.ts";
import * as boilerRooms from "@/lib/facilities/boiler_room_forms.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM, MACHINE_FORM } from "@/lib/facilities/forms.ts";
import { ownHeatingForm } from "@/lib/heating_control/forms.ts";
import {
  ALERT_FORM,
  GROUP_FORM,
  HOUSE_FORM,
  HOUSE_TYPE_FORM,
  OCCUPANCY_FORM,
  RIGHTS_FORM,
} from "@/lib/housing/forms.ts";
import { MANUAL_INDEX_FORM, meterEventForm, SERIES_FORM, TOKEN_FORM } from "@/lib/ingest/forms.ts";
import * as organisations from "@/lib/organisations/forms.ts";
import * as tags from "@/lib/organisations/forms.ts";
import { INVITATION_FORM, RETENTION_FORM, TEAM_FORM } from "@/lib/organisations/forms.ts";
import { FEATURES_FORM } from "@/lib/residences/forms.ts";
import * as autoconsumption from "@/lib/self_consumption/forms.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import type { NamedField } from "@/lib/ui/form.ts";
import { OUTDOOR_FORM } from "@/lib/weather/forms.ts";

interface LimitedForm {
  readonly fields: readonly NamedField[];
}

/** The forms whose fields have the names of the body of their call. */
const FORMS: Partial<Record<CallName, LimitedForm>> = {
  addAnnotation: ANNOTATION_FORM,
  addDevice: MACHINE_FORM,
  addManualIndex: MANUAL_INDEX_FORM,
  addMeterEvent: meterEventForm({ scope: "facilities", unit: { unit: "" } }),
  changeEmail: accounts.EMAIL_FORM,
  changeName: accounts.NAME_FORM,
  changePassword: accounts.PASSWORD_FORM,
  commentAlarm: COMMENT_FORM,
  createAlarmMute: muteForm("Europe/Paris"),
  createAlarmReport: reportForm([]),
  createAnonymousGroup: GROUP_FORM,
  createConsumer: autoconsumption.CONSUMER_FORM,
  createContract: contracting.CONTRACT_FORM,
  createDisplayContact: display.DISPLAY_CONTACT_FORM,
  createDisplayMessage: display.DISPLAY_MESSAGE_FORM,
  createDisplayToken: display.SCREEN_FORM,
  createFirstAccount: accounts.FIRST_ACCOUNT_FORM,
  createHouseType: HOUSE_TYPE_FORM,
  createHousingAlert: ALERT_FORM,
  createIngestToken: TOKEN_FORM,
  createOccupancy: OCCUPANCY_FORM,
  createOrg: organisations.NEW_ORGANISATION_FORM,
  createOutdoorSource: OUTDOOR_FORM,
  createProducer: autoconsumption.PRODUCER_FORM,
  createProvider: contracting.PROVIDER_FORM,
  createRequest: contracting.REQUEST_FORM,
  createTag: tags.NEW_TAG_FORM,
  createTagValue: tags.TAG_VALUE_FORM,
  createTeam: TEAM_FORM,
  createTypedoc: contracting.TYPEDOC_FORM,
  dropDocuments: contracting.DOCUMENTS_FORM,
  inviteUser: INVITATION_FORM,
  putAlarmSettings: DELAYS_FORM,
  putAutoconsumptionInfo: autoconsumption.OPERATION_FORM,
  putBoilerRoomSettings: boilerRooms.BOILER_ROOM_FORM,
  putCircuitSettings: DETAIL_FORMS["boilerroom-circuit"],
  putCmvSettings: DETAIL_FORMS["cmv"],
  putConsumptionReportSettings: reports.REPORT_SETTINGS_FORM,
  putDataseries: SERIES_FORM,
  putEfficiencySettings: boilerRooms.SETTINGS_FORM,
  putEquipmentSettings: EQUIPMENT_FORM,
  putErrorCodeSettings: DETAIL_FORMS["boilerroom-errorcode"],
  putGasFactors: boilerRooms.FACTORS_FORM,
  putHouseSettings: HOUSE_FORM,
  putModuleRights: RIGHTS_FORM,
  putOwnPilot: ownHeatingForm({ minC: null, maxC: null }),
  putPlatformOrg: organisations.ORGANISATION_NAME_FORM,
  putProjectFeatures: FEATURES_FORM,
  putRetention: RETENTION_FORM,
  putSkydomeSettings: DETAIL_FORMS["skydome"],
  resetPassword: accounts.RESET_PASSWORD_FORM,
  validateDocument: contracting.VERDICT_FORM,
};

const schemas = jsonSchemas(
  Object.fromEntries(
    Object.entries(CALLS).flatMap(([name, { body }]) => body ? [[name, body]] : []),
  ),
);

/** The schema of a value: that which a reference names, and without the choice of null. */
function plain(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  const { $ref, anyOf } = schema;
  if (typeof $ref === "string") return plain(schemas.named[$ref.split("/").at(-1) ?? ""]);
  if (!Array.isArray(anyOf)) return schema;
  const [one, ...others] = anyOf.filter((each) => isRecord(each) && each.type !== "null");
  return others.length === 0 ? plain(one) : {};
}

/** The limits of fields by the form and by the schema, undefined without one. */
function limits() {
  return Object.entries(FORMS).flatMap(([call, { fields }]) => {
    const { properties } = plain(schemas.byKey[call]);
    return fields.flatMap((field) => {
      const schema = plain(isRecord(properties) ? properties[field.name] : null);
      return [
        { limit: "maxLength", typed: field.maxLength, read: schema.maxLength, field },
        { limit: "min", typed: field.min, read: schema.minimum, field },
        { limit: "max", typed: field.max, read: schema.maximum, field },
      ].map((one) => ({ ...one, at: `${call}.${field.name}` }));
    });
  });
}

Deno.test("forms limit their fields as the schemas of their calls do", () => {
  const both = limits().filter(({ typed, read }) => typed !== undefined && read !== undefined);
  ok(both.length > 100, `${both.length} limits`);
  const unlike = both.filter(({ typed, read }) => typed !== read);
  deepStrictEqual(unlike.map(({ at, limit, typed, read }) => [at, limit, typed, read]), []);
});

Deno.test("forms limit every text that the schema of its call limits", () => {
  const isTyped = ({ kind, control, type }: NamedField) =>
    kind === "text" && (control ?? "area") === "area" && type !== "password";
  const unlimited = limits().filter(({ typed, read, field }) =>
    typed === undefined && read !== undefined && isTyped(field)
  );
  deepStrictEqual(unlimited.map(({ at }) => at), []);
});
