import { deepStrictEqual, ok } from "node:assert/strict";
import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";
import { type JsonSchema, jsonSchemas } from "@/lib/contract/http/json_schemas.ts";
import { isRecord } from "@/lib/domain/forms/records.ts";
import * as accounts from "@/lib/forms/accounts/account_forms.ts";
import { COMMENT_FORM, DELAYS_FORM, muteForm } from "@/lib/forms/alarms/alarm_forms.ts";
import { reportForm } from "@/lib/forms/alarms/report_form.ts";
import * as autoconsumption from "@/lib/forms/autoconsumption/autoconsumption_forms.ts";
import * as reports from "@/lib/forms/consumption_reports/report_forms.ts";
import * as contracting from "@/lib/forms/contracting/contracting_forms.ts";
import * as display from "@/lib/forms/display/display_forms.ts";
import * as boilerRooms from "@/lib/forms/facilities/boiler_room_forms.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM } from "@/lib/forms/facilities/equipment_forms.ts";
import { MACHINE_FORM } from "@/lib/forms/facilities/machine_form.ts";
import { OUTDOOR_FORM } from "@/lib/forms/facilities/outdoor_forms.ts";
import type { NamedField } from "@/lib/forms/form.ts";
import { ALERT_FORM } from "@/lib/forms/housing/alert_form.ts";
import { GROUP_FORM, HOUSE_TYPE_FORM } from "@/lib/forms/housing/choice_forms.ts";
import { HOUSE_FORM, RIGHTS_FORM } from "@/lib/forms/housing/house_form.ts";
import { OCCUPANCY_FORM } from "@/lib/forms/housing/occupancy_form.ts";
import * as organisations from "@/lib/forms/organisations/organisation_forms.ts";
import { INVITATION_FORM } from "@/lib/forms/organisations/people_forms.ts";
import { RETENTION_FORM } from "@/lib/forms/organisations/retention_form.ts";
import * as tags from "@/lib/forms/organisations/tag_forms.ts";
import { TEAM_FORM } from "@/lib/forms/organisations/team_form.ts";
import { ownHeatingForm } from "@/lib/forms/pilot/pilot_forms.ts";
import { FEATURES_FORM } from "@/lib/forms/projects/features_forms.ts";
import { ANNOTATION_FORM } from "@/lib/forms/series/annotation_form.ts";
import { MANUAL_INDEX_FORM } from "@/lib/forms/series/manual_index_form.ts";
import { meterEventForm } from "@/lib/forms/series/meter_event_form.ts";
import { SERIES_FORM } from "@/lib/forms/series/series_forms.ts";
import { TOKEN_FORM } from "@/lib/forms/series/token_form.ts";

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
