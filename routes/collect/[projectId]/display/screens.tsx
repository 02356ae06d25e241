import { TokenTable } from "@/components/ingest/source_tables.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { EmptyState, Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { SCREEN_FORM } from "@/lib/display/forms.ts";
import { readScreens, screenForms } from "@/lib/display/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, publicAddress } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, screenForms));

/** The tablets of a residence, each with the token in its URL (`display.session`). */
export default define.page<typeof handler>(({ data: { tokens, address, page }, state }) => {
  const { project } = residenceOf(state);
  const own = links.displayTokens(project.id);
  return (
    <>
      <PageTitle />
      <Section
        id="screens"
        title="Écrans"
        intro="Chaque tablette a sa propre adresse, qui se révoque sans toucher aux autres."
        saved={page.saved === "screens"}
      >
        {page.shown?.form === "revoke" && <Refusal {...page.shown} />}
        {tokens.length === 0
          ? (
            <EmptyState title="Aucun écran" icon="key">
              <p>Créez un écran&nbsp;: son adresse s’ouvre dans le navigateur de la tablette.</p>
            </EmptyState>
          )
          : (
            <TokenTable
              action={`${own}#screens`}
              tokens={tokens}
              timeZone={project.timeZone}
              words={{
                caption: "Adresses",
                name: "Écran",
                used: "Dernier affichage",
                loss: (name) =>
                  `L’écran «\u00A0${name}\u00A0» n’affichera plus rien de la résidence.`,
              }}
            />
          )}
      </Section>
      <FormSection
        title="Nouvel écran"
        form={SCREEN_FORM}
        page={page}
        submit="Créer l’écran"
        before={address !== null && <NewScreen address={address} />}
      />
    </>
  );
});

async function readPage(ctx: PageContext, shown: ShownForm<string> | null) {
  const { project } = residenceOf(ctx.state);
  const tokens = await readScreens(ctx);
  const token = shown?.report ?? null;
  const address = token === null
    ? null
    : publicAddress(ctx, links.informationScreen(project.id, token));
  return { tokens, address };
}

/** The URL of a new screen, shown only once: where its form leads, so that no list hides it. */
function NewScreen({ address }: { address: string }) {
  return (
    <Notice tone="good" live title="Écran créé">
      <p>
        Ouvrez cette adresse sur la tablette&nbsp;: elle ne sera plus affichée ici, et donne à lire
        les messages et les contacts de la résidence à qui la connaît.
      </p>
      <p class="copy-line mono">{address}</p>
    </Notice>
  );
}
