import type { LeafletMouseEvent, Marker } from "leaflet";
import { useEffect, useRef, useState } from "react";
import { MapBox, type MapState } from "@/components/ui/MapBox.tsx";
import { keepFocus } from "@/lib/ui/focus.ts";
import { whenWanted } from "@/lib/ui/lazy_load.ts";
import type { OpenedMap } from "@/lib/ui/leaflet_map.ts";
import type { MapTiles } from "@/lib/ui/map_tiles.ts";

/** A position, degrees. */
export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
}

interface ResidenceMapProps {
  /** null when unknown: no marker. */
  readonly place: MapPlace | null;
  readonly tiles: MapTiles;
  /** Called when the marker is dropped, or the map clicked; without it the marker is fixed. */
  readonly onMove?: (place: MapPlace) => void;
}

/** Centre of the map without a position: Paris. */
const SOMEWHERE: MapPlace = { latitude: 48.8566, longitude: 2.3522 };

/**
 * Map of a residence, loaded when visible, or on demand when the browser saves data.
 *
 * @spec projects.map "zoom 12 and zooms to 14 on a marker"
 */
export default function ResidenceMap({ place, tiles, onMove }: ResidenceMapProps) {
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenedMap | null>(null);
  const marker = useRef<Marker | null>(null);
  const moved = useRef(onMove);
  moved.current = onMove;
  const [state, setState] = useState<MapState>("starting");
  const [isBlocked, setBlocked] = useState(false);

  const open = async () => {
    if (box.current === null || opened.current !== null) return;
    setState("loading");
    try {
      const { openMap } = await import("@/lib/ui/leaflet_map.ts");
      opened.current = await openMap(box.current, tiles, () => setBlocked(true));
      keepFocus(root.current, () => setState("open"));
    } catch {
      setState("failed");
    }
  };
  useEffect(() => {
    setState("closed");
    return whenWanted(root.current, open);
  }, []);

  useEffect(() => {
    if (opened.current === null) return;
    const { map, zoom } = opened.current;
    if (onMove) {
      map.on("click", (event: LeafletMouseEvent) => moved.current?.(placeOf(event.latlng)));
    }
    const { latitude, longitude } = SOMEWHERE;
    if (place === null) map.setView([latitude, longitude], zoom.usual);
  }, [state]);

  useEffect(() => {
    if (opened.current === null) return;
    if (place === null) {
      marker.current?.remove();
      marker.current = null;
    } else marker.current = placedMarker(opened.current, marker.current, { place, moved });
  }, [state, place?.latitude, place?.longitude]);

  return (
    <MapBox
      state={state}
      label="Carte de la résidence"
      box={box}
      root={root}
      isAsked={state !== "open" && state !== "failed"}
      onOpen={open}
    >
      {(state === "failed" || isBlocked) && (
        <p role="status">
          Le fond de carte ne peut pas être affiché. Les champs restent utilisables&nbsp;: la
          latitude et la longitude placent le repère.
        </p>
      )}
    </MapBox>
  );
}

interface Placing {
  place: MapPlace;
  moved: { current: ((place: MapPlace) => void) | undefined };
}

/** Creates or moves the marker; the map follows when the marker leaves its view. */
function placedMarker(
  { leaflet, map, icon, zoom }: OpenedMap,
  marker: Marker | null,
  { place, moved }: Placing,
): Marker {
  const at: [number, number] = [place.latitude, place.longitude];
  if (marker !== null) {
    marker.setLatLng(at);
    if (!map.getBounds().contains(at)) map.setView(at, zoom.marker);
    return marker;
  }
  const isDraggable = moved.current !== undefined;
  const options = { icon, draggable: isDraggable, keyboard: false, alt: "Repère de la résidence" };
  const newMarker = leaflet.marker(at, options).addTo(map);
  newMarker.on("dragend", () => moved.current?.(placeOf(newMarker.getLatLng())));
  map.setView(at, zoom.marker);
  return newMarker;
}

/** A position within ±180°: past the date line, a map continues counting. */
function placeOf({ lat, lng }: { lat: number; lng: number }): MapPlace {
  return { latitude: lat, longitude: ((lng + 540) % 360) - 180 };
}
