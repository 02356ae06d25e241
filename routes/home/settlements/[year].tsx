import { linkColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import type { SettlementLine } from "@/lib/settlement/schema.ts";
import { STATE_LABELS, totalsText } from "@/lib/settlement/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { define, HttpError, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url, params }) {
    const organisation = state.place?.organisation;
    const year = Number(params.year);
    if (!organisation || !Number.isInteger(year)) throw new HttpError(404, "not-found");
    state.title = windowTitle(PAGE_NAMES.settlements, organisation.name);
    const all = await state.api.read(SETTLEMENT_CALLS.listSettlements, {
      orgId: organisation.id,
      year: String(year),
    });
    const { rows, file } = readList(url, all, listOf(year));
    return file ?? page({ organisation, rows, year, all });
  },
});

/** The statements of a season across residences, for those who pay and those who are paid. @spec settlement.table */
export default define.page<typeof handler>(({ data: { organisation, rows, year, all } }) => (
  <>
    <PageTitle title={`${PAGE_NAMES.settlements} ${seasonName(year)}`} subtitle={organisation.name}>
      <a class="button" href={links.settlements(year - 1)}>Saison {seasonName(year - 1)}</a>
      <a class="button" href={links.settlements(year + 1)}>Saison {seasonName(year + 1)}</a>
    </PageTitle>
    <p>{totalsText(all)}</p>
    <ListTable {...rows} />
  </>
));

function listOf(year: number): List<SettlementLine> {
  return {
    title: PAGE_NAMES.settlements,
    path: links.settlements(year),
    fileName: `decomptes-${seasonName(year)}.csv`,
    columns: [
      textColumn("project", "Résidence", ({ projectName }) => projectName),
      linkColumn(
        "room",
        "Chaufferie",
        ({ boilerRoomName }) => boilerRoomName,
        ({ projectId, boilerRoomId }) => links.settlement(projectId, boilerRoomId, year),
      ),
      textColumn("operator", "Exploitant", ({ operator }) => operator),
      textColumn("state", "État", stateText),
      textColumn("sent", "Envoyé le", ({ sentAt }) => sentAt && formatInstant(sentAt)),
      numberColumn({ field: "gap", label: "Écart", unit: "%" }, ({ gapPercent }) => gapPercent),
      euroColumn("ht", "HT"),
      euroColumn("vat", "TVA"),
      euroColumn("ttc", "TTC"),
      textColumn(
        "payer",
        "À verser par",
        ({ payer }) => payer && (payer === "landlord" ? "bailleur" : "exploitant"),
      ),
    ],
    filters: [{
      field: "state",
      label: "État",
      value: stateText,
    }],
    words: ({ projectName, boilerRoomName, operator }) => [projectName, boilerRoomName, operator],
    noun: "chaufferie",
    nothing: "Aucune chaufferie trouvée",
    empty: { title: "Aucune chaufferie", icon: "balance" },
    wide: true,
  };
}

function euroColumn(field: "ht" | "vat" | "ttc", label: string) {
  return numberColumn<SettlementLine>(
    { field, label, unit: "€" },
    (line) => line[field] === null ? null : Number(line[field]),
    2,
    2,
  );
}

function stateText({ state }: SettlementLine): string {
  return state === null ? "Non envoyé" : STATE_LABELS[state];
}
