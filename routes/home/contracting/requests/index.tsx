import { countColumn, dateColumn, linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { documentsOf, readRegisters } from "@/lib/documents/pages.ts";
import { rateLabel, type RequestLine, requestLines } from "@/lib/documents/register_rules.ts";
import { closeText } from "@/lib/documents/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

const REQUESTS: List<RequestLine> = {
  ...PAGES.documentRequests,
  fileName: "demandes.csv",
  columns: [
    linkColumn(
      "typedoc",
      "Document",
      ({ typedocName }) => typedocName,
      ({ id }) => links.documentRequest(id),
      { sort: ({ typedocName, providerName }) => [typedocName, providerName] },
    ),
    textColumn("provider", "Prestataire", ({ providerName }) => providerName),
    textColumn("contract", "Contrat", ({ contractName }) => contractName),
    countColumn("residences", "Résidences", ({ projects }) => projects.length),
    dateColumn("firstRequest", "Première échéance", (row) => formatDay(row.firstRequest), {
      sort: ({ firstRequest }) => firstRequest,
    }),
    textColumn("rate", "Périodicité", ({ rate }) => rateLabel(rate), { sort: ({ rate }) => rate }),
    textColumn("close", "État", ({ close }) => closeText(close), { sort: ({ close }) => close }),
  ],
  filters: [
    { field: "typedoc", label: "Document", value: ({ typedocName }) => typedocName },
    { field: "provider", label: "Prestataire", value: ({ providerName }) => providerName },
    {
      field: "close",
      label: "État",
      value: ({ close }) => String(close),
      options: [false, true].map((one) => ({ value: String(one), label: closeText(one) })),
    },
  ],
  words: ({ typedocName, providerName, contractName }) => [typedocName, providerName, contractName],
  noun: "demande",
  nothing: "Aucune demande trouvée",
  empty: {
    title: "Aucune demande",
    text:
      "Une demande dit quel document un prestataire doit déposer, pour quelles résidences et tous les combien.",
  },
};

export const handler = define.handlers({
  async GET({ state, url }) {
    const { rows, file } = readList(url, requestLines(await readRegisters(state)), REQUESTS);
    return file ?? page(rows);
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  const add = { href: links.newDocumentRequest(), label: PAGES.newDocumentRequest.title };
  return <ListPage {...data} organisation={organisation.name} add={canWrite && add} />;
});
