import { links } from "@/lib/links/links.ts";

/**
 * Shows how far a deposit has got; without it the form is sent as any other. A page that the server wrote for a refused
 * form has an address of its own, which the request ends at. Where the session has ended the page stays, with what was
 * typed: it is sent once the link was opened again in another tab.
 */
export const DEPOSIT_SCRIPT = `
const form=document.querySelector("form[data-deposit]");
const bar=document.querySelector("#sending"),said=document.querySelector("#said");
form?.addEventListener("submit",(event)=>{
  event.preventDefault();
  const button=form.querySelector("button"),request=new XMLHttpRequest();
  button.disabled=true;bar.hidden=false;said.className="";said.textContent="Envoi en cours…";
  const failed=(text)=>{button.disabled=false;bar.hidden=true;said.textContent=text;said.className="error";};
  request.upload.onprogress=({loaded,total})=>{
    bar.value=loaded/total;
    said.textContent=loaded<total?Math.floor(100*loaded/total)+"\\u202F% envoyés":"Vérification du document…";
  };
  request.onerror=()=>failed("La connexion a été coupée. Envoyez de nouveau\\u00A0: rien ne sera déposé deux fois.");
  request.onload=()=>{
    const {status,responseURL}=request;
    if(status===413)failed("Le fichier est trop lourd\\u00A0: rien n’est déposé.");
    else if(status>=400&&responseURL===form.action)failed("Le serveur n’a pas pu répondre. Rechargez la page pour voir si le document est déposé.");
    else if(responseURL.includes("${links.providerLogin()}"))failed("Votre session est terminée\\u00A0: rien n’est déposé. Ouvrez de nouveau le lien de votre dernier mail dans un autre onglet, puis envoyez de nouveau ici.");
    else location.assign(responseURL);
  };
  request.open("POST",form.action);
  request.send(new FormData(form));
});
`.replaceAll("\n", "");
