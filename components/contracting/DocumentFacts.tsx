import { Fragment } from "preact";
import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { links } from "@/lib/links/links.ts";
import { complianceText } from "@/lib/text/contracting/documents.ts";
import { formatDay, formatInstant } from "@/lib/text/format/dates.ts";
import { DocumentStateBadge } from "./DocumentStateBadge.tsx";

/** All that is known of a document. @spec contracting.viewer */
export function DocumentFacts({ info }: { info: DocumentInfo }) {
  const { document, contract, project, equipment, provider } = info;
  const facts = [
    ["Déposé le", formatInstant(document.uploadDate)],
    ["Déposé par", document.providerMail ?? ""],
    ["Réalisé le", formatDay(document.completionDate)],
    [REASONS[document.state] ?? "", document.comment],
    ["Échéance", formatDay(deadlineOf(document))],
    ["Échéance finale", formatDay(document.finalDueDate)],
    ["Prestataire", provider.name],
    ["Contrat", [contract.name, contract.code].filter(Boolean).join(" · ")],
    ["Équipement", equipment?.name ?? ""],
    ["Code de l’équipement", equipment?.code ?? ""],
    ["Décision du", formatInstant(document.validateDate)],
    ["Décision de", document.validatorUser ?? ""],
  ] as const;
  return (
    <div class="card">
      <dl class="facts">
        <dt>État</dt>
        <dd>
          <DocumentStateBadge state={document.state} />
        </dd>
        {document.uploadDate !== null && document.state !== "refused" && (
          <>
            <dt>Conformité</dt>
            <dd>{complianceText(document.compliance)}</dd>
          </>
        )}
        <dt>Résidence</dt>
        <dd>
          <a href={links.residenceDocuments(document.projectId)}>{project.name}</a>
        </dd>
        {facts.filter(([label, text]) => label !== "" && text !== "").map(([label, text]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

/** What the comment of a document is the reason of. */
const REASONS: Readonly<Partial<Record<DocumentInfo["document"]["state"], string>>> = {
  "refused": "Motif du refus",
  "subject-valid": "Réserve",
  "not-transmitted": "Motif de l’abandon",
  "from-refused": "Motif du refus précédent",
};
