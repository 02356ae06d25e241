import { Notice } from "@/components/ui/Page.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { isStationSilent } from "@/lib/weather/public_stations.ts";
import type { PublicStation } from "@/lib/weather/schema.ts";
import { STATION_FAULTS, stationText } from "@/lib/weather/text.ts";

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
