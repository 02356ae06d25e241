import { DoubtsSection, type OfMeter } from "@/components/ingest/RegisterDoubts.tsx";
import { fileColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { PagedRows, type PageTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { dwellingChoices } from "@/lib/housing/dwelling_list.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { MANUAL_INDEX_FORM } from "@/lib/ingest/forms.ts";
import { type IndexLine, indexLines } from "@/lib/ingest/meter_rules.ts";
import { doubtForms, DOUBTS_SECTION, doubtsOf, readDoubts } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { meterMarkTexts, meterNotes } from "@/lib/series/text.ts";
import { NAMELESS, seriesChoices, seriesName } from "@/lib/series/series_names.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, indexForms));

/** Manually entered meter indexes (B §7 "Manual index add and delete"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { table, series, houses, doubts, namesOf, page } = data;
  const { project, today } = residenceOf(state);
  const [first] = series;
  const isOld = page.shown?.failure === errorText("old-date");
  const isDeleted = page.shown?.failure === errorText("deleted-reading");
  const isAsked: Readonly<Record<string, boolean>> = {
    houseId: houses.length > 0,
    acceptOld: isOld,
    restoreDeleted: isDeleted,
  };
  return (
    <>
      <PageTitle />
      {series.length > 0 && (
        <FormSection
          id="new-index"
          title="Ajouter un index"
          intro="Un compteur a un index par jour. Sa consommation se répartit jusqu’à l’index suivant."
          form={MANUAL_INDEX_FORM}
          initial={{ date: today, ...first && series.length === 1 && { seriesId: first.value } }}
          page={page}
          options={{ seriesId: series, houseId: houses }}
          shows={(name) => isAsked[name] ?? true}
          submit="Ajouter"
        />
      )}
      <DoubtsSection
        id={DOUBTS_SECTION}
        {...{ doubts, namesOf, page }}
        timeZone={project.timeZone}
      />
      <PagedRows table={table} url={url} />
    </>
  );
});

async function readPage(ctx: PageContext) {
  const { project } = residenceOf(ctx.state);
  const { lines, ...choices } = await readIndexes(ctx.state);
  const table: PageTable<IndexLine> = {
    fileName: "index.csv",
    caption: countText(lines.length, "index saisi", "index saisis"),
    columns: [...COLUMNS, removalColumn(links.manualIndexes(project.id))],
    rows: lines,
    wide: true,
    empty: {
      title: "Aucun index saisi",
      text: choices.series.length === 0
        ? "Aucune série de la résidence n’a ses index saisis à la main. Cela se choisit dans les réglages d’une série."
        : "Les index ajoutés se trouveront ici, le plus récent en premier.",
      children: choices.series.length === 0 && (
        <a class="button" href={links.seriesList(project.id)}>{PAGES.seriesList.title}</a>
      ),
    },
  };
  return tableFile(ctx.url, table) ?? { table, ...choices };
}

async function readIndexes(state: State) {
  const { project } = residenceOf(state);
  const at = { projectId: project.id };
  const all = [...project.facilitiesDataseries, ...project.housesDataseries];
  const isOfHouses = project.housesDataseries.some(({ manualIndex }) => manualIndex);
  const [indexes, doubts] = await Promise.all([
    state.api.read(SERIES_CALLS.listManualIndexes, at),
    readDoubts(state),
  ]);
  // The indexes typed before a series was no longer typed stay in the list.
  const areNamed = isOfHouses || indexes.some(({ houseId }) => houseId !== null);
  const listed = areNamed ? await state.api.call(HOUSING_CALLS.listHouses, at) : null;
  const houses = listed?.ok ? listed.answer : [];
  const known = new Map(all.map((one) => [one.id, one]));
  const names = new Map(houses.map(({ id, settings }) => [id, settings.name]));
  const houseOf = (id: string) => names.get(id) ?? NAMELESS.house;
  const meterOf = (id: string) => meterText(known.get(id));
  const lines = indexLines(indexes, { meterOf, houseOf });
  const isTyped = (id: string) => known.get(id)?.manualIndex === true;
  const series = seriesChoices(
    all.filter(({ manualIndex, unit }) => manualIndex && unit.kind === "index"),
  );
  return {
    lines,
    series,
    houses: isOfHouses ? dwellingChoices(houses) : [],
    doubts: doubts && doubtsOf(doubts, isTyped),
    namesOf: ({ seriesId, houseId }: OfMeter) => ({
      series: meterOf(seriesId).name,
      unit: meterOf(seriesId).unit,
      house: houseId && houseOf(houseId),
      isOfHousing: known.get(seriesId)?.scope === "housing",
      isTyped: isTyped(seriesId),
    }),
  };
}

function meterText(series: ProjectSeries | undefined): { name: string; unit: string } {
  return series === undefined
    ? { name: NAMELESS.series, unit: "" }
    : { name: seriesName(series), unit: series.unit.unit };
}

/** Actions of the form of the page: add or delete an index; a series of dwellings requires the dwelling. */
function indexForms({ state }: PageContext) {
  const { project } = residenceOf(state);
  const { call } = state.api;
  const at = { projectId: project.id };
  const path = links.manualIndexes(project.id);
  const isHousing = (seriesId: string) =>
    project.housesDataseries.some(({ id }) => id === seriesId);
  const remove = action(async ({ text }) => {
    const gone = await call(SERIES_CALLS.deleteManualIndex, { ...at, indexId: text("indexId") });
    // It is idempotent.
    if (!gone.ok && gone.code !== "not-found") answerOrThrow(gone);
    return { ok: true, answer: null };
  }, path);
  return {
    ...doubtForms(state, path),
    index: save(
      MANUAL_INDEX_FORM,
      ({ houseId, ...index }) =>
        call(SERIES_CALLS.addManualIndex, {
          ...at,
          body: { ...index, houseId: isHousing(index.seriesId) ? houseId : null },
        }),
      {
        next: () => path,
        named: async () => ({ houseId: await readDwellings(state) }),
        intents: { remove },
        check: ({ seriesId, houseId }) =>
          isHousing(seriesId) && houseId === "" ? { houseId: { code: "required" } } : {},
      },
    ),
  };
}

const COLUMNS: readonly TableColumn<IndexLine>[] = [
  textColumn("date", "Relevé le", ({ date }) => formatDay(date)),
  textColumn("meter", "Compteur", ({ meter }) => meter),
  textColumn("house", "Logement", ({ house }) => house),
  numberColumn("value", "Index", ({ value }) => value, { most: INDEX_DECIMALS }),
  {
    field: "difference",
    label: "Depuis le précédent",
    number: true,
    cell: (line) => <Counted {...line} />,
    value: ({ difference }) => difference,
  },
  textColumn("unit", "Unité", ({ unit }) => unit),
  textColumn("email", "Saisi par", ({ email }) => email),
  fileColumn("Entre les deux", (line) => notesBetween(line).join(" / ")),
];

/** The consumption, and the events of the meter in between. */
function Counted(line: IndexLine) {
  return (
    <>
      {formatNumber(line.difference, INDEX_DECIMALS)}
      {notesBetween(line).map((text) => <small key={text} class="slot-mark">{text}</small>)}
    </>
  );
}

/** What happened since the index before; a jump explains a doubtful figure. */
function notesBetween({ difference, doubtful, events }: IndexLine): string[] {
  const marks = events.map((event) => ({ ...event, slot: "" }));
  const notes = meterNotes({ marks, doubtful }, meterMarkTexts);
  return difference === null && doubtful ? [NOTHING_COUNTED, ...notes] : notes;
}

const NOTHING_COUNTED = "rien de compté";

function removalColumn(path: string): TableColumn<IndexLine> {
  return {
    field: "remove",
    label: "Action",
    cell: ({ id, date }) => (
      <RemovalForm
        action={path}
        form={MANUAL_INDEX_FORM.name}
        id={{ name: "indexId", value: id }}
        text={`L’index du ${formatDay(date)} et la consommation qu’il donne seront perdus.`}
      />
    ),
  };
}
