import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { type Arrival, ARRIVALS_SHOWN, WORDS_SHOWN } from "@/lib/ingest/schema.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { arrivalText, REFUSAL_WORDS, WAY_LABELS } from "@/lib/ingest/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { NAMELESS, seriesNameAmongAll } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import { define, page } from "@/lib/web/state.ts";

/** A sender's first success is seen at once. */
const REFRESHED_EVERY_S = 5;

export const handler = define.handlers({
  async GET({ state, params: { projectId = "" } }) {
    return page({ arrivals: await state.api.read(SERIES_CALLS.listArrivals, { projectId }) });
  },
});

export default define.page<typeof handler>(({ data: { arrivals }, state }) => {
  const { project } = residenceOf(state);
  const series = [...project.facilitiesDataseries, ...project.housesDataseries];
  const names = new Map(series.map((one) => [one.id, seriesNameAmongAll(one)]));
  return (
    <>
      <PageTitle />
      <p class="soft">
        Les {ARRIVALS_SHOWN}{" "}
        derniers envois reçus des capteurs et de leurs passerelles depuis trois jours, au plus un
        par seconde&nbsp;; les fichiers importés n’y sont pas. Ce qui peut contenir un relevé de
        logement est montré sans son contenu&nbsp;: un envoi qui nourrit une série de logement et,
        dans une résidence qui a des logements, un envoi refusé ou d’avant le dernier changement des
        rattachements.
      </p>
      <PageRefresh everySeconds={REFRESHED_EVERY_S} state={state} />
      <div class="stack" data-live="arrivals">
        {arrivals.length === 0 && (
          <EmptyState title="Aucun envoi reçu depuis trois jours" icon="list">
            <p>
              <a href={links.sensors(project.id)}>Régler un collecteur</a>
            </p>
          </EmptyState>
        )}
        {arrivals.map((one) => (
          <ArrivalCard key={one.at} {...one} timeZone={project.timeZone} names={names} />
        ))}
      </div>
    </>
  );
});

interface ArrivalCardProps extends Arrival {
  readonly timeZone: string;
  /** Names of the series, by id. */
  readonly names: ReadonlyMap<string, string>;
}

function ArrivalCard({ timeZone, names, ...arrival }: ArrivalCardProps) {
  const { at, way, words, isCut, reason, values } = arrival;
  const counted = arrival.storedCount + arrival.unknownCount + arrival.refusedCount;
  const others = counted - values.length;
  return (
    <section class="card">
      <h2>{`${formatInstant(at, timeZone)}, ${WAY_LABELS[way]}`}</h2>
      <p>
        {arrivalText(arrival)}
        {reason !== "" && (
          <>
            . Motif du refus&nbsp;: <span lang="en">{reason}</span>
          </>
        )}
      </p>
      {values.length > 0 && (
        <ul>
          {values.map((value, rank) => (
            <li key={rank}>
              <code>{value.source}</code>
              {value.value !== null && `\u00A0: ${value.value}`}
              {value.at !== null && `, ${formatInstant(value.at, timeZone)}`}
              {` → ${outcomeText(value, names)}`}
            </li>
          ))}
          {others > 0 && <li>et {others} autre{others > 1 && "s"}</li>}
        </ul>
      )}
      {words === null ? <p class="soft">Contenu non montré</p> : (
        <details>
          <summary>Texte reçu</summary>
          <pre tabIndex={0}>{words}</pre>
          {isCut && <p class="soft">Coupé après {WORDS_SHOWN} caractères</p>}
        </details>
      )}
    </section>
  );
}

function outcomeText(
  { outcome, seriesId }: Arrival["values"][number],
  names: ReadonlyMap<string, string>,
): string {
  if (outcome === "stored") return names.get(seriesId ?? "") ?? NAMELESS.series;
  return outcome === "unknown"
    ? "à rattacher"
    : `refusée\u00A0: ${REFUSAL_WORDS[outcome].label.toLowerCase()}`;
}
