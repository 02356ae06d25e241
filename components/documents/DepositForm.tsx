/** Forms in which a provider deposits a document, or sends several files and chooses their documents, with their scripts. @module */

import { controlAttributes, Field } from "@/components/ui/Field.tsx";
import { RequiredNote } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { SelectField } from "@/components/ui/SelectField.tsx";
import { NumberField, TextField } from "@/components/ui/TextField.tsx";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import type { FieldError, FieldErrors } from "@/lib/base/validators.ts";
import { DISCARD, lineField, targetKey, type WaitingLine } from "@/lib/documents/file_matching.ts";
import {
  COMPLETION_DATE,
  fileFaultText,
  keptText,
  matchText,
  OTHER_LINK,
  targetText,
} from "@/lib/documents/portal_text.ts";
import type { DocumentInfo, TypedocValue } from "@/lib/documents/schema.ts";
import { boundsText } from "@/lib/documents/text.ts";
import {
  DEPOSIT_TYPES,
  DEPOSITED,
  MOST_WAITING_FILES,
  mostSets,
  valueField,
} from "@/lib/documents/upload_rules.ts";
import type { WaitingFile } from "@/lib/documents/upload_schema.ts";
import { PHOTOS_START } from "@/lib/files/joined_photos.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { type DocumentAddress, links } from "@/lib/ui/links.ts";
import { megabytesText } from "@/lib/ui/text.ts";

/**
 * Sends a file in parts to wait for its document, with its progress; after a lost connection, the server says from which
 * byte to continue. When the session has ended, or the link of another address was opened since, the page stays with what
 * was entered, and sends it once the link is opened again in another tab.
 */
const SENDING_SCRIPT = `
const form=document.querySelector("form[data-deposit]"),said=document.querySelector("#said"),button=form?.querySelector("button");
const sent=new Map();
let isCut=false;
addEventListener("online",()=>{if(isCut)form.requestSubmit();});
const say=(text,look="")=>{said.textContent=text;said.className=look;};
const ended="Votre session est terminée\\u00A0: rien n’est déposé. Ouvrez de nouveau le lien de votre dernier mail dans un autre onglet, puis envoyez de nouveau ici.";
const isEnded=({url})=>url.includes("${links.providerLogin()}");
const sendFile=async(file,{name,lastModified},onPart)=>{
  const {size}=file,mark=[size,lastModified,encodeURIComponent(name).slice(-120)].join(" ");
  if(!size)return {why:"${fileFaultText("empty", 0)}"};
  let known=sent.get(mark)??{at:0};
  for(let turns=0;known.at<size;){
    if(++turns>2*size/${DEPOSIT_PART_BYTES}+20)throw "Ce fichier change pendant son envoi. Choisissez-le de nouveau.";
    const part=new FormData();
    part.set("mark",mark);part.set("at",known.at);part.set("size",size);part.set("file",file.slice(known.at,known.at+${DEPOSIT_PART_BYTES}),name);
    part.set(form.querySelector("[name^='${START}']").name,"");
    const answer=await fetch("${links.providerDepositParts()}",{method:"POST",body:part});
    if(answer.status===409)throw "${OTHER_LINK}";
    if(isEnded(answer))throw ended;
    const taken=await answer.json();
    if(taken.why)return taken;
    sent.set(mark,known=taken);onPart(known.at/size);
  }
  return {...known,why:""};
};
const stopped=(fault)=>{
  isCut=fault instanceof TypeError;
  say(isCut?"La connexion a été coupée. Dès son retour l’envoi reprend où il en était\\u00A0; vous pouvez aussi envoyer de nouveau\\u00A0: rien ne sera déposé deux fois.":typeof fault==="string"?fault:"Le serveur n’a pas pu répondre. Envoyez de nouveau.","error");
};
const begin=(event)=>{
  event.preventDefault();
  if(button.disabled)return false;
  button.disabled=true;isCut=false;say("Envoi en cours…");
  return true;
};
const end=()=>{
  button.disabled=false;
  if(document.activeElement===document.body)button.focus();
};
`;

/**
 * Sends the file of a deposit, then the form that names it; without it the form is sent as any other.
 *
 * A refusal of the file is shown beside the button. Another is shown as that of any other form: the form is sent once more
 * by the browser, without its file, which the server keeps.
 */
const DEPOSIT_SCRIPT = `${SENDING_SCRIPT}
const bar=document.querySelector("#sending");
form?.addEventListener("submit",async(event)=>{
  if(!begin(event))return;
  const data=new FormData(form),all=data.getAll("file");
  const file=all.length>1?new Blob(["${PHOTOS_START}"+all.map(({size})=>size)+"\\n",...all]):all[0];
  const waiting=form.elements.waiting;
  bar.hidden=false;
  try{
    if(all[0].name||!waiting.value){
      const {id,why}=await sendFile(file,all[0],(part)=>{bar.value=part;say(Math.floor(100*part)+"\\u202F% envoyés");});
      if(why)throw why;
      waiting.value=id;
    }
    data.delete("file");data.set("waiting",waiting.value);
    say("Vérification du document…");
    const answer=await fetch(form.action,{method:"POST",body:data}),{status,url}=answer;
    if(isEnded(answer))throw ended;
    if(status>=500)throw "Le serveur n’a pas pu répondre. Rechargez la page pour voir si le document est déposé.";
    if(status<400)return location.assign(url);
    const refusal=new DOMParser().parseFromString(await answer.text(),"text/html").querySelector("#file-error");
    if(refusal){sent.clear();waiting.value="";throw refusal.textContent.trim();}
    form.elements.file.disabled=true;
    form.submit();
  }catch(fault){
    bar.hidden=true;
    end();
    stopped(fault);
  }
});
`.replaceAll("\n", "");

/**
 * Sends many files one after the other, each with its progress, then opens the page of their matches; without it the form
 * sends them all at once.
 */
const FILES_SCRIPT = `${SENDING_SCRIPT}
const list=document.querySelector("#sent"),next=document.querySelector("#next");
const make=(name,set)=>Object.assign(document.createElement(name),set);
const sendOne=async(file)=>{
  const bar=make("progress",{max:1,value:0,ariaLabel:file.name}),line=make("li");
  line.append(make("span",{textContent:file.name}),bar);list.append(line);
  const {why}=await sendFile(file,file,(part)=>{bar.value=part;});
  bar.value=1;
  if(why)bar.replaceWith(make("p",{className:"error",textContent:why}));
  return !why;
};
form?.addEventListener("submit",async(event)=>{
  const files=[...form.querySelector("[type=file]").files];
  if(!files.length||!begin(event))return event.preventDefault();
  list.replaceChildren();next.hidden=true;
  try{
    let taken=0;
    for(const file of files)if(await sendOne(file))taken++;
    if(taken===files.length)return location.assign(form.action);
    say("");next.hidden=!taken;
  }catch(fault){
    stopped(fault);
  }
  end();
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
  /** The file of a refused deposit, which needs not be chosen again. */
  readonly kept: Pick<WaitingFile, "id" | "name"> | null;
}

/** Form of a deposit: the file, the day of the work, the values. */
export function DepositForm({ at, typedoc, sets, typed, today, maxBytes, kept }: DepositFormProps) {
  const { values, errors } = typed;
  const file = {
    name: "file",
    label: kept === null ? "PDF ou photo (JPEG, PNG)" : "Autre fichier, à la place de celui-ci",
    hint: `${
      megabytesText(maxBytes)
    } au plus. Une photo, ou plusieurs choisies ensemble, deviennent un PDF d’une page par photo.`,
    error: errors.file,
    required: kept === null,
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
        data-deposit
      >
        <input type="hidden" name="waiting" value={kept?.id ?? ""} />
        {kept !== null && <p>{keptText(kept)}</p>}
        <Field {...file}>
          <input
            type="file"
            multiple
            accept={DEPOSIT_TYPES}
            required={file.required}
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
        data-deposit
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
            {MOST_WAITING_FILES} fichiers au plus, {megabytesText(maxBytes)} chacun<noscript>
              &nbsp;({megabytesText(maxBytes)} en tout)
            </noscript>. Choisissez-les ensemble ou glissez-les sur le bouton&nbsp;: leur nom
            indique à quel document ils répondent. Une photo devient un PDF d’une page.
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

interface ValueFieldProps {
  readonly name: string;
  readonly requested: TypedocValue;
  readonly value: string | undefined;
  readonly error: FieldError | undefined;
}

function ValueField({ name, requested, value, error }: ValueFieldProps) {
  const bounds = boundsText({ ...requested, unit: "" });
  const facts = {
    name,
    label: requested.name,
    unit: requested.unit === "" ? undefined : requested.unit,
    hint: bounds === "" ? undefined : `Attendu ${bounds}`,
    required: requested.required,
    value,
    error,
  };
  return requested.type === "number"
    ? <NumberField {...facts} />
    : <TextField {...facts} type={requested.type === "date" ? "date" : "text"} />;
}

interface WaitingLinesProps {
  readonly lines: readonly WaitingLine[];
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
  readonly today: string;
}

/** The waiting files, each with the choice of its document. */
export function WaitingLines({ lines, ...form }: WaitingLinesProps) {
  return (
    <>
      <h2>Choisir le document de chaque fichier</h2>
      <p class="soft">
        Un choix est proposé quand le nom du fichier désigne un seul document. Ce qui reste à
        choisir est gardé un jour.
      </p>
      <PostForm class="lines" action={links.providerDeposits()}>
        <input type="hidden" name="lines" value="1" />
        {lines.map((line) => <Line key={line.file.id} line={line} {...form} />)}
        <div>
          <button type="submit">Déposer les documents choisis</button>
        </div>
      </PostForm>
    </>
  );
}

/** Minimum size shown, so that a small file does not look empty. */
const LEAST_SHOWN_BYTES = 100_000;

type LineProps = Omit<WaitingLinesProps, "lines"> & { readonly line: WaitingLine };

function Line(
  { line: { file, reasons, choices, chosen, target }, typed, errors, today }: LineProps,
) {
  const [document, date] = [lineField.document(file.id), lineField.date(file.id)];
  const options = choices.map((one) => ({ value: targetKey(one), label: targetText(one) }));
  return (
    <fieldset>
      <legend>{file.name} ({megabytesText(Math.max(file.size, LEAST_SHOWN_BYTES))})</legend>
      <SelectField
        name={document}
        label="Document"
        value={chosen}
        empty="À choisir"
        options={[...options, { value: DISCARD, label: "Ne pas déposer ce fichier" }]}
        hint={matchText(file, reasons)}
        error={errors[document]}
      />
      {choices.length > 0 && (
        <TextField
          name={date}
          label={COMPLETION_DATE}
          type="date"
          value={typed[date] ?? today}
          error={errors[date]}
          required
        />
      )}
      {target?.values.map((requested) => {
        const name = lineField.value(file.id, requested.id);
        return (
          <ValueField
            key={name}
            name={name}
            requested={requested}
            value={typed[name]}
            error={errors[name]}
          />
        );
      })}
    </fieldset>
  );
}

/** Outcomes of deposited and refused files. */
export function FileOutcomes(
  { files, maxBytes }: { files: readonly WaitingFile[]; maxBytes: number },
) {
  if (files.length === 0) return null;
  return (
    <>
      <h2>Vos derniers dépôts</h2>
      <ul class="docs">
        {files.map(({ id, name, outcome, document }) => (
          <li key={id}>
            {document === null ? name : <a href={links.providerDocument(document)}>{name}</a>}
            <p class={outcome === DEPOSITED ? "soft" : "error"}>
              {outcome === DEPOSITED
                ? "Déposé, attend sa validation"
                : fileFaultText(outcome ?? "", maxBytes)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
