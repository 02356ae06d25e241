/** Leaflet with its stylesheet and its tiles: imported when a map is wanted, never before. @module */
import * as module from "leaflet";
import { asset } from "fresh/runtime";
import type { MapTiles } from "@/lib/domain/platform/map_tiles.ts";

// leaflet is a UMD module: bundlers put it under `default`.
const leaflet = module.default ?? module;

/** Leaflet, a map in its box with the tiles under it, and the pin of its markers. */
export interface OpenedMap {
  readonly leaflet: typeof module;
  readonly map: module.Map;
  readonly icon: module.DivIcon;
  /** The pin of a place with open alarms. */
  readonly alarmIcon: module.DivIcon;
  readonly zoom: typeof ZOOM;
}

/** Zoom of a map without a place, and on a marker. @spec projects.map */
const ZOOM = { usual: 12, marker: 14 } as const;

/**
 * Opens a map in a box of the page. Runs in the browser only.
 *
 * @param onBlocked called once when a tile cannot be loaded
 * @throws when its stylesheet cannot be fetched
 */
export async function openMap(
  box: HTMLElement,
  tiles: MapTiles,
  onBlocked: () => void = () => {},
): Promise<OpenedMap> {
  await stylesheet("/leaflet/leaflet.css");
  box.hidden = false;
  const map = leaflet.map(box, { scrollWheelZoom: false, zoomControl: false });
  leaflet.control.zoom({ zoomInTitle: "Zoomer", zoomOutTitle: "Dézoomer" }).addTo(map);
  map.attributionControl.setPrefix("Leaflet");
  leaflet.tileLayer(tiles.url, { maxZoom: 19, attribution: asMarkup(tiles.credit) })
    .once("tileerror", onBlocked).addTo(map);
  // The point of the pin is at its foot.
  const pin = (className: string) =>
    leaflet.divIcon({ className, iconSize: [22, 22], iconAnchor: [11, 26] });
  const [icon, alarmIcon] = [pin("map-pin"), pin("map-pin map-pin-alarm")];
  return { leaflet, map, icon, alarmIcon, zoom: ZOOM };
}

/** Leaflet takes a credit for markup: a text is made one. */
function asMarkup(text: string): string {
  const element = document.createElement("span");
  element.textContent = text;
  return element.innerHTML;
}

function stylesheet(path: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = asset(path);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`Cannot load ${path}`));
    document.head.append(link);
  });
}
