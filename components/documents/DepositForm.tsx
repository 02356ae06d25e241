/** Form in which a provider deposits a document, with its script. @module */

import { controlAttributes, Field } from "@/components/ui/Field.tsx";
import { RequiredNote } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { COMPLETION_DATE, OTHER_LINK } from "@/lib/documents/portal_text.ts";
import type { DocumentInfo, TypedocValue } from "@/lib/documents/schema.ts";
import { DEPOSIT_TYPES, mostSets, valueField } from "@/lib/documents/upload_rules.ts";
import { PHOTOS_START } from "@/lib/files/joined_photos.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { type DocumentAddress, links } from "@/lib/ui/links.ts";
import { megabytesText } from "@/lib/ui/text.ts";
import { ValueField } from "./ValueField.tsx";

/**
 * Sends the file of a deposit in parts, then the form that names it, with the progress; without it the form is sent as
 * any other.
 *
 * After a lost connection, the server says from which byte to continue. A refusal of the file, of which nothing is left on
 * the server, is shown beside the button. Another is shown as that of any other form: the form is sent once more by the
 * browser, without its file. When the session has ended, or the link of another address was opened since, the page stays
 * with the entered values, and sends them once the link is opened again in another tab.
 */
const DEPOSIT_SCRIPT = `
const form=document.querySelector("form[data-deposit]");
const bar=document.querySelector("#sending"),said=document.querySelector("#said");
let isCut=false,sent={};
addEventListener("online",()=>{if(isCut)form.requestSubmit();});
form?.addEventListener("submit",async(event)=>{
  event.preventDefault();
  const button=form.querySelector("button"),data=new FormData(form),all=data.getAll("file"),[{name,lastModified}]=all;
  const file=all.length>1?new Blob(["${PHOTOS_START}"+all.map(({size})=>size)+"\\n",...all]):all[0],{size}=file;
  if(button.disabled)return;
  const mark=[size,lastModified,encodeURIComponent(name).slice(-120)].join(" ");
  const say=(text,look="")=>{said.textContent=text;said.className=look;};
  const post=(path,body)=>fetch(path,{method:"POST",body});
  const isEnded=({url})=>url.includes("${links.providerLogin()}");
  button.disabled=true;isCut=false;bar.hidden=false;say("Envoi en cours…");
  try{
    if(sent.mark!==mark)sent={mark,at:0};
    for(let turns=0;sent.at<size;){
      if(++turns>2*size/${DEPOSIT_PART_BYTES}+20)throw "Un autre fichier est envoyé pour ce document dans une autre fenêtre, ou celui-ci change pendant son envoi. Attendez la fin de l’autre envoi, puis envoyez de nouveau.";
      const part=new FormData();
      part.set("mark",mark);part.set("at",sent.at);part.set("size",size);part.set("file",file.slice(sent.at,sent.at+${DEPOSIT_PART_BYTES}),"part");
      part.set(form.querySelector("[name^='${START}']").name,"");
      const answer=await post(form.dataset.deposit,part);
      if(answer.status===409)throw "${OTHER_LINK}";
      if(isEnded(answer))break;
      const {at,isOver,why}=await answer.json();
      if(why)throw why;
      if(isOver)break;
      sent.at=at;bar.value=at/size;say(Math.floor(100*at/size)+"\\u202F% envoyés");
    }
    data.delete("file");data.set("fileName",name);data.set("mark",mark);data.set("size",size);
    say("Vérification du document…");
    const answer=await post(form.action,data),{status,url}=answer;
    if(isEnded(answer))throw "Votre session est terminée\\u00A0: rien n’est déposé. Ouvrez de nouveau le lien de votre dernier mail dans un autre onglet, puis envoyez de nouveau ici.";
    if(status>=500)throw "Le serveur n’a pas pu répondre. Rechargez la page pour voir si le document est déposé.";
    if(status<400)return location.assign(url);
    const refusal=new DOMParser().parseFromString(await answer.text(),"text/html").querySelector("#file-error");
    if(refusal){sent={};throw refusal.textContent.trim();}
    data.forEach((value,key)=>{
      if(form.elements[key])return;
      const field=document.createElement("input");
      field.type="hidden";field.name=key;field.value=value;form.append(field);
    });
    form.elements.file.disabled=true;
    form.submit();
  }catch(fault){
    isCut=fault instanceof TypeError;
    button.disabled=false;bar.hidden=true;
    if(document.activeElement===document.body)button.focus();
    say(isCut?"La connexion a été coupée. Dès son retour l’envoi reprend où il en était\\u00A0; vous pouvez aussi envoyer de nouveau\\u00A0: rien ne sera déposé deux fois.":typeof fault==="string"?fault:"Le serveur n’a pas pu répondre. Envoyez de nouveau.","error");
  }
});
`.replaceAll("\n", "");

/** Entered values, by field; empty at first. */
interface TypedDeposit {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
}

interface DepositFormProps {
  readonly at: DocumentAddress;
  readonly typedoc: DocumentInfo["typedoc"];
  readonly sets: number;
  readonly typed: TypedDeposit;
  readonly today: string;
  readonly maxBytes: number;
}

/** Form of a deposit: the file, the day of the work, the values. */
export function DepositForm({ at, typedoc, sets, typed, today, maxBytes }: DepositFormProps) {
  const { values, errors } = typed;
  const file = {
    name: "file",
    label: "PDF ou photo (JPEG, PNG)",
    hint: `${
      megabytesText(maxBytes)
    } au plus. Une photo, ou plusieurs choisies ensemble, deviennent un PDF d’une page par photo.`,
    error: errors.file,
    required: true,
  };
  const ranks = Array.from({ length: sets }, (_, rank) => rank);
  return (
    <>
      <RequiredNote />
      {typedoc.multiple && sets < mostSets(typedoc.values.length) && (
        <p>
          <a href={links.providerDocument(at, sets + 1)} aria-current="false">
            Ajouter une série de valeurs
          </a>{" "}
          <span class="soft">(avant de remplir le formulaire)</span>
        </p>
      )}
      <PostForm
        class="form"
        action={links.providerDocument(at, sets > 1 ? sets : undefined)}
        encType="multipart/form-data"
        data-deposit={links.providerParts(at)}
      >
        <Field {...file}>
          <input
            type="file"
            multiple
            accept={DEPOSIT_TYPES}
            required
            {...controlAttributes(file)}
          />
        </Field>
        <TextField
          name="completionDate"
          label={COMPLETION_DATE}
          type="date"
          value={values.completionDate ?? today}
          error={errors.completionDate}
          required
        />
        {ranks.map((rank) => (
          <ValueSet
            key={rank}
            rank={sets > 1 ? rank : null}
            typed={typed}
            values={typedoc.values}
          />
        ))}
        <div>
          <button type="submit">Déposer le document</button>
        </div>
        <progress id="sending" max={1} value={0} hidden aria-label="Envoi du document" />
        <p id="said" role="status"></p>
      </PostForm>
      <script type="module" dangerouslySetInnerHTML={{ __html: DEPOSIT_SCRIPT }} />
    </>
  );
}

/** @param rank null when there is only one set */
function ValueSet(
  { rank, values, typed }: {
    rank: number | null;
    values: readonly TypedocValue[];
    typed: TypedDeposit;
  },
) {
  if (values.length === 0) return null;
  const fields = values.map((value) => {
    const name = valueField(rank ?? 0, value.id);
    return (
      <ValueField
        key={name}
        name={name}
        requested={value}
        value={typed.values[name]}
        error={typed.errors[name]}
      />
    );
  });
  if (rank === null) return <>{fields}</>;
  return (
    <fieldset>
      <legend>Valeurs, série {rank + 1}</legend>
      {fields}
    </fieldset>
  );
}
