import { Fragment } from "preact";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { links } from "@/lib/links/links.ts";
import { commentLabel, complianceText, documentFacts } from "@/lib/text/contracting/documents.ts";
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
        {replacedBy !== null && (
          <>
            <dt>Remplacé par</dt>
            <dd>
              <a href={links.document(document.requestId, replacedBy)}>Le document suivant</a>
            </dd>
          </>
        )}
        {replaces !== null && (
          <>
            <dt>Remplace</dt>
            <dd>
              <a href={links.document(document.requestId, replaces)}>Le document refusé</a>
            </dd>
          </>
        )}
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
