import { Fact, Section, Status, type Tone } from "@/components/page/Page.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { Compliance } from "@/lib/domain/contracting/compliance.ts";
import { type DepositedValue, valuesByRank } from "@/lib/domain/contracting/document_table.ts";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { links } from "@/lib/links/links.ts";
import {
  boundsText,
  commentLabel,
  complianceText,
  documentFacts,
  valueText,
} from "@/lib/text/contracting/documents.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { DocumentStateBadge } from "./DocumentStateBadge.tsx";

/** All data of a document visible to a landlord. @spec contracting.viewer */
export function DocumentFacts({ info }: { info: DocumentInfo }) {
  const { document, project, provider, replaces, replacedBy } = info;
  const facts = [
    [commentLabel(document.state), document.comment],
    ...documentFacts(info),
    ["Prestataire", provider.name],
    ["Décision du", formatInstant(document.validateDate)],
    ["Décision de", document.validatorUser ?? ""],
  ] as const;
  return (
    <div class="card">
      <dl class="facts">
        <Fact label="État">
          <DocumentStateBadge state={document.state} />
        </Fact>
        {document.uploadDate !== null && document.state !== "refused" && (
          <Fact label="Conformité">{complianceText(document.compliance)}</Fact>
        )}
        <Fact label="Résidence">
          <a href={links.residenceDocuments(document.projectId)}>{project.name}</a>
        </Fact>
        {replacedBy !== null && (
          <Fact label="Remplacé par">
            <a href={links.document(document.requestId, replacedBy)}>Le document suivant</a>
          </Fact>
        )}
        {replaces !== null && (
          <Fact label="Remplace">
            <a href={links.document(document.requestId, replaces)}>Le document refusé</a>
          </Fact>
        )}
        {facts.filter(([label, text]) => label !== "" && text !== "").map(([label, text]) => (
          <Fact key={label} label={label}>{text}</Fact>
        ))}
      </dl>
    </div>
  );
}

/** The PDF of a document in its page, to see alone or to save. @spec contracting.viewer "embedded PDF with enlarge and download" */
export function DocumentPdf({ inline, attachment }: { inline: string; attachment: string }) {
  return (
    <Section id="pdf" title="Document">
      <p class="row">
        <a class="button" href={inline} target="_blank" rel="noopener">Agrandir (nouvel onglet)</a>
        <a class="button" href={attachment}>Télécharger</a>
      </p>
      <iframe class="document-pdf" src={inline} title="Document déposé" loading="lazy"></iframe>
    </Section>
  );
}

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
