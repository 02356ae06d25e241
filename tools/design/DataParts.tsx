import { FloorSelector } from "@/components/housing/FloorSelector.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Section } from "@/components/ui/Page.tsx";
import { PeriodNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { chosenFloor, floorText } from "@/lib/housing/dwelling_list.ts";
import { FLOORS, ROWS, SAMPLES } from "./samples.ts";
import { DESIGN_PATH, designLink, type DesignState } from "./states.ts";

interface DataPartsProps {
  state: DesignState;
  url: URL;
  range: PeriodRange;
}

export function DataParts({ state, url, range }: DataPartsProps) {
  const floors = state === "empty" ? FLOORS.slice(0, 1) : FLOORS;
  return (
    <>
      <Periods url={url} range={range} />
      <Section
        id="floors"
        title="Étages"
        intro="Rien n’est à choisir quand tous les logements sont au même étage."
      >
        <FloorSelector
          floors={floors}
          chosen={chosenFloor(floors, url.searchParams.get("floor"))}
          hrefOf={(floor) => designLink(url.searchParams, { floor: floorText(floor) }, "floors")}
        />
      </Section>
      <SampleTable state={state} url={url} />
    </>
  );
}

/** The period choices of pages, each with its selector. */
const CHOICES: readonly { label: string; choices: PeriodChoices }[] = [
  { label: "Sans données fines", choices: {} },
  { label: "Jusqu’aux heures", choices: { isHourlyAllowed: true } },
  { label: "Jusqu’à cinq minutes", choices: { isHourlyAllowed: true, isFiveMinuteAllowed: true } },
  { label: "Des années seulement", choices: { isYearOnly: true } },
  { label: "Des mois seulement", choices: { isMonthOnly: true } },
];

function Periods({ url, range }: Pick<DataPartsProps, "url" | "range">) {
  return (
    <Section id="periods" title="Périodes">
      {CHOICES.map(({ label, choices }) => (
        <PeriodNavigator
          key={label}
          label={label}
          range={range}
          path={DESIGN_PATH}
          hrefOf={(to) => designLink(url.searchParams, { period: rangeSegment(to) }, "periods")}
          choices={choices}
        />
      ))}
    </Section>
  );
}

function SampleTable({ state, url }: Pick<DataPartsProps, "state" | "url">) {
  return (
    <Section id="table" title="Tableau">
      <ListTable {...listedRows(url, state === "empty" ? [] : ROWS, SAMPLES)} />
    </Section>
  );
}
