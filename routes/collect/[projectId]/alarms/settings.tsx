import { SeasonNotice } from "@/components/alarms/PlaceNotices.tsx";
import { MUTE_STATE_FILTER, muteColumns } from "@/components/alarms/silence_columns.ts";
import { FormSection, hasForm } from "@/components/ui/FormBox.tsx";
import { DELAYS_FORM, muteForm, mutePlace } from "@/lib/alarms/forms.ts";
import {
  delayForms,
  MUTE_PARAMETER,
  muteCalls,
  placesWith,
  readAlarmSettings,
} from "@/lib/alarms/pages.ts";
import type { MuteLine } from "@/lib/alarms/silences.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

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
