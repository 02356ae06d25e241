import { DEPOSIT_PART_BYTES } from "@/lib/domain/contracting/limits.ts";
import { START } from "@/lib/domain/forms/page_mark.ts";
import { links } from "@/lib/links/links.ts";
import { OTHER_LINK } from "@/lib/text/contracting/portal.ts";

/**
 * Sends the file of a deposit in parts, then the form that names it, with the progress; without it the form is sent as
 * any other.
 *
 * After a lost connection, the server says from which byte to continue. A refusal that is not about the file is shown by
 * the page of the form, at whose address the request ends. When the session has ended, or the link of another address was
 * opened since, the page stays with the entered values, and sends them once the link is opened again in another tab.
 */
export const DEPOSIT_SCRIPT = `
const form=document.querySelector("form[data-deposit]");
const bar=document.querySelector("#sending"),said=document.querySelector("#said");
let isCut=false,sent={};
addEventListener("online",()=>{if(isCut)form.requestSubmit();});
form?.addEventListener("submit",async(event)=>{
  event.preventDefault();
  const button=form.querySelector("button"),data=new FormData(form),file=data.get("file"),{size,name}=file;
  if(button.disabled)return;
  const mark=[size,file.lastModified,encodeURIComponent(name).slice(-120)].join(" ");
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
    if(status>=400&&url===form.action)throw "Le serveur n’a pas pu répondre. Rechargez la page pour voir si le document est déposé.";
    location.assign(url);
  }catch(fault){
    isCut=fault instanceof TypeError;
    button.disabled=false;bar.hidden=true;
    if(document.activeElement===document.body)button.focus();
    say(isCut?"La connexion a été coupée. Dès son retour l’envoi reprend où il en était\\u00A0; vous pouvez aussi envoyer de nouveau\\u00A0: rien ne sera déposé deux fois.":typeof fault==="string"?fault:"Le serveur n’a pas pu répondre. Envoyez de nouveau.","error");
  }
});
`.replaceAll("\n", "");
