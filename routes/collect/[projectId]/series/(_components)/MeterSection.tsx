import { Refusal } from "@/components/forms/Refusal.tsx";
import { Section } from "@/components/page/Section.tsx";
import { MeterEventForm } from "@/components/series/MeterEventForm.tsx";
import { MeterEventTable } from "@/components/series/MeterEventTable.tsx";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import { METER_EVENT_RULES } from "@/lib/domain/series/meter_event.ts";
import { METER_SECTION, untypedEvent } from "@/lib/pages/series/meter_events.ts";
import type { SeriesSheet } from "@/lib/pages/series/series_list_page.ts";
import type { SeriesRefused } from "@/lib/pages/series/series_settings_saves.ts";
import { errorText } from "@/lib/text/errors.ts";
import { NAMELESS } from "@/lib/text/facilities/facilities.ts";

interface MeterSectionProps {
  sheet: SeriesSheet;
  refused: SeriesRefused | null;
  action: string;
  today: string;
  /** The query of the address, which may fill the form in. */
  asked: URLSearchParams;
  saved: string | null;
}

/** The replacements and resets of a series' meters: dated, listed, deleted. */
export function MeterSection({ sheet, refused, action, today, asked, saved }: MeterSectionProps) {
  const { series: { unit, scope }, meters } = sheet;
  if (meters === null) return null;
  const { version, events, houses } = meters;
  const isMine = refused?.form === "event" || refused?.form === "event-removal";
  const mine = isMine ? refused : null;
  const typed = mine?.form === "event" ? mine : null;
  const names = new Map(houses.map(({ value, label }) => [value, label]));
  const isHousing = scope === "housing";
  const here = `${action}#${METER_SECTION}`;
  return (
    <Section
      id={METER_SECTION}
      title="Compteur remplacé ou remis à zéro"
      intro="À cet instant le compteur repart d’un autre index. La consommation est celle de l’ancien jusqu’à son dernier index, plus celle du nouveau depuis son premier. Un compteur à cinq chiffres qui repasse par zéro finit à 100 000."
      saved={saved === METER_SECTION}
    >
      {mine && <Refusal {...mine} lines={[]} />}
      {events.length > 0 && (
        <MeterEventTable
          action={here}
          events={events}
          unit={unit.unit}
          version={version}
          houseOf={isHousing ? (id) => names.get(id) ?? NAMELESS.house : null}
        />
      )}
      <MeterEventForm
        action={here}
        values={typed === null
          ? untypedEvent(today, asked)
          : pickedValues(METER_EVENT_RULES, typed.values)}
        errors={typed?.errors ?? {}}
        houses={isHousing ? houses : null}
        unit={unit.unit}
        version={version}
        unsaved={typed !== null}
        asksOld={typed?.failure === errorText("old-date")}
      />
    </Section>
  );
}
