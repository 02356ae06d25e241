/** Form in which a provider sends several files, with its script. @module */

import { Field } from "@/components/ui/Field.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { OTHER_LINK } from "@/lib/documents/portal_text.ts";
import { DEPOSIT_TYPES, MOST_WAITING_FILES } from "@/lib/documents/upload_rules.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { links } from "@/lib/ui/links.ts";
import { megabytesText } from "@/lib/ui/text.ts";

/**
 * Sends many files one after the other, each in parts and with its progress, then opens the page of their matches; without
 * it the form sends them all at once. After a lost connection, the server says from which byte each continues.
 */
const FILES_SCRIPT = `
const form=document.querySelector("form[data-parts]"),list=document.querySelector("#sent"),said=document.querySelector("#said"),next=document.querySelector("#next");
const sent=new Map();
let isCut=false;
addEventListener("online",()=>{if(isCut)form.requestSubmit();});
const make=(name,set)=>Object.assign(document.createElement(name),set);
const sendFile=async(file)=>{
  const {name,size}=file,mark=[size,file.lastModified,encodeURIComponent(name).slice(-120)].join(" ");
  const bar=make("progress",{max:1,value:0,ariaLabel:name}),line=make("li");
  line.append(make("span",{textContent:name}),bar);list.append(line);
  let why=size?"":"Ce fichier est vide.",at=sent.get(mark)??0;
  for(let turns=0;!why&&at<size;){
    if(++turns>2000)throw "Un fichier change pendant son envoi. Choisissez-le de nouveau.";
    const part=new FormData();
    part.set("mark",mark);part.set("at",at);part.set("size",size);part.set("file",file.slice(at,at+${DEPOSIT_PART_BYTES}),name);
    part.set(form.querySelector("[name^='${START}']").name,"");
    const answer=await fetch(form.dataset.parts,{method:"POST",body:part});
    if(answer.status===409)throw "${OTHER_LINK}";
    if(answer.url.includes("${links.providerLogin()}"))throw "Votre session est terminée. Ouvrez de nouveau le lien de votre dernier mail dans un autre onglet, puis envoyez de nouveau ici.";
    const taken=await answer.json();
    why=taken.why;at=taken.at;bar.value=at/size;
    if(!why)sent.set(mark,at);
  }
  bar.value=1;
  if(why)bar.replaceWith(make("p",{className:"error",textContent:why}));
  return !why;
};
form?.addEventListener("submit",async(event)=>{
  event.preventDefault();
  const button=form.querySelector("button"),files=[...form.querySelector("[type=file]").files];
  if(button.disabled||!files.length)return;
  const say=(text,look="")=>{said.textContent=text;said.className=look;};
  button.disabled=true;isCut=false;list.replaceChildren();next.hidden=true;say("Envoi en cours…");
  try{
    let taken=0;
    for(const file of files)if(await sendFile(file))taken++;
    if(taken===files.length)return location.assign(form.action);
    say("");next.hidden=!taken;
  }catch(fault){
    isCut=fault instanceof TypeError;
    say(isCut?"La connexion a été coupée. Dès son retour l’envoi reprend où il en était\\u00A0; vous pouvez aussi envoyer de nouveau.":typeof fault==="string"?fault:"Le serveur n’a pas pu répondre. Envoyez de nouveau.","error");
  }
  button.disabled=false;
  if(document.activeElement===document.body)button.focus();
});
`.replaceAll("\n", "");

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
        <Field name="files" label="PDF ou photos (JPEG, PNG)" error={error} required>
          <input
            id="files"
            type="file"
            name="files"
            accept={DEPOSIT_TYPES}
            multiple
            required
            aria-required="true"
            aria-invalid={error ? "true" : undefined}
            aria-describedby={error ? "files-hint files-error" : "files-hint"}
          />
          <p class="hint" id="files-hint">
            {MOST_WAITING_FILES} fichiers au plus, {megabytesText(maxBytes)} chacun{" "}
            <noscript>({megabytesText(maxBytes)} en tout)</noscript>. Choisissez-les ensemble ou
            glissez-les sur le bouton&nbsp;: leur nom indique à quel document ils répondent. Une
            photo devient un PDF d’une page.
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
