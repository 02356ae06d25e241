import type { ComponentChildren } from "preact";
import { countText } from "@/lib/base/text_format.ts";
import { changeText } from "@/lib/energy_balance/comparison_text.ts";
import type { PortfolioFigures as Figures } from "@/lib/portfolio/figures.ts";
import { ENERGY_BASIS_LABELS } from "@/lib/portfolio/text_to_do.ts";
import { links } from "@/lib/ui/links.ts";

interface PortfolioFiguresProps {
  figures: Figures;
  toDoCount: number;
}

/** Four figures of the portfolio: against the year before, against the contract, above the threshold, what waits. @spec projects.figures */
export function PortfolioFigures({ figures, toDoCount }: PortfolioFiguresProps) {
  const { weather, gaps, aboveCount } = figures;
  return (
    <dl class="portfolio-figures">
      <Figure
        label="12 mois, à météo égale"
        value={weather && changeText(weather.percent)}
        notes={weather
          ? [`mois chauffés, sur ceux d’avant, ${countText(weather.roomCount, "chaufferie")}`]
          : []}
      />
      <Figure
        label="Écart au contrat, saison"
        value={gaps[0] && changeText(gaps[0].percent)}
        notes={gaps.map(gapNote)}
      />
      <Figure label="Au-dessus du seuil" value={countText(aboveCount, "résidence")} />
      <Figure label="À faire" value={<a href={links.toDo()}>{toDoCount}</a>} />
    </dl>
  );
}

/** "au gaz, 19 chaufferies" after the figure itself, "+4,9 % au bois, 4 chaufferies" for the others. */
function gapNote({ energyBasis, percent, roomCount }: Figures["gaps"][number], at: number): string {
  const of = `${ENERGY_BASIS_LABELS[energyBasis]}, ${countText(roomCount, "chaufferie")}`;
  return at === 0 ? of : `${changeText(percent)} ${of}`;
}

/** A figure with its label, and what it is of. */
export function Figure(
  { label, value, notes = [] }: {
    label: ComponentChildren;
    value: ComponentChildren;
    notes?: readonly ComponentChildren[];
  },
) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || "inconnu"}</dd>
      {notes.filter(Boolean).map((note, position) => (
        <dd key={position} class="soft small">{note}</dd>
      ))}
    </div>
  );
}
