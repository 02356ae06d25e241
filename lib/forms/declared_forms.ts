/** Every form of the pages, for code that reads a form without its page. @module */
import { SELECTION_FIELDS } from "@/lib/domain/alarms/sent_selections.ts";
import { ALARM_HANDLERS } from "@/lib/domain/alarms/types.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { featuresOn } from "@/lib/domain/pilot/features.ts";
import { FIRST_CONFIG } from "@/lib/domain/pilot/wishes.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { COMPLETION_DATE } from "@/lib/text/contracting/portal.ts";
import { RESIDENCE_LABELS } from "@/lib/text/projects/projects.ts";
import * as accounts from "./accounts/account_forms.ts";
import { COMMENT_FORM, DELAYS_FORM, muteForm } from "./alarms/alarm_forms.ts";
import { reportForm, selectionsOf } from "./alarms/report_form.ts";
import * as autoconsumption from "./autoconsumption/autoconsumption_forms.ts";
import {
  REPORT_MAILS_FORM,
  REPORT_ORDER_FORM,
  REPORT_SETTINGS_FORM,
} from "./consumption_reports/report_forms.ts";
import * as contracting from "./contracting/contracting_forms.ts";
import * as display from "./display/display_forms.ts";
import * as boilerRooms from "./facilities/boiler_room_forms.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM, NEW_EQUIPMENT_FORM } from "./facilities/equipment_forms.ts";
import { MACHINE_FORM } from "./facilities/machine_form.ts";
import { OUTDOOR_FORM } from "./facilities/outdoor_forms.ts";
import { sourcesForm } from "./facilities/sources_form.ts";
import { choice, date, hidden, text } from "./fields.ts";
import type { NamedField } from "./form.ts";
import { GAS_FILE_FORM } from "./gas/gas_file_form.ts";
import { ALERT_FORM } from "./housing/alert_form.ts";
import { GROUP_FORM, HOUSE_TYPE_FORM } from "./housing/choice_forms.ts";
import { HOUSE_FORM, RIGHTS_FORM } from "./housing/house_form.ts";
import { OCCUPANCY_FORM } from "./housing/occupancy_form.ts";
import * as organisations from "./organisations/organisation_forms.ts";
import * as people from "./organisations/people_forms.ts";
import * as retention from "./organisations/retention_form.ts";
import * as tags from "./organisations/tag_forms.ts";
import { TEAM_FORM } from "./organisations/team_form.ts";
import {
  configForm,
  moduleForm,
  ownHeatingForm,
  PILOT_FEATURES_FORM,
  PRESENCE_FORM,
  thresholdForm,
} from "./pilot/pilot_forms.ts";
import * as features from "./projects/features_forms.ts";
import { STOCK_FORM } from "./projects/stock_form.ts";
import { ANNOTATION_FORM } from "./series/annotation_form.ts";
import { MANUAL_INDEX_FORM } from "./series/manual_index_form.ts";
import { meterEventForm } from "./series/meter_event_form.ts";
import { READINGS_FILE_FORM } from "./series/readings_file_form.ts";
import { NEW_SERIES_FORM, SERIES_FORM } from "./series/series_forms.ts";
import { TOKEN_FORM } from "./series/token_form.ts";

export interface DeclaredForm {
  readonly name: string;
  readonly fields: readonly NamedField[];
  /** Whether it has other fields, named only by its page. */
  readonly hasOthers?: boolean;
}

/** Modules whose forms are all static. */
const AREAS = [
  accounts,
  autoconsumption,
  boilerRooms,
  contracting,
  display,
  features,
  organisations,
  people,
  retention,
  tags,
];

/** Forms whose fields are drawn by their components. */
const RESIDENCE: DeclaredForm = {
  name: "",
  fields: Object.entries(RESIDENCE_LABELS).map(([name, label]) => ({ ...text({ label }), name })),
};
const DEPOSIT: DeclaredForm = {
  name: "",
  fields: [
    { ...date({ label: COMPLETION_DATE }), name: "completionDate" },
    // Its script sends the file in parts, then these.
    ...["fileName", "mark", "size"].map((name) => ({ ...hidden(), name })),
  ],
  hasOthers: true,
};

/** One of the alarms of a report, which its form sends under a name of its own. */
const REPORT_ALARM: NamedField = {
  ...choice(ALARM_HANDLERS, ALARM_HANDLER_LABELS, { label: selectionsOf([]).label }),
  name: SELECTION_FIELDS.handler,
};

export const DECLARED_FORMS: readonly DeclaredForm[] = [
  ...AREAS.flatMap((area) => Object.values<unknown>(area).filter(isForm)),
  ...Object.values(DETAIL_FORMS),
  ...parametrised(),
  RESIDENCE,
  DEPOSIT,
  ...[ALERT_FORM, ANNOTATION_FORM, COMMENT_FORM, DELAYS_FORM, EQUIPMENT_FORM, GAS_FILE_FORM],
  ...[GROUP_FORM, HOUSE_FORM, HOUSE_TYPE_FORM, MACHINE_FORM, MANUAL_INDEX_FORM],
  ...[NEW_EQUIPMENT_FORM, NEW_SERIES_FORM, OCCUPANCY_FORM, OUTDOOR_FORM, PILOT_FEATURES_FORM],
  ...[PRESENCE_FORM, READINGS_FILE_FORM, REPORT_MAILS_FORM, REPORT_ORDER_FORM],
  ...[REPORT_SETTINGS_FORM, RIGHTS_FORM, SERIES_FORM, STOCK_FORM, TEAM_FORM, TOKEN_FORM],
];

/** Forms with parameters that do not change their labels. */
function parametrised(): DeclaredForm[] {
  const report = reportForm([]);
  const off = featuresOn({ hasPilot: true, hasTempPilot: false }, null);
  return [
    meterEventForm({ scope: "facilities", unit: { unit: "" } }),
    muteForm(DEFAULT_TIME_ZONE),
    ownHeatingForm({ minC: null, maxC: null }),
    { ...report, fields: [...report.fields, REPORT_ALARM] },
    sourcesForm([]),
    thresholdForm(""),
    ...off === null ? [] : [configForm(off, FIRST_CONFIG), moduleForm(off, FIRST_CONFIG)],
  ];
}

function isForm(exported: unknown): exported is DeclaredForm {
  return typeof exported === "object" && exported !== null && "name" in exported &&
    "fields" in exported;
}
