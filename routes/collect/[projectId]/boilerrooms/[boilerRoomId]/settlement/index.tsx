import {
  type BehindLinks,
  STATE_TONES,
  statementTables,
} from "@/components/settlement/statement_tables.tsx";
import { PageTables } from "@/components/ui/DataTable.tsx";
import { hasForm } from "@/components/ui/FormBox.tsx";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { Notice, PageTitle, Section, Status } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { countText, formatQuantity } from "@/lib/base/text_format.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { roomAt, roomSettingsHref } from "@/lib/facilities/pages.ts";
import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { STATEMENT_FORM } from "@/lib/settlement/forms.ts";
import { readSettlement, runningSeason, settlementAt } from "@/lib/settlement/pages.ts";
import type { SeasonSettlement, Settlement } from "@/lib/settlement/schema.ts";
import { nextStatement } from "@/lib/settlement/states.ts";
import {
  daysText,
  DEPOSITED_TYPE,
  FAULT_TEXTS,
  STATE_LABELS,
  statementName,
  uncoveredText,
} from "@/lib/settlement/text.ts";
import {
  correctionText,
  differenceText,
  nextStepText,
  owedText,
} from "@/lib/settlement/statement_text.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { withMore } from "@/lib/ui/query.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { type FormAction, formRoute, reported, save, shownAgain } from "@/lib/web/form_handlers.ts";
import { refusedBy } from "@/lib/web/form_values.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";

/** The version, in the URL, of the draft that would be sent next. */
const DRAFT = "draft";

/** The address of the operator's link, shown once. */
interface SentLink {
  readonly href: string;
  readonly mailedCount: number;
}

export const handler = define.handlers(formRoute(readPage, pageForms, {
  path: ({ url }) => `${url.pathname}${url.search}`,
}));

/** The settlement of a season: what was sent, else what is computed now (E §1.6). */
export default define.page<typeof handler>(({ data, params, state, url }) => {
  const { season, project, tables, latest, isCurrent, page } = data;
  const { boilerRoomId = "" } = params;
  const { yearStart, parts, uncovered, draft, canSend } = season;
  const hasNewDraft = canSend && season.sent.length > 0;
  const nextStep = nextStepText(latest, season);
  const sheet = latest?.sheet ?? draft;
  const settings = roomSettingsHref(state, boilerRoomId);
  const at = (year: number, contract?: string) =>
    links.settlement(project.id, boilerRoomId, year, contract);
  const own = at(yearStart, parts.length > 1 ? draft.from : undefined);
  const ownQuery = new URLSearchParams(url.search);
  ownQuery.set("season", String(yearStart));
  const difference = differenceText(sheet);
  return (
    <>
      <PageTitle
        title={`${PAGES.settlement.title} ${seasonName(yearStart)}`}
        subtitle={`${sheet.boilerRoomName}, ${project.name}`}
      >
        <a class="button" href={at(yearStart - 1)} aria-current="false">
          Saison {seasonName(yearStart - 1)}
        </a>
        {yearStart < runningSeason(state) && (
          <a class="button" href={at(yearStart + 1)} aria-current="false">
            Saison {seasonName(yearStart + 1)}
          </a>
        )}
        <a class="button" href={links.settlementPdf(project.id, boilerRoomId, String(ownQuery))}>
          PDF
        </a>
        <a class="button" href={links.settlements(yearStart)}>Toutes les résidences</a>
        {settings && (
          <a class="button" href={links.energyTerms(project.id, boilerRoomId)}>
            {PAGES.energyTerms.title}
          </a>
        )}
      </PageTitle>
      <div class="stack">
        {parts.length > 1 && (
          <nav class="row" aria-label="Contrats de la saison">
            {parts.map(({ from, to, operator }) => (
              <a
                key={from}
                class="button"
                href={at(yearStart, from)}
                aria-current={from === draft.from ? "page" : "false"}
              >
                {operator}, {daysText({ from, to })}
              </a>
            ))}
          </nav>
        )}
        {uncovered.length > 0 && (
          <Notice tone="bad" title="Jours sans contrat">{uncoveredText(uncovered)}</Notice>
        )}
        {page.shown?.report && <LinkOnce {...page.shown.report} />}
        <p>
          {latest
            ? (
              <>
                {statementName(latest)}&nbsp;:{" "}
                <Status tone={STATE_TONES[latest.state]} label={STATE_LABELS[latest.state]} />
              </>
            )
            : season.isOver
            ? "Brouillon, calculé à l’instant."
            : `Brouillon\u00A0: ${parts.length > 1 ? "la période" : "la saison"} n’est pas finie.`}
          {" "}
          {sheet.statement && <strong>{owedText(sheet.statement)}.</strong>}
        </p>
        {isCurrent && nextStep !== "" && <p>{nextStep}</p>}
        {(season.sent.length > 1 || hasNewDraft) && (
          <nav class="row" aria-label="Versions du décompte">
            {hasNewDraft && (
              <a
                class="button"
                href={withMore(own, `version=${DRAFT}`)}
                aria-current={latest === null ? "page" : undefined}
              >
                Brouillon suivant
              </a>
            )}
            {season.sent.map((one) => (
              <a
                key={one.id}
                class="button"
                href={withMore(own, `version=${one.number}`)}
                aria-current={one === latest ? "page" : undefined}
              >
                {statementName(one)}&nbsp;: {STATE_LABELS[one.state].toLowerCase()}
              </a>
            ))}
          </nav>
        )}
        {latest?.document && (
          <p>
            <a href={links.document(latest.document.requestId, latest.document.documentId)}>
              {DEPOSITED_TYPE} dans les documents
            </a>
          </p>
        )}
        {sheet.fault && (
          <Notice tone="bad" title="Décompte impossible">{FAULT_TEXTS[sheet.fault]}</Notice>
        )}
        {latest && <Since latest={latest} draft={draft} />}
        {latest?.corrects != null && <p>{correctionText(latest, season.sent)}</p>}
        <PageTables tables={tables} url={url} />
        {difference && <p class="soft">{difference}</p>}
        {isCurrent && hasForm(settings !== null, page.shown, STATEMENT_FORM.name) &&
          (canSend || latest) && <ActSection latest={latest} canSend={canSend} page={page} />}
      </div>
    </>
  );
});

function LinkOnce({ href, mailedCount }: SentLink) {
  return (
    <Notice tone="good" live title="Décompte envoyé">
      <p>
        Adresse pour l’exploitant, montrée cette fois seulement&nbsp;: <code>{href}</code>
      </p>
      <p>
        {mailedCount === 0
          ? "Aucun mail n’est parti\u00A0: le contrat des documents n’a aucun prestataire en charge."
          : `Le lien part aussi par mail à l’exploitant, ${countText(mailedCount, "adresse")}.`}
      </p>
      <p>Elle ouvre ce décompte à qui l’a, jusqu’à ce que vous révoquiez le lien.</p>
    </Notice>
  );
}

/** What has changed since a statement was sent: it never moves. @spec settlement.frozen */
function Since({ latest, draft }: { latest: Settlement; draft: SeasonSettlement["draft"] }) {
  const [then, now] = [latest.sheet.statement, draft.statement];
  if (then === null || now === null || then.nc === now.nc) return null;
  const change = now.nc - then.nc;
  const since = latest.state === "closed" ? "Depuis la clôture" : "Depuis l’envoi";
  const amount = `${change > 0 ? "+" : ""}${formatQuantity(change, "kWh", 0)}`;
  return (
    <Notice tone="info" title={`${since}\u00A0: NC ${amount}`}>
      <p>Le décompte envoyé ne change pas. Un décompte clos se corrige par un rectificatif.</p>
    </Notice>
  );
}

const DEPOSIT_WORDS = `Déposer comme «\u00A0${DEPOSITED_TYPE}\u00A0»`;

const ACTS: Readonly<Record<Settlement["state"], readonly (readonly [string, string])[]>> = {
  sent: [
    ["accept", "Noter l’accord"],
    ["contest", "Noter la contestation"],
    ["withdraw", "Retirer le décompte"],
  ],
  accepted: [["close", "Clore le décompte"], ["deposit", DEPOSIT_WORDS]],
  contested: [],
  withdrawn: [],
  closed: [["deposit", DEPOSIT_WORDS]],
};

function ActSection(
  { latest, canSend, page }: {
    latest: Settlement | null;
    canSend: boolean;
    page: { action: string; shown: ShownForm<unknown> | null };
  },
) {
  const { action, shown } = page;
  const own = shown?.form === STATEMENT_FORM.name && shown.report === undefined ? shown : null;
  const acts = (latest === null ? [] : ACTS[latest.state])
    .filter(([act]) => act !== "deposit" || latest?.document === null);
  // What was typed is shown again though another person's act took its own away.
  const isCommented = own !== null || acts.some(([act]) => act !== "deposit");
  const sendWords = latest?.state === "closed"
    ? "Envoyer un rectificatif"
    : "Envoyer à l’exploitant";
  if (own === null && acts.length === 0 && !canSend && !latest?.hasLink) return null;
  return (
    <Section
      id={STATEMENT_FORM.name}
      title="Suite à donner"
      offPaper
      intro="Envoyer fige le décompte et donne l’adresse d’un lien pour l’exploitant. Une contestation dit pourquoi."
    >
      {own && <Refusal {...own} />}
      <PostForm class="form" action={action} noValidate>
        <input type="hidden" name="form" value={STATEMENT_FORM.name} />
        <input type="hidden" name="key" value={latest?.id ?? ""} />
        {isCommented && (
          <FormFields
            fields={STATEMENT_FORM.fields}
            values={own?.values ?? { comment: "" }}
            errors={own?.errors ?? {}}
          />
        )}
        <div class="submit-bar">
          {canSend && (
            <button type="submit" class="button button-primary" name="intent" value="send">
              {sendWords}
            </button>
          )}
          {acts.map(([act, label]) => (
            <button key={act} type="submit" class="button" name="intent" value={act}>
              {label}
            </button>
          ))}
          {latest?.hasLink && (
            <button type="submit" class="button" name="intent" value="revoke-link">
              Révoquer le lien
            </button>
          )}
        </div>
      </PostForm>
    </Section>
  );
}

async function readPage(ctx: PageContext) {
  const { season, project } = await readSettlement(ctx);
  const { boilerRoomId } = roomAt(ctx);
  const [last] = season.sent;
  const current = last === undefined || last.state === "withdrawn" ? null : last;
  const asked = ctx.url.searchParams.get("version");
  const latest = asked === DRAFT
    ? null
    : season.sent.find(({ number }) => String(number) === asked) ?? current;
  const name = statementName(latest ?? nextStatement(season));
  const behind: BehindLinks = {
    terms: links.energyTerms(project.id, boilerRoomId),
    prices: links.energyPrices(project.id),
    balance: links.energyBalance(project.id, boilerRoomId, `monthly-shifted/${season.yearStart}`),
    season: links.everySeason(project.id, boilerRoomId),
  };
  const sheet = latest?.sheet ?? season.draft;
  const reads = roomSettingsHref(ctx.state, boilerRoomId) === null ? null : behind;
  const tables = statementTables(sheet, {
    name,
    behind: reads,
    acts: latest?.acts ?? [],
    timeZone: project.timeZone,
    fileHref: links.statementFile(project.id, boilerRoomId, latest?.id ?? ""),
  });
  return tableFiles(ctx.url, tables) ??
    { season, project, tables, latest, isCurrent: latest === current || latest === null };
}

function pageForms(ctx: PageContext) {
  const room = roomAt(ctx);
  if (roomSettingsHref(ctx.state, room.boilerRoomId) === null) {
    throw new HttpError(403, "forbidden");
  }
  const { call } = ctx.state.api;
  const { contract = null, ...at } = settlementAt(ctx);
  const send: FormAction<SentLink> = async (sent) => {
    const outcome = await call(SETTLEMENT_CALLS.sendSettlement, { ...at, body: { contract } });
    if (!outcome.ok) return shownAgain(sent, refusedBy({}, outcome));
    const { id: statementId, token, mailedCount } = outcome.answer;
    const href = links.sentStatement({ ...room, statementId }, token);
    return reported(sent, { href: new URL(href, ctx.url.origin).href, mailedCount });
  };
  const act: FormAction<SentLink> = save(
    STATEMENT_FORM,
    ({ comment }, { key: statementId, intent }) => {
      const statement = { ...room, statementId };
      if (intent === "deposit") return call(SETTLEMENT_CALLS.depositSettlement, statement);
      const body = { act: actOf(intent), comment };
      return call(SETTLEMENT_CALLS.actOnSettlement, { ...statement, body });
    },
  );
  return {
    [STATEMENT_FORM.name]: (sent: Parameters<typeof act>[0]) =>
      sent.intent === "send" ? send(sent) : act(sent),
  };
}

const STATEMENT_ACTS = ["withdraw", "accept", "contest", "close", "revoke-link"] as const;

function actOf(intent: string) {
  const act = STATEMENT_ACTS.find((one) => one === intent);
  if (act === undefined) throw new HttpError(400, "bad-request");
  return act;
}
