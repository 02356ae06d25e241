import { Fact } from "@/components/page/Page.tsx";
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
