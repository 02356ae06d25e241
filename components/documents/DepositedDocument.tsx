import type { DocumentInfo } from "@/lib/documents/schema.ts";
import { boundsText, VALUE_COMPLIANCE, valueText } from "@/lib/documents/text.ts";
import { valuesByRank } from "@/lib/documents/upload_rules.ts";
import { type DocumentAddress, links } from "@/lib/ui/links.ts";

/** The values that a provider declared, one list for each rank. @spec contracting.viewer "grouped data values" */
export function DeclaredValues({ info }: { info: DocumentInfo }) {
  const ranks = valuesByRank(info);
  return (
    <>
      {ranks.map((values, rank) => (
        <section key={rank}>
          <h2>
            {ranks.length === 1 ? "Valeurs déclarées" : `Valeurs déclarées, série ${rank + 1}`}
          </h2>
          <dl>
            {values.flatMap((value) => [
              <dt key={value.requested.id}>{value.requested.name}</dt>,
              <dd key={`${value.requested.id} value`}>
                {valueText(value)}
                {value.compliance === "outside" && (
                  <p class="error">
                    {VALUE_COMPLIANCE[value.compliance]}&nbsp;: attendu{" "}
                    {boundsText(value.requested)}
                  </p>
                )}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
    </>
  );
}

/** The deposited PDF: loaded once it is opened here, or seen alone, or saved. @spec contracting.viewer "embedded PDF with enlarge and download" */
export function DepositedPdf({ at }: { at: DocumentAddress }) {
  const inline = links.providerPdf(at, "inline");
  return (
    <>
      <h2>PDF déposé</h2>
      <ul class="tabs">
        <li>
          <a href={inline} target="_blank" rel="noopener">Agrandir (nouvel onglet)</a>
        </li>
        <li>
          <a href={links.providerPdf(at, "attachment")}>Télécharger</a>
        </li>
      </ul>
      <details>
        <summary>Afficher ici</summary>
        <iframe src={inline} title="PDF déposé" loading="lazy"></iframe>
      </details>
    </>
  );
}
