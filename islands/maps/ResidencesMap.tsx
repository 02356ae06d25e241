import { useRef, useState } from "react";
import { MapBox, type MapState } from "@/components/maps/MapBox.tsx";
import type { MapTiles } from "@/lib/domain/platform/map_tiles.ts";

interface MapPoint {
  readonly name: string;
  readonly href: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Its open alarms; null for none. */
  readonly alarms: { readonly text: string; readonly href: string } | null;
}

interface ResidencesMapProps {
  readonly points: readonly MapPoint[];
  readonly tiles: MapTiles;
}

export default function ResidencesMap({ points, tiles }: ResidencesMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>("closed");
  const open = async () => {
    setState("loading");
    try {
      await showMap(box.current, points, tiles);
      setState("open");
    } catch {
      setState("failed");
    }
  };
  return (
    <MapBox
      state={state}
      label="Carte des résidences"
      box={box}
      isAsked={state !== "open"}
      onOpen={open}
    >
      {state === "failed" && (
        <p role="alert">La carte n’a pas pu être chargée. Vérifiez la connexion, puis réessayez.</p>
      )}
    </MapBox>
  );
}

async function showMap(
  box: HTMLElement | null,
  points: readonly MapPoint[],
  tiles: MapTiles,
): Promise<void> {
  if (box === null) return;
  const { openMap } = await import("@/lib/browser/maps/leaflet_map.ts");
  const { leaflet, map, icon, alarmIcon, zoom } = await openMap(box, tiles);
  for (const { name, href, latitude, longitude, alarms } of points) {
    const title = alarms === null ? name : `${name}, ${alarms.text}`;
    const marker = { icon: alarms === null ? icon : alarmIcon, title, alt: title };
    leaflet.marker([latitude, longitude], marker)
      .bindPopup(popup(popupLink(name, href), alarms), { closeButton: false }).addTo(map);
  }
  const bounds = points.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
  map.fitBounds(bounds, { maxZoom: zoom.marker, padding: [30, 30] });
}

function popup(residence: HTMLElement, alarms: MapPoint["alarms"]): HTMLElement {
  if (alarms === null) return residence;
  const lines = document.createElement("div");
  lines.append(residence, document.createElement("br"), popupLink(alarms.text, alarms.href));
  return lines;
}

function popupLink(name: string, href: string): HTMLElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = name;
  return link;
}
