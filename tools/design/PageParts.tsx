import { MenuContainer, MenuLinks } from "@/components/app/PlaceMenu.tsx";
import { Modal, ModalOpener } from "@/components/ui/Modal.tsx";
import { EmptyState, Notice, Section, Status } from "@/components/ui/Page.tsx";
import { Conflict } from "@/components/ui/PostForm.tsx";
import { RefreshControl } from "@/components/ui/RefreshControl.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import Modals from "@/islands/ui/Modals.tsx";
import { links } from "@/lib/ui/links.ts";
import { DESIGN_PATH, type DesignState } from "./states.ts";

/** Parts of a page around forms and tables: menu, help, messages, dialogs. */
export function PageParts({ state }: { state: DesignState }) {
  return (
    <>
      <Section id="menu" title="Menu">
        <nav aria-label="Menu d’exemple">
          <MenuContainer
            {...(state !== "empty" && {
              title: "Les Tilleuls",
              back: { href: links.residences(), label: "Résidences" },
            })}
          >
            <MenuLinks
              links={[
                {
                  href: `${DESIGN_PATH}#menu`,
                  label: "Vue d’ensemble",
                  icon: "list",
                  current: true,
                },
                { href: `${DESIGN_PATH}#window`, label: "Fenêtre", icon: "info", current: false },
              ]}
            />
          </MenuContainer>
        </nav>
      </Section>
      <Messages state={state} />
      <Section id="refreshed" title="Actualisation">
        <RefreshControl
          everySeconds={300}
          isPaused={state === "empty"}
          path={DESIGN_PATH}
          withoutScript
        />
      </Section>
      <Section id="window" title="Fenêtre et aide">
        <div class="row">
          <ModalOpener modal="sample-window">Ouvrir la fenêtre</ModalOpener>
          {state === "error" && (
            <ModalOpener modal="">Ouvrir une fenêtre sans identifiant</ModalOpener>
          )}
        </div>
        <div class="form-columns">
          <TextField
            name="helped"
            label="q"
            unit="kWh/m³"
            help="Énergie de source dépensée par mètre cube d’eau chaude tirée, pertes comprises."
            value={state === "empty" ? "" : "110"}
          />
        </div>
        <Modal id="sample-window" title="Une fenêtre">
          <TextField
            name="windowName"
            label="Nom"
            required
            help="Échap ou «&nbsp;Fermer&nbsp;» rend la page comme elle était."
            {...(state === "error" && { error: { code: "required" } })}
          />
        </Modal>
        <Modals />
      </Section>
    </>
  );
}

function Messages({ state }: { state: DesignState }) {
  if (state === "empty") {
    return (
      <Section id="messages" title="Messages">
        <EmptyState title="Aucune résidence">
          <p>Créez la première, ou importez le patrimoine.</p>
          <a class="button" href={DESIGN_PATH}>Tout afficher</a>
        </EmptyState>
      </Section>
    );
  }
  return (
    <Section id="messages" title="Messages">
      {state === "error"
        ? (
          <>
            <Notice tone="very-bad" title="Non enregistré">La liaison a été coupée.</Notice>
            <Conflict lines={CONFLICT} />
          </>
        )
        : (
          <>
            <Notice>Les chiffres du mois en cours sont provisoires.</Notice>
            <Notice tone="good" title="Modifications enregistrées" />
            <Notice tone="bad">Deux relevés manquent.</Notice>
          </>
        )}
      <p class="row">
        <Status tone="good" label="Conforme" />
        <Status tone="bad" label="À surveiller" />
        <Status tone="very-bad" label="En alarme" />
      </p>
    </Section>
  );
}

/** A concurrent edit: two names, and a code removed by one user. */
const CONFLICT = [
  { label: "Nom", typed: "Les Tilleuls", stored: "Les Tilleuls du Lac" },
  { label: "Code", typed: "0301", stored: "" },
];
