import type { Context } from "fresh";
import {
  type Register,
  type RegisterColumn,
  RegisterTable,
} from "@/components/contracting/RegisterPage.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { dateColumn, textColumn } from "@/components/tables/columns.tsx";
import type { LockedAccount } from "@/lib/domain/platform/types.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links, SAVED_PARAMETER } from "@/lib/links/links.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { asks, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";
import { registerRows } from "@/routes/(_components)/register_rows.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

type Row = LockedAccount & { readonly id: string };

const COLUMNS: readonly RegisterColumn<Row>[] = [
  textColumn("name", "Nom", personText),
  textColumn("email", "Email", ({ email }) => email),
  { ...dateColumn<Row>("until", "Jusqu’au", ({ until }) => formatInstant(until)), sort: untilOf },
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

const LOCKED: Register<Row> = {
  title: PAGE_NAMES.platformAccounts,
  path: links.platformAccounts(),
  fileName: "comptes-bloques.csv",
  columns: COLUMNS,
  filters: [],
  words: (account) => [personText(account), account.email],
  noun: "compte bloqué",
  nothing: "Aucun compte trouvé",
  empty: { title: "Aucun compte bloqué", text: "Personne n’a épuisé ses essais.", icon: "person" },
};

export default define.page<typeof handler>(({ data: { rows, failure }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.platformAccounts} subtitle="Plateforme" />
    <p class="soft">
      Un compte se bloque quand ses essais de mot de passe ou ses demandes de code sont
      épuisés&nbsp;; il se débloque seul à l’heure dite.
    </p>
    {failure !== null && <Notice tone="very-bad" live>{failure}</Notice>}
    {failure === null && url.searchParams.get(SAVED_PARAMETER) === "unlocked" && (
      <Notice tone="good" live title="Compte débloqué" />
    )}
    <RegisterTable {...rows} register={LOCKED} />
  </>
));

function pageForms(ctx: Context<State>) {
  return {
    unlocked: asks(({ text }) => ctx.state.api.call("unlockAccount", { email: text("email") })),
  };
}

async function readPage(ctx: Context<State>, shown: ShownForm | null) {
  ctx.state.title = windowTitle(PAGE_NAMES.platformAccounts);
  const accounts = await ctx.state.api.read("listLockedAccounts", {});
  const all = accounts.map((account) => ({ ...account, id: account.email }));
  const { rows, file } = registerRows(ctx.url, all, LOCKED);
  return file ??
    { rows, failure: shown?.failure ?? null };
}

function untilOf({ until }: Row): string {
  return until;
}
