import { Section, Status, type Tone } from "@/components/page/Page.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { Compliance } from "@/lib/domain/contracting/compliance.ts";
import { type DepositedValue, valuesByRank } from "@/lib/domain/contracting/document_table.ts";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { boundsText, valueText } from "@/lib/text/contracting/documents.ts";

const COMPLIANCE: Readonly<Record<Compliance, { tone: Tone; label: string }>> = {
  inside: { tone: "good", label: "Dans les bornes" },
  outside: { tone: "very-bad", label: "Hors bornes" },
  neutral: { tone: "info", label: "Sans borne" },
};

const COLUMNS: readonly TableColumn<DepositedValue>[] = [
  { field: "name", label: "Valeur", sortable: false, cell: ({ asked }) => asked.name },
  { field: "value", label: "Déclarée", sortable: false, cell: valueText },
  { field: "bounds", label: "Attendue", sortable: false, cell: ({ asked }) => boundsText(asked) },
  {
    field: "compliance",
    label: "Conformité",
    sortable: false,
    cell: ({ value, compliance }) => value !== null && <Status {...COMPLIANCE[compliance]} />,
  },
];

/** The values of a document, one table for each rank. @spec contracting.viewer "grouped data values" */
export function DocumentValues({ info }: { info: DocumentInfo }) {
  const ranks = valuesByRank(info);
  if (ranks.length === 0) return null;
  return (
    <Section id="values" title="Valeurs déclarées">
      {ranks.map((values, rank) => (
        <DataTable
          key={rank}
          caption={ranks.length === 1 ? "Valeurs" : `Valeurs ${rank + 1}`}
          columns={COLUMNS}
          rows={values}
        />
      ))}
    </Section>
  );
}
