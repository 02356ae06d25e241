import { Field } from "@/components/forms/Field.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { MOST_WAITING_FILES } from "@/lib/domain/contracting/limits.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";
import { megabytesText } from "@/lib/text/forms.ts";
import { FILES_SCRIPT } from "./files_script.ts";

/** Upload of many files, whose documents are chosen afterwards. */
export function FilesForm(
  { maxBytes, error }: { readonly maxBytes: number; readonly error: FieldError | undefined },
) {
  return (
    <>
      <PostForm
        class="form"
        action={links.providerDeposits()}
        encType="multipart/form-data"
        data-parts={links.providerDepositParts()}
      >
        <Field name="files" label="Documents PDF" error={error} required>
          <input
            id="files"
            type="file"
            name="files"
            accept="application/pdf,.pdf"
            multiple
            required
            aria-required="true"
            aria-invalid={error ? "true" : undefined}
            aria-describedby={error ? "files-hint files-error" : "files-hint"}
          />
          <p class="hint" id="files-hint">
            {MOST_WAITING_FILES} fichiers au plus, {megabytesText(maxBytes)} chacun
            <noscript>({megabytesText(maxBytes)} en tout)</noscript>. Choisissez-les ensemble ou
            glissez-les sur le bouton&nbsp;: leur nom indique à quel document ils répondent.
          </p>
        </Field>
        <div>
          <button type="submit">Envoyer les fichiers</button>
        </div>
        <ul class="docs" id="sent"></ul>
        <p id="said" role="status"></p>
        <p id="next" hidden>
          <a href={links.providerDeposits()}>Choisir les documents des fichiers envoyés</a>
        </p>
      </PostForm>
      <script type="module" dangerouslySetInnerHTML={{ __html: FILES_SCRIPT }} />
    </>
  );
}
