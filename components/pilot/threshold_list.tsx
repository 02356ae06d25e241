import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { List } from "@/components/tables/list.ts";
import type { SeriesLine } from "@/lib/domain/projects/series_list.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import {
  NO_THRESHOLD_SERIES,
  THRESHOLD_DECIMALS,
  THRESHOLD_STATES,
} from "@/lib/text/pilot/pilot.ts";
import { lastValueText, seriesPlaceText } from "@/lib/text/series/series_settings.ts";

/** A series with its threshold, in its unit; null for none. */
export interface ThresholdLine extends SeriesLine {
  readonly threshold: number | null;
  readonly version: string;
}

/**
 * The series of a residence that may have a threshold.
 *
 * @spec pilot.thresholds
 * @param hrefOf URL of the form of a series; null for a user who may only read
 */
export function thresholdList(
  projectId: string,
  hrefOf: ((id: string) => string) | null,
): List<ThresholdLine> {
  return {
    title: PAGE_NAMES.pilotThresholds,
    path: links.pilotThresholds(projectId),
    fileName: "seuils.csv",
    columns: [
      textColumn("name", "Série", ({ name }) => name, {
        ...hrefOf && {
          cell: (line) => <a aria-current="false" href={hrefOf(line.id)}>{line.name}</a>,
        },
      }),
      textColumn("place", "Mesurée sur", seriesPlaceText),
      numberColumn(
        { field: "threshold", label: "Seuil" },
        ({ threshold }) => threshold,
        THRESHOLD_DECIMALS,
      ),
      {
        field: "last",
        label: "Dernière valeur",
        number: true,
        cell: lastValueText,
        value: ({ last }) => last?.value ?? null,
      },
      textColumn("unit", "Unité", ({ unit }) => unit),
    ],
    filters: [
      {
        field: "state",
        label: "Seuil",
        value: ({ threshold }) => threshold === null ? "none" : "set",
        options: Object.entries(THRESHOLD_STATES).map(([value, label]) => ({ value, label })),
      },
      { field: "place", label: "Mesurée sur", value: seriesPlaceText },
    ],
    words: (line) => [line.name, seriesPlaceText(line)],
    noun: "série",
    nothing: "Aucune série trouvée",
    empty: NO_THRESHOLD_SERIES,
  };
}
