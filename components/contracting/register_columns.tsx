import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, textColumn } from "@/components/tables/text_column.ts";
import { rateLabel } from "@/lib/domain/contracting/rates.ts";
import type {
  ContractLine,
  ProviderLine,
  RequestLine,
} from "@/lib/domain/contracting/register_lists.ts";
import type { Typedoc } from "@/lib/domain/contracting/types.ts";
import { links } from "@/lib/links/links.ts";
import { archivedText, closeText, residencesText } from "@/lib/text/contracting/contracting.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/text/facilities/equipment_kinds.ts";
import { formatDay } from "@/lib/text/format/dates.ts";

export const PROVIDER_COLUMNS: readonly TableColumn<ProviderLine>[] = [
  nameColumn("Prestataire", ({ id }) => links.provider(id)),
  textColumn("emails", "Adresses email", ({ emails }) => emails.join(", ")),
  countColumn("contracts", "Contrats", ({ contractCount }) => contractCount),
  countColumn("requests", "Demandes ouvertes", ({ requestCount }) => requestCount),
  textColumn("archived", "État", ({ archived }) => archivedText(archived)),
];

export const CONTRACT_COLUMNS: readonly TableColumn<ContractLine>[] = [
  nameColumn("Contrat", ({ id }) => links.contract(id)),
  textColumn("code", "Code", ({ code }) => code),
  equipmentColumn(),
  textColumn("provider", "Prestataire aujourd’hui", ({ providerName }) => providerName),
  {
    field: "residences",
    label: "Résidences",
    number: true,
    cell: ({ nbProjects, allprojects }) => residencesText(nbProjects, allprojects),
    value: ({ nbProjects }) => nbProjects,
  },
];

export const TYPEDOC_COLUMNS: readonly TableColumn<Typedoc>[] = [
  nameColumn("Type de document", ({ id }) => links.typedoc(id)),
  equipmentColumn(),
  textColumn("rate", "Périodicité", ({ defaultRate }) => rateLabel(defaultRate)),
  countColumn("values", "Valeurs demandées", ({ values }) => values.length),
  textColumn("archived", "État", ({ archived }) => archivedText(archived)),
];

export const REQUEST_COLUMNS: readonly TableColumn<RequestLine>[] = [
  {
    field: "typedoc",
    label: "Document",
    cell: ({ id, typedocName }) => <a href={links.documentRequest(id)}>{typedocName}</a>,
    value: ({ typedocName }) => typedocName,
  },
  textColumn("provider", "Prestataire", ({ providerName }) => providerName),
  textColumn("contract", "Contrat", ({ contractName }) => contractName),
  countColumn("residences", "Résidences", ({ projects }) => projects.length),
  dateColumn("firstRequest", "Première échéance", ({ firstRequest }) => formatDay(firstRequest)),
  textColumn("rate", "Périodicité", ({ rate }) => rateLabel(rate)),
  textColumn("close", "État", ({ close }) => closeText(close)),
];

function nameColumn<Row extends { readonly name: string }>(
  label: string,
  href: (row: Row) => string,
): TableColumn<Row> {
  return {
    field: "name",
    label,
    cell: (row) => <a href={href(row)}>{row.name}</a>,
    value: ({ name }) => name,
  };
}

function countColumn<Row>(
  field: string,
  label: string,
  value: (row: Row) => number,
): TableColumn<Row> {
  return { field, label, number: true, cell: value, value };
}

function equipmentColumn<Row extends Pick<Typedoc, "equipment">>(): TableColumn<Row> {
  const text = ({ equipment }: Row) => equipment && EQUIPMENT_KIND_LABELS[equipment];
  return textColumn("equipment", "Équipement", text);
}
