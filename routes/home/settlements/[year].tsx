import { linkColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { readList } from "@/components/web/read_list.ts";
import { yearOf } from "@/lib/base/civil_dates.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { runningSeason } from "@/lib/settlement/pages.ts";
import type { SettlementLine } from "@/lib/settlement/schema.ts";
import { daysText, STATE_LABELS } from "@/lib/settlement/text.ts";
import { totalsText } from "@/lib/settlement/statement_text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { define, HttpError, page, type State, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url, params }) {
    const { organisation, year } = seasonOf(state, params);
    const all = await state.api.read(SETTLEMENT_CALLS.listSettlements, {
      orgId: organisation.id,
      year: String(year),
    });
    state.title = PAGES.seasonStatements.title;
    const { rows, file } = readList(url, all, listOf(year, all));
    if (file !== null) return file;
    const writers = await state.api.read(PROJECTS_CALLS.listProjects, { orgId: organisation.id });
    // A season is never over before the second of its years.
    const maySend = yearOf(todayOf(state)) > year &&
      writers.some(({ allRoles }) => allRoles.includes("collect:boilerroom:write"));
    const hasContracts = all.some(({ isCovered }) => isCovered);
    return page({ organisation, rows, year, maySend, hasContracts });
  },

  /** Sends the next ready statements, and leads to their progress. */
  async POST(ctx) {
    const { organisation, year } = seasonOf(ctx.state, ctx.params);
    const { values } = await readSubmission(ctx, ["after", "sent"]);
    const outcome = await ctx.state.api.call(SETTLEMENT_CALLS.sendSettlements, {
      orgId: organisation.id,
      year: String(year),
      body: { after: values.after || null },
    });
    const { after, doneCount, count, sentCount } = answerOrThrow(outcome);
    const sent = String(wholeOf(values.sent) + sentCount);
    const progress = new URLSearchParams({ done: String(doneCount), of: String(count), sent });
    if (after !== null) progress.set("after", after);
    return seeOther(ctx, withQuery(links.settlements(year), String(progress)));
  },
});

function seasonOf({ place }: State, params: Readonly<Record<string, string>>) {
  const organisation = place?.organisation;
  const year = Number(params.year);
  if (!organisation || !Number.isInteger(year)) throw new HttpError(404, "not-found");
  return { organisation, year };
}

function wholeOf(text: string | null): number {
  return /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0;
}

/** Sends every statement that is ready, in several requests with their progress. @spec settlement.run */
function Sending(
  { year, hasContracts, params }: { year: number; hasContracts: boolean; params: URLSearchParams },
) {
  const after = params.get("after");
  const [done, of, sent] = ["done", "of", "sent"].map((name) => wholeOf(params.get(name)));
  const isRunning = after !== null;
  return (
    <>
      {params.has("sent") && (
        <Notice
          tone={isRunning ? "info" : "good"}
          live
          title={countText(sent ?? 0, "décompte envoyé", "décomptes envoyés")}
        >
          <p>
            <progress max={of} value={done} aria-label="Avancement des envois" />{" "}
            {countText(done ?? 0, "chaufferie lue", "chaufferies lues")} sur {formatNumber(of ?? 0)}
          </p>
          {!isRunning && (
            <p>Ceux qui ne sont pas prêts, ou sans adresse d’exploitant, s’envoient un par un.</p>
          )}
        </Notice>
      )}
      {(isRunning || hasContracts) && (
        <PostForm class="submit-bar" action={links.settlements(year)}>
          <input type="hidden" name="after" value={after ?? ""} />
          <input type="hidden" name="sent" value={isRunning ? String(sent) : "0"} />
          <button type="submit" class="button" data-continue-ms={isRunning ? 100 : undefined}>
            {isRunning ? "Continuer les envois" : "Envoyer les décomptes prêts"}
          </button>
        </PostForm>
      )}
    </>
  );
}

/** The statements of a season across residences, for those who pay and those who are paid. @spec settlement.table */
export default define.page<typeof handler>((
  { data: { organisation, rows, year, maySend, hasContracts }, state, url },
) => (
  <>
    <PageTitle
      title={`${PAGES.seasonStatements.title} ${seasonName(year)}`}
      subtitle={organisation.name}
    >
      <a class="button" href={links.settlements(year - 1)}>Saison {seasonName(year - 1)}</a>
      {year < runningSeason(state) && (
        <a class="button" href={links.settlements(year + 1)}>Saison {seasonName(year + 1)}</a>
      )}
    </PageTitle>
    <p>{totalsText(rows.filtered)}</p>
    {maySend && <Sending year={year} hasContracts={hasContracts} params={url.searchParams} />}
    <ListTable {...rows} />
  </>
));

function listOf(year: number, all: readonly SettlementLine[]): List<SettlementLine> {
  return {
    path: links.settlements(year),
    fileName: `decomptes-${seasonName(year)}.csv`,
    columns: [
      textColumn("project", "Résidence", ({ projectName }) => projectName),
      linkColumn(
        "room",
        "Chaufferie",
        ({ boilerRoomName }) => boilerRoomName,
        ({ projectId, boilerRoomId, part }) =>
          links.settlement(projectId, boilerRoomId, year, part?.from),
      ),
      ...all.some(({ part }) => part !== null)
        ? [textColumn<SettlementLine>("part", "Période", ({ part }) => part && daysText(part))]
        : [],
      textColumn("reference", "Contrat", ({ reference }) => reference),
      textColumn("operator", "Exploitant", ({ operator }) => operator),
      { ...textColumn("state", "État", stateText), verdict: true },
      textColumn("sent", "Envoyé le", ({ sentAt }) => sentAt && formatInstant(sentAt)),
      numberColumn("gap", "Écart", ({ gapPercent }) => gapPercent, {
        unit: "%",
        most: 1,
        least: 1,
      }),
      euroColumn("ht", "HT"),
      euroColumn("vat", "TVA"),
      euroColumn("ttc", "TTC"),
      textColumn(
        "payer",
        "À verser par",
        ({ payer }) => payer && (payer === "landlord" ? "bailleur" : "exploitant"),
      ),
    ],
    filters: [{
      field: "state",
      label: "État",
      value: stateText,
    }],
    words: ({ projectName, boilerRoomName, reference, operator }) => [
      ...[projectName, boilerRoomName, reference, operator],
    ],
    // A boiler room has a line for each contract, and for the days of none.
    noun: "ligne",
    nothing: "Aucune chaufferie trouvée",
    empty: { title: "Aucune chaufferie", icon: "balance" },
    wide: true,
  };
}

function euroColumn(field: "ht" | "vat" | "ttc", label: string) {
  return numberColumn<SettlementLine>(
    field,
    label,
    (line) => line[field] === null ? null : Number(line[field]),
    { unit: "€", most: 2, least: 2 },
  );
}

function stateText({ state, isCovered }: SettlementLine): string {
  if (!isCovered) return "Sans contrat";
  return state === null ? "Non envoyé" : STATE_LABELS[state];
}
