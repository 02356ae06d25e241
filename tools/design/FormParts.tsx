import { TagSelects } from "@/components/residences/ResidenceFields.tsx";
import { CheckField } from "@/components/ui/CheckField.tsx";
import { Notice, Section } from "@/components/ui/Page.tsx";
import { PostForm, SubmitBar } from "@/components/ui/PostForm.tsx";
import { SelectField } from "@/components/ui/SelectField.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { Toggle } from "@/components/ui/Toggle.tsx";
import EmailList from "@/islands/ui/EmailList.tsx";
import FormGrid from "@/islands/ui/FormGrid.tsx";
import ImageUpload from "@/islands/ui/ImageUpload.tsx";
import SmallToggle from "@/islands/ui/SmallToggle.tsx";
import type { FieldError } from "@/lib/base/validators.ts";
import { SAMPLE_IMAGE } from "./sample_image.ts";
import SampleNumber from "./SampleNumber.tsx";
import { GRID_FIELDS, GRID_ROW, NEW_GRID_ROW, TAG_GROUPS } from "./samples.ts";
import type { SentImage } from "./sent.ts";
import { DESIGN_PATH, type DesignState } from "./states.ts";

export function FormParts({ state, sent }: { state: DesignState; sent: SentImage }) {
  return (
    <>
      <Fields state={state} />
      <ImagePart state={state} sent={sent} />
      <Section id="tags" title="Catégories d’une résidence">
        <div class="form-columns">
          <TagSelects
            groups={TAG_GROUPS}
            chosen={state === "empty" ? [] : ["agency-1", "energy-0"]}
          />
        </div>
      </Section>
      <Section id="grid" title="Grille de formulaires">
        <FormGrid
          grid="people"
          action={DESIGN_PATH}
          fields={GRID_FIELDS}
          rows={gridRows(state)}
          actions={{ canCreate: true, canUpdate: true, canDelete: true }}
          removal="Les occupants de cette période sont perdus."
          version=""
        />
      </Section>
    </>
  );
}

function Fields({ state }: { state: DesignState }) {
  const isEmpty = state === "empty";
  const wrong = (error: FieldError) => state === "error" ? { error } : {};
  return (
    <Section id="fields" title="Champs">
      <PostForm class="form" action={DESIGN_PATH} noValidate data-guard="watched">
        <div class="form-columns">
          <TextField
            name="name"
            label="Nom"
            value={isEmpty ? "" : "Les Tilleuls"}
            required
            {...wrong({ code: "required" })}
          />
          <SampleNumber value={isEmpty ? null : 62.5} {...wrong({ code: "max", max: 500 })} />
          <SelectField
            name="kind"
            label="Énergie"
            required
            value={isEmpty ? "" : "gas"}
            options={[{ value: "gas", label: "Gaz" }, { value: "wood", label: "Bois" }]}
            empty="Choisir…"
            {...wrong({ code: "required" })}
          />
        </div>
        <CheckField name="instrumented" label="Instrumentée" checked={!isEmpty} />
        <SmallToggle name="alert" label="Prévenir par mail" checked={!isEmpty} />
        <Toggle name="locked" label="Réservé au pilotage" checked={!isEmpty} disabled />
        <EmailList
          name="emails"
          label="Destinataires"
          hint="Adresses email, séparées par des espaces ou des virgules"
          value={isEmpty ? "" : "nuit@oph.fr jour@oph.fr"}
          required
          {...wrong({ code: "unique" })}
        />
        <SubmitBar cancel={DESIGN_PATH} />
      </PostForm>
    </Section>
  );
}

function ImagePart({ state, sent }: { state: DesignState; sent: SentImage }) {
  const error = sent.error ?? (state === "error" ? { code: "not-valid" as const } : null);
  return (
    <Section id="image" title="Image">
      {sent.taken !== null && (
        <Notice tone="good" live title="Image reçue">
          <p>
            <img src={sent.taken} alt="Image reçue" width="120" />
          </p>
        </Notice>
      )}
      <PostForm
        class="form"
        action={`${DESIGN_PATH}#image`}
        encType="multipart/form-data"
      >
        <ImageUpload
          name="image"
          id="image-field"
          label="Logo"
          current={state === "empty" ? null : SAMPLE_IMAGE}
          {...(error !== null && { error })}
        />
        <SubmitBar label="Envoyer l’image" />
      </PostForm>
    </Section>
  );
}

function gridRows(state: DesignState) {
  if (state === "empty") return [NEW_GRID_ROW];
  if (state !== "error") return [GRID_ROW, NEW_GRID_ROW];
  const errors = { people: { code: "max" as const, max: 500 } };
  return [{ ...GRID_ROW, values: { people: "900", area: "2450,5" }, errors, unsaved: true }];
}
