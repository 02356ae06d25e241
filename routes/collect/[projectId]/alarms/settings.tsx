import { SeasonNotice } from "@/components/alarms/PlaceNotices.tsx";
import { instantColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection, hasForm } from "@/components/ui/FormBox.tsx";
import type { ListFilter } from "@/components/ui/list.ts";
import type { Tone } from "@/components/ui/Page.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import { DELAYS_FORM, muteForm, mutePlace } from "@/lib/alarms/forms.ts";
import { MUTE_PARAMETER, muteCalls, placesWith, readAlarmSettings } from "@/lib/alarms/pages.ts";
import { MUTE_STATES, type MuteLine, type MuteState } from "@/lib/alarms/silences.ts";
import { authorText, MUTE_LABELS, MUTE_STATE_LABELS } from "@/lib/alarms/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

const TONES: Readonly<Record<MuteState, Tone>> = { current: "bad", coming: "info", past: "info" };

const STATE = "État";

function muteColumns(timeZone: string): readonly TableColumn<MuteLine>[] {
  return [
    textColumn("reason", MUTE_LABELS.reason, ({ reason }) => reason),
    textColumn("place", MUTE_LABELS.place, ({ placeName }) => placeName || "Toute la résidence"),
    textColumn(
      "handler",
      MUTE_LABELS.handler,
      ({ handler }) => handler === null ? "Toutes" : ALARM_HANDLER_LABELS[handler],
    ),
    ...(["from", "to"] as const).map((field) => ({
      ...instantColumn<MuteLine>(field, MUTE_LABELS[field], (silence) => silence[field], timeZone),
      // On the night when clocks are set back, the instants of a line are too long for one line.
      unbroken: false,
    })),
    textColumn("author", "Prévu par", ({ author }) => authorText(author)),
    statusColumn(
      "state",
      STATE,
      ({ state }) => ({ tone: TONES[state], label: MUTE_STATE_LABELS[state] }),
      { unbroken: true, sort: ({ state }) => MUTE_STATES.indexOf(state) },
    ),
  ];
}

/** Filter of planned works by state. */
const MUTE_STATE_FILTER: ListFilter<MuteLine> = {
  field: "state",
  label: STATE,
  value: ({ state }) => state,
  options: labelledOptions(MUTE_STATES, MUTE_STATE_LABELS),
};

const list = ({ id, timeZone }: Project) => ({
  title: PAGES.alarmSettings.title,
  path: links.alarmSettings(id),
  fileName: "travaux-prevus.csv",
  section: "mutes",
  heading: "Travaux prévus",
  intro:
    "Pendant des travaux, aucune alerte n’est levée pour le lieu et aucun mail ne part. À leur fin, ce qui dure encore lève une alerte, et les mails disent quelles alertes d’avant se sont terminées.",
  parameter: MUTE_PARAMETER,
  columns: muteColumns(timeZone),
  order: "state",
  filters: [MUTE_STATE_FILTER],
  words: ({ reason, placeName }: MuteLine) => [reason, placeName],
  noun: "intervention",
  nothing: "Aucune intervention trouvée",
  empty: {
    title: "Aucuns travaux prévus",
    text: "Les travaux prévus se trouveront ici\u00A0: en cours, à venir, puis passés.",
    icon: "calendar" as const,
  },
  form: muteForm(timeZone),
  says: {
    add: "Prévoir des travaux",
    submit: "Prévoir",
    change: "Modifier les travaux",
    remove: "Supprimer les travaux",
    loss: "Les alertes du lieu ne seront plus suspendues pendant ces travaux.",
  },
});

function delayForms({ state }: PageContext) {
  const { id: projectId } = residenceOf(state).project;
  return {
    delays: save(
      DELAYS_FORM,
      (body) => state.api.call(ALARMS_CALLS.putAlarmSettings, { projectId, body }),
    ),
  };
}

export const handler = define.handlers(
  rowHandlers({ list, read: readAlarmSettings, calls: muteCalls, others: delayForms }),
);

/** Planned works, during which alarms are muted, and the delays of alarms. */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { delays, outOfSeason, places, canWrite, page, chosen } = data;
  const { today } = residenceOf(state);
  const requested = url.searchParams.get("place") ?? "";
  const first = page.shown?.values.place ?? (chosen === null ? requested : mutePlace(chosen));
  return (
    <RowListPage
      {...data}
      url={url}
      before={<SeasonNotice rooms={outOfSeason} />}
      initial={{ fromDate: today, toDate: today, place: requested }}
      options={{ place: placesWith(places, first) }}
    >
      {hasForm(canWrite, page.shown, DELAYS_FORM.name) && (
        <FormSection
          title="Délais et débit de nuit"
          intro="Durée pendant laquelle une valeur reste hors de ses bornes avant de lever une alerte. L’eau de la nuit se surveille dans les logements suivis en détail, dont le compteur envoie un relevé par heure ou plus souvent."
          form={DELAYS_FORM}
          stored={delays}
          page={page}
        />
      )}
    </RowListPage>
  );
});
