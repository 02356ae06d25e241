import { instantColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { readList } from "@/components/web/read_list.ts";
import { personText } from "@/lib/organisations/text.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import type { LockedAccount } from "@/lib/platform/schema.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

const COLUMNS: readonly TableColumn<LockedAccount>[] = [
  textColumn("name", "Nom", personText),
  textColumn("email", "Email", ({ email }) => email),
  instantColumn("until", "Jusqu’au", ({ until }) => until),
  {
    field: "unlock",
    label: "Débloquer",
    cell: ({ email }) => (
      <PostForm action={links.platformAccounts()}>
        <input type="hidden" name="email" value={email} />
        <button type="submit" class="button button-small">Débloquer</button>
      </PostForm>
    ),
  },
];

const LOCKED: List<LockedAccount> = {
  ...PAGES.platformAccounts,
  fileName: "comptes-bloques.csv",
  columns: COLUMNS,
  words: (account) => [personText(account), account.email],
  noun: "compte bloqué",
  nouns: "comptes bloqués",
  nothing: "Aucun compte trouvé",
  empty: { title: "Aucun compte bloqué", text: "Personne n’a épuisé ses essais.", icon: "person" },
};

export default define.page<typeof handler>(({ data: { rows, failure }, url }) => (
  <>
    <PageTitle subtitle="Plateforme" />
    <p class="soft">
      Un compte se bloque quand ses essais de mot de passe ou ses demandes de code sont
      épuisés&nbsp;; il se débloque seul à l’heure dite.
    </p>
    {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
    {failure === null && url.searchParams.get(SAVED_PARAMETER) === "unlocked" && (
      <Notice tone="good" live title="Compte débloqué" />
    )}
    <ListTable {...rows} />
  </>
));

function pageForms(ctx: PageContext) {
  return {
    unlocked: action(({ text }) =>
      ctx.state.api.call(PLATFORM_CALLS.unlockAccount, { email: text("email") })
    ),
  };
}

async function readPage(ctx: PageContext, shown: ShownForm | null) {
  const accounts = await ctx.state.api.read(PLATFORM_CALLS.listLockedAccounts, {});
  const { rows, file } = readList(ctx.url, accounts, LOCKED);
  return file ?? { rows, failure: shown?.failure ?? null };
}
