import { MeterEventTable } from "@/components/ingest/MeterEventTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { Refusal, sectionEntry } from "@/components/ui/PostForm.tsx";
import { errorText } from "@/lib/base/text_errors.ts";
import { meterEventForm, NOON } from "@/lib/ingest/forms.ts";
import { METER_SECTION, type SeriesSheet } from "@/lib/ingest/series_pages.ts";
import { NAMELESS } from "@/lib/series/series_names.ts";

interface MeterSectionProps {
  sheet: SeriesSheet;
  page: FormPage;
  /** The current day and time in the residence. */
  now: { readonly date: string; readonly time: string };
  query: URLSearchParams;
}

/** The replacements and resets of a series' meters: dated, listed, deleted. */
export function MeterSection({ sheet: { series, meters }, page, now, query }: MeterSectionProps) {
  if (meters === null) return null;
  const { version, events, houses } = meters;
  const { shown } = page;
  const form = meterEventForm(series);
  const names = new Map(houses.map(({ value, label }) => [value, label]));
  const isHousing = series.scope === "housing";
  const isAsked = { houseId: isHousing, acceptOld: shown?.failure === errorText("old-date") };
  const filled = form.fields.flatMap(({ name }) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return (
    <FormSection
      id={METER_SECTION}
      title="Compteur remplacé ou remis à zéro"
      intro="À cet instant le compteur repart d’un autre index. La consommation est celle de l’ancien jusqu’à son dernier index, plus celle du nouveau depuis son premier. Un compteur à cinq chiffres qui repasse par zéro finit à 100 000."
      before={
        <>
          {shown?.form === "event-removal" && <Refusal {...shown} />}
          {events.length > 0 && (
            <MeterEventTable
              action={sectionEntry(page.action, METER_SECTION)}
              events={events}
              unit={series.unit.unit}
              version={version}
              houseOf={isHousing ? (id) => names.get(id) ?? NAMELESS.house : null}
            />
          )}
        </>
      }
      form={form}
      // A future time is refused: in the morning, so is noon.
      initial={{
        date: now.date,
        ...now.time < NOON && { time: now.time },
        ...Object.fromEntries(filled),
      }}
      page={page}
      version={version}
      options={{ houseId: houses }}
      shows={(name) => name === "houseId" || name === "acceptOld" ? isAsked[name] : true}
      submit="Ajouter"
    />
  );
}
