import { ConsentStatus, PCE_COLUMNS } from "@/components/gas/line_list.tsx";
import { textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import { readGasPlace } from "@/lib/gas/pages.ts";
import { byUrgency, CONSENT_ALARM_DAYS, consentAlarm } from "@/lib/gas/pce_rules.ts";
import type { GasPce } from "@/lib/gas/schema.ts";
import { consentAdvice, consentWord, GAS_FAULT_TEXTS } from "@/lib/gas/text.ts";
import { links } from "@/lib/ui/links.ts";
import { define, page, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { organisation, pces } = await readGasPlace(ctx);
    const today = todayOf(ctx.state);
    const all = byUrgency(pces, today).map((pce, position) => ({ ...pce, position }));
    const { rows, file } = readList(ctx.url, all, consentList(today));
    return file ?? page({ organisation, rows, today });
  },
});

/** Consents of the holders of an organisation's gas contracts at GRDF, with their end dates. */
export default define.page<typeof handler>(({ data: { organisation, rows, today } }) => {
  const alarms = rows.all.flatMap(({ consent }) => (consent && consentAlarm(consent, today)) ?? []);
  const endingCount = alarms.filter(({ kind }) => kind === "ends").length;
  const shutCount = alarms.length - endingCount;
  return (
    <>
      <PageTitle subtitle={organisation.name} />
      {shutCount > 0 && (
        <Notice
          tone="very-bad"
          title={`${
            countText(shutCount, "point de livraison", "points de livraison")
          } dont GRDF ne donne plus rien`}
        />
      )}
      {endingCount > 0 && (
        <Notice
          tone="bad"
          title={countText(
            endingCount,
            "consentement se termine",
            "consentements se terminent",
          ) + ` dans les ${CONSENT_ALARM_DAYS} jours`}
        />
      )}
      {rows.all.length > 0 && rows.all.every(({ askedAt }) => askedAt === null) && (
        <p class="soft">
          GRDF n’a pas encore été interrogé. Il l’est chaque jour quand la plateforme est cliente de
          son service ADICT (réglage ADICT_CLIENT)&nbsp;; en attendant, les relevés s’importent par
          fichier.
        </p>
      )}
      <ListTable {...rows} />
    </>
  );
});

/** A delivery point with the urgency of its consent: most urgent first. */
interface ConsentLine extends GasPce {
  readonly position: number;
}

function consentList(today: IsoDate): List<ConsentLine> {
  return {
    path: links.gasConsents(),
    fileName: "consentements-grdf.csv",
    columns: consentColumns(today),
    order: "state",
    words: ({ pce, name, projectName }) => [pce, name, projectName ?? ""],
    noun: "consentement",
    nothing: "Aucun point de livraison trouvé",
    empty: {
      title: "Aucun point de livraison",
      text: "Les points de livraison viennent de la configuration des chaufferies au gaz.",
      icon: "drop",
    },
  };
}

function consentColumns(today: IsoDate): readonly TableColumn<ConsentLine>[] {
  const alarmOf = ({ consent }: GasPce) => consent && consentAlarm(consent, today);
  return [
    ...PCE_COLUMNS,
    {
      field: "state",
      label: "Consentement",
      cell: ({ consent }) => <ConsentStatus consent={consent} today={today} text={consentWord} />,
      value: ({ consent }) => consent && consentWord(consent, consentAlarm(consent, today)),
      sort: ({ position }) => position,
    },
    textColumn("endDate", "Fin", ({ consent }) => formatDay(consent?.endDate ?? null), {
      number: true,
      sort: ({ consent }) => consent?.endDate ?? null,
    }),
    textColumn("advice", "À faire", (one) => consentAdvice(alarmOf(one))),
    {
      field: "askedAt",
      label: "Dernière demande",
      cell: ({ askedAt, fault }) => (
        <>
          {formatInstant(askedAt)}
          {fault && <span class="soft">{` ${GAS_FAULT_TEXTS[fault]}`}</span>}
        </>
      ),
      value: ({ askedAt, fault }) =>
        [formatInstant(askedAt), fault && GAS_FAULT_TEXTS[fault]].filter(Boolean).join(" "),
      sort: ({ askedAt }) => askedAt,
    },
  ];
}
