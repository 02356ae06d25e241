import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, textColumn } from "@/components/tables/text_column.ts";
import type { LockedAccount } from "@/lib/domain/platform/types.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links, SAVED_PARAMETER } from "@/lib/links/links.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { asks, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(showPage, pageForms));

const COLUMNS: readonly TableColumn<LockedAccount>[] = [
  textColumn("name", "Nom", personText),
  textColumn("email", "Email", ({ email }) => email),
  dateColumn("until", "Jusqu’au", ({ until }) => formatInstant(until)),
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

export default define.page<typeof handler>(({ data: { accounts, failure }, url }) => (
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
    {accounts.length === 0
      ? (
        <EmptyState title="Aucun compte bloqué" icon="person">
          <p>Personne n’a épuisé ses essais.</p>
        </EmptyState>
      )
      : (
        <DataTable
          caption="Comptes bloqués"
          columns={COLUMNS}
          rows={accounts}
          rowKey={({ email }) => email}
          csv={{ page: url }}
        />
      )}
  </>
));

function pageForms(ctx: Context<State>) {
  return {
    unlocked: asks(({ text }) => ctx.state.api.call("unlockAccount", { email: text("email") })),
  };
}

async function showPage(
  ctx: Context<State>,
  shown: ShownForm | null,
) {
  ctx.state.title = windowTitle(PAGE_NAMES.platformAccounts);
  const accounts = answered(await ctx.state.api.call("listLockedAccounts", {}));
  const file = { fileName: "comptes-bloques.csv", columns: COLUMNS, rows: accounts };
  return tableFile(ctx.url, file) ??
    page({ accounts, failure: shown?.failure ?? null }, { status: shown?.status ?? 200 });
}
