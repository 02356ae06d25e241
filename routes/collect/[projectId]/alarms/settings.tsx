import { SeasonNotice } from "@/components/alarms/PlaceNotices.tsx";
import { instantColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { datedState } from "@/components/ui/dated_state.ts";
import { FormSection, hasForm } from "@/components/ui/FormBox.tsx";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import { DELAYS_FORM, muteForm, mutePlace } from "@/lib/alarms/forms.ts";
import { placesWith, readAlarmSettings, readPlaces } from "@/lib/alarms/pages.ts";
import type { MuteLine } from "@/lib/alarms/silences.ts";
import { authorText, MUTE_LABELS, MUTE_STATE_LABELS } from "@/lib/alarms/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { save } from "@/lib/web/form_handlers.ts";
import { define } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

const STATE = datedState(MUTE_STATE_LABELS, "bad");

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
    STATE.column,
  ];
}

const list = ({ id, timeZone }: Project) => ({
  path: links.alarmSettings(id),
  fileName: "travaux-prevus.csv",
  section: "mutes",
  heading: "Travaux prévus",
  intro:
    "Pendant des travaux, aucune alerte n’est levée pour le lieu et aucun mail ne part. À leur fin, ce qui dure encore lève une alerte, et les mails disent quelles alertes d’avant se sont terminées.",
  parameter: "mute",
  columns: muteColumns(timeZone),
  order: "state",
  filters: [STATE.filter],
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

export const handler = define.handlers(rowHandlers({
  list,
  read: readAlarmSettings,
  calls({ state, params: { projectId = "" }, url }) {
    const { call, read, sender } = state.api;
    return {
      create: sender(ALARMS_CALLS.createAlarmMute, { projectId }),
      put: (muteId, body) => call(ALARMS_CALLS.putAlarmMute, { projectId, muteId, body }),
      remove: (muteId) => call(ALARMS_CALLS.deleteAlarmMute, { projectId, muteId }),
      named: async () => {
        const muteId = url.searchParams.get("mute");
        const [places, mutes] = await Promise.all([
          readPlaces(state, projectId),
          muteId === null ? [] : read(ALARMS_CALLS.listAlarmMutes, { projectId }),
        ]);
        const stored = mutes.find(({ id }) => id === muteId);
        return { place: stored === undefined ? places : placesWith(places, mutePlace(stored)) };
      },
    };
  },
  others: ({ state, params: { projectId = "" } }) => ({
    delays: save(
      DELAYS_FORM,
      state.api.sender(ALARMS_CALLS.putAlarmSettings, { projectId }),
    ),
  }),
}));

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
