import { linkColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { type PageTable, PageTables } from "@/components/ui/DataTable.tsx";
import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { isIsoMonth, monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { LETTER_CALLS } from "@/lib/portfolio/calls.ts";
import type { LetterLine } from "@/lib/portfolio/schema.ts";
import { letterTitle } from "@/lib/portfolio/mail_text.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { define, HttpError, page, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url, params }) {
    const organisation = state.place?.organisation;
    const { month = "" } = params;
    if (!organisation || !isIsoMonth(month)) throw new HttpError(404, "not-found");
    state.title = letterTitle(month);
    const at = { orgId: organisation.id, month };
    const last = shiftMonth(monthOf(todayOf(state)), -1);
    if (month > last) return page({ organisation, last, month, letter: null, tables: [] });
    const letter = await state.api.read(LETTER_CALLS.getMonthlyLetter, at);
    const tables = [rankingOf(letter.ranking, month)];
    return tableFiles(url, tables) ?? page({ organisation, last, month, letter, tables });
  },
});

/** The letter of a month, as it is mailed; made again with what is known now. @spec projects.letter */
export default define.page<typeof handler>(({ data, url }) => {
  const { organisation, last, month, letter, tables } = data;
  const others = letter === null ? [last] : [shiftMonth(month, -1), shiftMonth(month, 1)];
  return (
    <>
      <PageTitle subtitle={organisation.name}>
        {others.filter((one) => one <= last).map((one) => (
          <a key={one} class="button" href={links.monthlyLetter(one)}>{letterTitle(one)}</a>
        ))}
      </PageTitle>
      {letter === null
        ? <EmptyState title="Ce mois n’est pas fini" icon="calendar" />
        : (
          <div class="stack">
            {letter.sentences.map((text) => <p key={text}>{text}</p>)}
            <PageTables tables={tables} url={url} />
            <Texts
              id="changed"
              title="Ce qui a changé"
              texts={letter.changed}
              nothing="Rien de notable."
            />
            <Texts id="late" title="En retard" texts={letter.late} nothing="Rien." />
          </div>
        )}
    </>
  );
});

function Texts(
  { id, title, texts, nothing }: {
    id: string;
    title: string;
    texts: readonly string[];
    nothing: string;
  },
) {
  return (
    <Section id={id} title={title}>
      {texts.length === 0 ? <p>{nothing}</p> : (
        <ul>
          {texts.map((text) => <li key={text}>{text}</li>)}
        </ul>
      )}
    </Section>
  );
}

function rankingOf(rows: readonly LetterLine[], month: string): PageTable<LetterLine> {
  return {
    table: "ranking",
    fileName: `lettre-${month}.csv`,
    caption: "Classement par écart avec l’objectif",
    columns: [
      textColumn("project", "Résidence", ({ projectName }) => projectName),
      linkColumn(
        "room",
        "Chaufferie",
        ({ boilerRoomName }) => boilerRoomName,
        ({ projectId, boilerRoomId }) => links.boilerRoom(projectId, boilerRoomId),
      ),
      {
        ...numberColumn<LetterLine>("gap", "Écart", ({ percent }) => percent, {
          unit: "%",
          most: 1,
          least: 1,
        }),
        verdict: true,
      },
      numberColumn("before", "Mois d’avant", (line) => line.percentBefore, {
        unit: "%",
        most: 1,
        least: 1,
      }),
      numberColumn("nc", "NC", ({ ncKwh }) => ncKwh, { unit: "kWh", most: 0 }),
      numberColumn("target", "N’B", (line) => line.targetKwh, { unit: "kWh", most: 0 }),
      numberColumn("days", "Jours connus", ({ knownDays }) => knownDays, { most: 0 }),
    ],
    rows,
  };
}
