/** Draws the pins of an organisation's residences on their map, with popups and the keyboard. @module */

import type { LeafletKeyboardEvent, Marker, PopupEvent } from "leaflet";
import { keepFocus } from "@/lib/ui/focus.ts";
import type { OpenedMap } from "@/lib/ui/leaflet_map.ts";
import type { MapTiles } from "@/lib/ui/map_tiles.ts";
import { pageData } from "@/lib/ui/requests.ts";

/** A pin of the map of residences, as its route answers it and its island draws it. */
export interface ResidencePin {
  readonly name: string;
  readonly href: string;
  /** Degrees. */
  readonly latitude: number;
  /** Degrees. */
  readonly longitude: number;
  /** Its open alarms; null for none. */
  readonly alarms: { readonly text: string; readonly href: string } | null;
}

/**
 * Opens a map of residences in a box of the page.
 *
 * @spec projects.list-map
 * @param address of the pins
 * @returns a function that fetches the pins again and redraws them
 * @throws when the pins, leaflet or its stylesheet cannot be fetched, or there is no pin; the box is then unused
 */
export async function openResidencesMap(
  box: HTMLElement,
  { address, tiles }: { address: string; tiles: MapTiles },
): Promise<() => Promise<void>> {
  const [{ openMap }, pins] = await Promise.all([
    import("@/lib/ui/leaflet_map.ts"),
    fetchedPins(address),
  ]);
  if (pins.length === 0) throw new RangeError("Cannot show a map without a pin");
  const opened = await openMap(box, tiles);
  const draw = drawer(opened);
  draw(pins);
  const bounds = pins.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
  opened.map.fitBounds(bounds, { maxZoom: opened.zoom.marker, padding: [30, 30] });
  return async () => {
    const next = await fetchedPins(address);
    keepFocus(box, () => draw(next));
  };
}

function fetchedPins(address: string): Promise<readonly ResidencePin[]> {
  return pageData(address);
}

/** Draws pins, and removes those that are no longer among them; an open popup stays. */
function drawer({ leaflet, map, icon, alarmIcon }: OpenedMap) {
  const markers = new Map<string, Marker>();
  return (pins: readonly ResidencePin[]) => {
    const hrefs = new Set(pins.map(({ href }) => href));
    for (const [href, marker] of markers) {
      if (hrefs.has(href)) continue;
      marker.remove();
      markers.delete(href);
    }
    for (const { name, href, latitude, longitude, alarms } of pins) {
      const marker = markers.get(href) ??
        withKeyboard(
          leaflet.marker([latitude, longitude]).bindPopup("", { closeButton: false }),
        );
      markers.set(href, marker);
      const title = alarms === null ? name : `${name}, ${alarms.text}`;
      // The first icon reads the option; later icons keep the same element.
      marker.options.title = title;
      marker.setIcon(alarms === null ? icon : alarmIcon)
        .setPopupContent(popup(popupLink(name, href), alarms)).addTo(map);
      marker.getElement()?.setAttribute("title", title);
    }
  };
}

/**
 * Lets a keyboard user read the popup of a pin: leaflet puts it after all pins, and closes it on Escape only while the
 * map itself has the focus.
 */
function withKeyboard(marker: Marker): Marker {
  marker.on("keydown", ({ originalEvent }: LeafletKeyboardEvent) => {
    if (originalEvent.key !== " ") return;
    originalEvent.preventDefault();
    marker.openPopup();
  });
  marker.on("popupopen", ({ popup }: PopupEvent) => {
    const shown = popup.getElement();
    // The map itself moves to what is outside it.
    shown?.querySelector("a")?.focus({ preventScroll: true });
    shown?.addEventListener("keydown", ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      marker.closePopup();
      marker.getElement()?.focus({ preventScroll: true });
    });
  });
  return marker;
}

function popup(residence: HTMLElement, alarms: ResidencePin["alarms"]): HTMLElement {
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

/** Shown when the map of residences, or its pins, cannot be fetched; its button tries again. */
export const MAP_FAILED =
  "La carte n’a pas pu être chargée. Vérifiez la connexion, puis réessayez\u00A0; si votre session est terminée, rechargez la page.";
