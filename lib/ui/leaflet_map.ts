/** Leaflet with its stylesheet and its tiles: imported only when a map is wanted. @module */

import { asset } from "fresh/runtime";
import * as module from "leaflet";
import type { MapTiles } from "./map_tiles.ts";

// leaflet is a UMD module: bundlers export it as `default`.
const leaflet = module.default ?? module;

/** Leaflet, a map in its box with its tiles, and the icons of its markers. */
export interface OpenedMap {
  readonly leaflet: typeof module;
  readonly map: module.Map;
  readonly icon: module.DivIcon;
  /** The pin of a place with open alarms. */
  readonly alarmIcon: module.DivIcon;
  readonly zoom: typeof ZOOM;
}

/** Zoom levels of a map without a place, and around a marker. @spec projects.map */
const ZOOM = { usual: 12, marker: 14 } as const;

/**
 * Opens a map in a box of the page. Browser only.
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
  // The pin's anchor is at its bottom.
  const pin = (className: string) =>
    leaflet.divIcon({ className, iconSize: [22, 22], iconAnchor: [11, 26] });
  const [icon, alarmIcon] = [pin("map-pin"), pin("map-pin map-pin-alarm")];
  return { leaflet, map, icon, alarmIcon, zoom: ZOOM };
}

/** Leaflet expects HTML for the credit: the text is escaped. */
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
