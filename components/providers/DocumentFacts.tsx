import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { documentFacts, stateText } from "@/lib/text/contracting/documents.ts";
import { NEW_DEADLINE } from "@/lib/text/contracting/portal.ts";
import { formatDay } from "@/lib/text/format/dates.ts";

interface DocumentFactsProps {
  readonly info: DocumentInfo;
  /** The last day to deposit the replacement of a refused document; null for none. */
  readonly newDeadline: IsoDate | null;
}

export function DocumentFacts({ info, newDeadline }: DocumentFactsProps) {
  const { document, organisation, project } = info;
  const facts = [
    ["Bailleur", organisation.name],
    ["État", stateText(document.state)],
    ...newDeadline === null ? [] : [[NEW_DEADLINE, formatDay(newDeadline)] as const],
    ["Résidence", [project.name, project.code].filter(Boolean).join(" · ")],
    ...documentFacts(info),
  ] as const;
  return (
    <dl>
      {facts.flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value}</dd>,
      ])}
    </dl>
  );
}
