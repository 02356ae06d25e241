/** Every form of the pages, to label typed texts without their page. @module */

import * as accounts from "@/lib/accounts/forms.ts";
import { ALARM_HANDLER_LABELS, ALARM_HANDLERS } from "@/lib/alarms/alarm_handlers.ts";
import * as alarms from "@/lib/alarms/forms.ts";
import { SELECTION_FIELDS } from "@/lib/alarms/selections.ts";
import { isIsoMonth } from "@/lib/base/civil_dates.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import * as consumptionReports from "@/lib/consumption_reports/forms.ts";
import * as display from "@/lib/display/forms.ts";
import * as documents from "@/lib/documents/forms.ts";
import { COMPLETION_DATE } from "@/lib/documents/portal_text.ts";
import * as energyPrices from "@/lib/energy_prices/forms.ts";
import * as energySignature from "@/lib/energy_signature/forms.ts";
import * as boilerRooms from "@/lib/facilities/boiler_room_forms.ts";
import * as facilities from "@/lib/facilities/forms.ts";
import * as gas from "@/lib/gas/forms.ts";
import { featuresOn } from "@/lib/heating_control/features.ts";
import * as heatingControl from "@/lib/heating_control/forms.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import * as housing from "@/lib/housing/forms.ts";
import * as ingest from "@/lib/ingest/forms.ts";
import * as organisations from "@/lib/organisations/forms.ts";
import * as portfolio from "@/lib/portfolio/forms.ts";
import * as residences from "@/lib/residences/forms.ts";
import { RESIDENCE_LABELS } from "@/lib/residences/text.ts";
import * as selfConsumption from "@/lib/self_consumption/forms.ts";
import * as series from "@/lib/series/forms.ts";
import * as settlement from "@/lib/settlement/forms.ts";
import { choice, date, hidden, text } from "@/lib/ui/fields.ts";
import type { NamedField } from "@/lib/ui/form.ts";
import * as weather from "@/lib/weather/forms.ts";
import type { FormFields, SentText } from "@/lib/web/form_values.ts";

interface DeclaredForm extends FormFields {
  readonly name: string;
}

const AREAS = [
  accounts,
  alarms,
  boilerRooms,
  consumptionReports,
  display,
  documents,
  energyPrices,
  energySignature,
  facilities,
  gas,
  heatingControl,
  housing,
  ingest,
  organisations,
  portfolio,
  residences,
  selfConsumption,
  series,
  settlement,
  weather,
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
  ...choice(ALARM_HANDLERS, ALARM_HANDLER_LABELS, { label: alarms.selectionsOf([]).label }),
  name: SELECTION_FIELDS.handler,
};

const DECLARED_FORMS: readonly DeclaredForm[] = [
  ...AREAS.flatMap((area) => Object.values<unknown>(area).filter(isForm)),
  ...Object.values(facilities.DETAIL_FORMS),
  ...parametrised(),
  RESIDENCE,
  DEPOSIT,
];

/** Forms with parameters that do not change their labels. */
function parametrised(): DeclaredForm[] {
  const { configForm, moduleForm, ownHeatingForm, thresholdForm } = heatingControl;
  const report = alarms.reportForm([]);
  const off = featuresOn({ hasPilot: true, hasTempPilot: false }, null);
  return [
    ingest.scaleForm(true),
    ingest.meterEventForm({ scope: "facilities", unit: { unit: "" } }),
    alarms.muteForm(DEFAULT_TIME_ZONE),
    ownHeatingForm({ minC: null, maxC: null }),
    { ...report, fields: [...report.fields, REPORT_ALARM] },
    boilerRooms.sourcesForm([], true),
    portfolio.stockForm(),
    thresholdForm(""),
    ...off === null ? [] : [configForm(off, FIRST_CONFIG), moduleForm(off, FIRST_CONFIG)],
  ];
}

function isForm(exported: unknown): exported is DeclaredForm {
  return typeof exported === "object" && exported !== null && "name" in exported &&
    "fields" in exported;
}

const FORM_NAMES = ["form", "grid"];
const MONTHS = weather.monthsForm([]).name;

/** The submitted form: among the declared forms of its name, or all of them, the one with the most submitted fields. */
export function submittedForm(sent: readonly SentText[]): FormFields {
  const names = sent.map(([name]) => name);
  const form = sent.find(([name, value]) => FORM_NAMES.includes(name) && value !== "")?.[1];
  if (form === MONTHS) return weather.monthsForm(names.filter(isIsoMonth));
  const scored = DECLARED_FORMS.filter(({ name }) => form === undefined || name === form)
    .map((one) => ({ one, count: one.fields.filter(({ name }) => names.includes(name)).length }))
    .sort((a, b) => b.count - a.count);
  const [best] = scored;
  return best !== undefined && best.count > 0 ? best.one : { fields: [] };
}
