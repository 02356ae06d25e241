import type { Tone } from "@/components/page/Page.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import {
  linkColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from "@/components/tables/columns.tsx";
import type { List } from "@/components/tables/list.ts";
import type { Consumer, ConsumerStatus, SharingKind } from "@/lib/domain/autoconsumption/types.ts";
import { links } from "@/lib/links/links.ts";
import {
  CONSUMER_LABELS,
  CONSUMER_STATUS_LABELS,
  consumerName,
  presencesText,
} from "@/lib/text/autoconsumption/autoconsumption.ts";

const TONES: Readonly<Record<ConsumerStatus, Tone>> = {
  invited: "info",
  active: "good",
  left: "bad",
};

/** Consumers of the operation, and their dates. */
export function consumerList(projectId: string, sharing: SharingKind): List<Consumer> {
  return {
    title: "Consommateurs",
    path: links.autoconsumption(projectId),
    fileName: "consommateurs.csv",
    columns: consumerColumns(projectId, sharing),
    filters: [{
      field: "status",
      label: "État",
      value: ({ status }) => CONSUMER_STATUS_LABELS[status],
    }],
    words: (consumer) => [consumerName(consumer), consumer.prm],
    noun: "consommateur",
    nothing: "Aucun consommateur trouvé",
    empty: {
      title: "Aucun consommateur",
      text: "Ajoutez les logements et les parties communes que l’opération alimente.",
      icon: "house",
    },
  };
}

function consumerColumns(projectId: string, sharing: SharingKind): TableColumn<Consumer>[] {
  const head = { field: "share", label: "Part", unit: "%" };
  const share = numberColumn<Consumer>(head, ({ sharePercent }) => sharePercent, 2);
  return [
    linkColumn<Consumer>(
      "name",
      CONSUMER_LABELS.name,
      consumerName,
      (consumer) => links.consumer(projectId, consumer.id),
    ),
    textColumn("prm", "PRM", ({ prm }) => prm),
    ...(sharing === "full-dynamic" ? [] : [share]),
    statusColumn("status", "État", ({ status }) => ({
      tone: TONES[status],
      label: CONSUMER_STATUS_LABELS[status],
    })),
    textColumn(
      "presences",
      "Participation",
      ({ presences, seriesId }) =>
        [presencesText(presences), seriesId === null ? "sans compteur" : ""].filter(Boolean).join(
          ", ",
        ),
    ),
  ];
}
