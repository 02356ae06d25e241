import { HttpError } from "fresh";
import type { Residence } from "@/lib/domain/projects/residence_list.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { residenceList } from "@/lib/pages/projects/residences.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

const COLUMNS: readonly CsvColumn<Residence>[] = [
  { header: "Résidence", value: ({ name }) => name },
  { header: "Code", value: ({ code }) => code },
  { header: "Rue", value: ({ street }) => street },
  { header: "Code postal", value: ({ zipCode }) => zipCode },
  { header: "Ville", value: ({ city }) => city },
];

const PLACE_COLUMNS: readonly CsvColumn<Residence>[] = [
  { header: "Latitude (°)", value: ({ latitude }) => latitude },
  { header: "Longitude (°)", value: ({ longitude }) => longitude },
];

/** Every residence that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const organisation = state.place?.organisation;
    if (!organisation) throw new HttpError(404);
    const list = await residenceList(state.api, organisation.id, readTableState(url.searchParams));
    const tags = list.groups.map(({ id, name }): CsvColumn<Residence> => ({
      header: name,
      value: (line) => line.tags[id] ?? null,
    }));
    const columns = [...COLUMNS, ...tags, ...PLACE_COLUMNS];
    return csvOfRows(columns, list.kept, { url, fileName: "residences.csv" });
  },
});
