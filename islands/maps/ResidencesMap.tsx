import type { Marker } from "leaflet";
import { useRef, useState } from "react";
import { MapBox, type MapState } from "@/components/maps/MapBox.tsx";
import type { MapTiles } from "@/lib/domain/platform/map_tiles.ts";

export interface MapPoint {
  readonly name: string;
  readonly href: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Its open alarms; null for none. */
  readonly alarms: { readonly text: string; readonly href: string } | null;
}

interface ResidencesMapProps {
  /** Id of the element with the pins as JSON, which is refreshed with the page. */
  readonly pins: string;
  readonly tiles: MapTiles;
}

/** A map of residences, loaded on demand; its pins follow the alarms of the refreshed page. */
export default function ResidencesMap({ pins, tiles }: ResidencesMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>("closed");
  const open = async () => {
    setState("loading");
    try {
      await showMap(box.current, document.getElementById(pins), tiles);
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
  pins: HTMLElement | null,
  tiles: MapTiles,
): Promise<void> {
  if (box === null || pins === null) return;
  const { openMap } = await import("@/lib/browser/maps/leaflet_map.ts");
  const { leaflet, map, icon, alarmIcon, zoom } = await openMap(box, tiles);
  const markers = new Map<string, Marker>();
  const draw = () => {
    const points = pointsIn(pins);
    const hrefs = new Set(points.map(({ href }) => href));
    for (const [href, marker] of markers) {
      if (hrefs.has(href)) continue;
      marker.remove();
      markers.delete(href);
    }
    for (const { name, href, latitude, longitude, alarms } of points) {
      const marker = markers.get(href) ?? leaflet.marker([latitude, longitude])
        .bindPopup("", { closeButton: false });
      markers.set(href, marker);
      const title = alarms === null ? name : `${name}, ${alarms.text}`;
      // The first icon reads the option; later icons keep the same element.
      marker.options.title = title;
      marker.setIcon(alarms === null ? icon : alarmIcon)
        .setPopupContent(popup(popupLink(name, href), alarms)).addTo(map);
      marker.getElement()?.setAttribute("title", title);
    }
    return points;
  };
  const bounds = draw().map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
  map.fitBounds(bounds, { maxZoom: zoom.marker, padding: [30, 30] });
  new MutationObserver(draw).observe(pins, { childList: true });
}

function pointsIn({ textContent }: HTMLElement): readonly MapPoint[] {
  return JSON.parse(textContent ?? "[]");
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
