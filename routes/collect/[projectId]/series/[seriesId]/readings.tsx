import { countColumn, instantColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable } from "@/components/ui/DataTable.tsx";
import { FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { DELETED_PERIOD_FORM } from "@/lib/ingest/forms.ts";
import { DELETED_SHOWN, RESTORABLE_DAYS } from "@/lib/ingest/reading_effects.ts";
import type { ReadingsDeletion, ReadingsToDelete } from "@/lib/ingest/schema.ts";
import {
  type DeletedPeriod,
  deletionForms,
  DELETIONS_SECTION,
  readDeletionPage,
} from "@/lib/ingest/series_pages.ts";
import { consumptionText, leftText, toDeleteText } from "@/lib/ingest/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { NAMELESS, seriesName } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readDeletionPage, deletionForms));

/** Wrong readings of a series: chosen, shown with what their deletion changes, deleted, restored. */
export default define.page<typeof handler>(({ data, state }) => {
  const { series, houses, deletions, period, found, initial } = data;
  const { project } = residenceOf(state);
  const action = links.deletedReadings(project.id, series.id, period ?? {});
  const page = { ...data.page, action };
  const isHousing = series.scope === "housing";
  const place = { unit: series.unit.unit, timeZone: project.timeZone };
  const names = new Map(houses.map(({ value, label }) => [value, label]));
  return (
    <>
      <PageTitle title={`${PAGES.deletedReadings.title}, ${seriesName(series)}`} />
      <FormSection
        id="period"
        title="Relevés à supprimer"
        intro="Choisissez la période des relevés faux. Ce qui sera supprimé s’affiche d’abord."
        form={DELETED_PERIOD_FORM}
        initial={initial}
        page={page}
        options={{ houseId: houses }}
        shows={(name) => name !== "houseId" || isHousing}
        submit="Voir ces relevés"
      />
      {period !== null && found !== null && (
        <Section id="readings" title="Ce qui sera supprimé">
          {page.shown?.form === "deletion" && <Refusal {...page.shown} />}
          {"failure" in found
            ? <Notice tone="bad">{found.failure}</Notice>
            : <Preview {...place} {...{ found, period, page }} hrefOf={hrefOf} />}
        </Section>
      )}
      <Section
        id={DELETIONS_SECTION}
        title="Suppressions récentes"
        intro={`Une suppression s’annule pendant ${RESTORABLE_DAYS}\u00A0jours. Les relevés supprimés ne reviennent pas quand un collecteur ou un fichier les envoie de nouveau.`}
      >
        {page.shown?.form === "restore" && <Refusal {...page.shown} />}
        {deletions.length === 0
          ? <p class="soft">Aucun relevé de cette série n’a été supprimé récemment.</p>
          : (
            <Deletions
              {...{ deletions, action, ...place }}
              houseOf={isHousing ? (id) => names.get(id) ?? NAMELESS.house : null}
            />
          )}
      </Section>
    </>
  );

  function hrefOf(at: string): string {
    const houseId = period?.houseId ?? null;
    return links.deletedReadings(project.id, series.id, { from: at, to: at, houseId });
  }
});

interface PlaceProps {
  unit: string;
  timeZone: string;
}

type ReadReading = ReadingsToDelete["readings"][number];

interface PreviewProps extends PlaceProps {
  found: ReadingsToDelete;
  period: DeletedPeriod;
  page: FormPage;
  /** The page with one reading alone. */
  hrefOf(at: string): string;
}

function Preview({ found, page, hrefOf, ...place }: PreviewProps) {
  const { count, leftCount, consumption, readings, version } = found;
  const left = leftCount > 0 && <p class="soft">{leftText(leftCount)}</p>;
  if (count === 0) {
    return (
      <>
        <p>Aucun relevé à supprimer dans cette période.</p>
        {left}
      </>
    );
  }
  const lost = toDeleteText(found, place);
  return (
    <>
      <p>{lost}</p>
      {consumption && <p>{consumptionText(consumption, place)}</p>}
      {left}
      {readings.length > 0 && (
        <DataTable
          caption={count > DELETED_SHOWN
            ? `Les ${DELETED_SHOWN} premiers relevés sur ${formatNumber(count)}`
            : countText(count, "relevé")}
          rows={readings}
          columns={[
            instantColumn<ReadReading>("at", "Date", ({ at }) => at, place.timeZone),
            textColumn<ReadReading>(
              "value",
              place.unit === "" ? "Valeur" : `Valeur (${place.unit})`,
              ({ value, message }) => message ?? formatNumber(value),
              { number: true },
            ),
            {
              field: "alone",
              label: "Action",
              cell: ({ at }) =>
                count > 1 && (
                  <a
                    href={hrefOf(at)}
                    aria-label={`Celui-ci seulement, ${formatInstant(at, place.timeZone)}`}
                  >
                    Celui-ci seulement
                  </a>
                ),
            },
          ]}
        />
      )}
      <RemovalForm
        action={`${page.action}#readings`}
        form="deletion"
        version={version}
        label={`Supprimer ${countText(count, "relevé")}`}
        text={`${lost} Les chiffres de la période seront recalculés.`}
      />
    </>
  );
}

interface DeletionsProps extends PlaceProps {
  deletions: readonly ReadingsDeletion[];
  action: string;
  /** Returns the name of a dwelling; null for a series of the facilities. */
  houseOf: ((houseId: string) => string) | null;
}

function Deletions({ deletions, action, timeZone, houseOf }: DeletionsProps) {
  return (
    <DataTable
      caption={countText(deletions.length, "suppression")}
      rows={deletions}
      columns={[
        instantColumn<ReadingsDeletion>("deletedAt", "Supprimés le", ({ deletedAt }) =>
          deletedAt, timeZone),
        ...houseOf === null ? [] : [
          textColumn<ReadingsDeletion>(
            "house",
            "Logement",
            ({ houseId }) =>
              houseId === null ? "" : houseOf(houseId),
          ),
        ],
        countColumn<ReadingsDeletion>("count", "Relevés", ({ count }) =>
          count),
        instantColumn<ReadingsDeletion>("from", "Du", ({ from }) =>
          from, timeZone),
        instantColumn<ReadingsDeletion>("to", "Au", ({ to }) => to, timeZone),
        instantColumn<ReadingsDeletion>("until", "Annulable jusqu’au", ({ until }) =>
          until, timeZone),
        {
          field: "restore",
          label: "Action",
          cell: ({ id, deletedAt }) => (
            <PostForm action={`${action}#${DELETIONS_SECTION}`}>
              <input type="hidden" name="form" value="restore" />
              <input type="hidden" name="deletionId" value={id} />
              <button
                type="submit"
                class="button"
                aria-label={`Annuler la suppression du ${formatInstant(deletedAt, timeZone)}`}
              >
                Annuler la suppression
              </button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}
