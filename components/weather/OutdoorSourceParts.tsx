/** Parts of the page of an outdoor source: its public station, and the import of a file of days. @module */

import { FileField } from "@/components/ui/Field.tsx";
import { ImportBar } from "@/components/ui/ImportForm.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { isStationSilent } from "@/lib/weather/public_stations.ts";
import type { PublicStation } from "@/lib/weather/schema.ts";
import { STATION_FAULTS, stationText } from "@/lib/weather/text.ts";

/** Import of a daily or hourly file of Météo-France, with a dry run. */
export function DayFileForm(
  { action, error, isAgain }: { action: string; error: FieldError | undefined; isAgain: boolean },
) {
  return (
    <PostForm class="form" action={action} encType="multipart/form-data" noValidate>
      <input type="hidden" name="form" value="file" />
      <FileField
        label="Fichier quotidien ou horaire de Météo-France"
        hint="CSV du département, tel que publié sur meteo.data.gouv.fr, compressé (.gz) ou non, ou Excel (.xlsx)"
        accept=".csv,.gz,.xlsx,text/csv,application/gzip"
        error={error}
        isAgain={isAgain}
      />
      <ImportBar />
    </PostForm>
  );
}

/** The public station of an outdoor source, and whether it is silent. @spec degree-days.public-station */
export function PublicStationNotice(
  { station, lastDay, askedAt, fault, isLocated, today }: PublicStation & {
    isLocated: boolean;
    today: IsoDate;
  },
) {
  if (!isLocated) {
    return (
      <Notice tone="bad" title="La résidence n’a pas de coordonnées">
        <p>Son adresse doit être située sur la carte pour trouver la station la plus proche.</p>
      </Notice>
    );
  }
  if (fault !== null) return <Notice tone="bad" title={STATION_FAULTS[fault]} />;
  if (askedAt === null || station === null) {
    return (
      <Notice title="Station pas encore cherchée">
        <p>
          Elle l’est dans l’heure quand la plateforme reçoit les fichiers publics de Météo-France
          (réglage WEATHER_FILES)&nbsp;; en attendant, les températures s’importent par fichier.
        </p>
      </Notice>
    );
  }
  const isSilent = isStationSilent(lastDay, today);
  return (
    <Notice
      tone={isSilent ? "bad" : "info"}
      title={isSilent ? "Station muette depuis plus d’une semaine" : "Station de Météo-France"}
    >
      <p>
        {`${stationText(station)}. `}
        {lastDay === null
          ? "Aucun jour reçu. "
          : `Dernier jour reçu\u00A0: ${formatDay(lastDay)}. `}
        Un jour importé d’un fichier, un mois saisi ou un jour du capteur passe avant les siens. Par
        100&nbsp;m d’altitude en plus, il fait 0,6&nbsp;°C de moins.
      </p>
    </Notice>
  );
}
