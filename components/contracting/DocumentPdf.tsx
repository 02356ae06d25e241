import { Section } from "@/components/page/Page.tsx";

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
