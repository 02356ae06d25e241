import { useEffect, useRef, useState } from "react";
import { MapBox, type MapState } from "@/components/ui/MapBox.tsx";
import { MAP_FAILED, openResidencesMap } from "@/lib/portfolio/residences_map.ts";
import { keepFocus, PAGE_REFRESHED } from "@/lib/ui/focus.ts";
import type { MapTiles } from "@/lib/ui/map_tiles.ts";

interface ResidencesMapProps {
  readonly pins: string;
  readonly tiles: MapTiles;
}

/** A map of residences, loaded on demand with its pins, which are fetched again when the page is refreshed. */
export default function ResidencesMap({ pins, tiles }: ResidencesMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const redraw = useRef<() => Promise<void>>(async () => {});
  const [state, setState] = useState<MapState>("starting");
  const open = async () => {
    if (box.current === null) return;
    setState("loading");
    try {
      redraw.current = await openResidencesMap(box.current, { address: pins, tiles });
      keepFocus(box.current.parentElement, () => setState("open"));
    } catch {
      setState("failed");
    }
  };
  useEffect(() => {
    setState("closed");
    // Pins that cannot be fetched again stay as they are until the next refresh.
    const follow = () => void redraw.current().catch(() => {});
    document.addEventListener(PAGE_REFRESHED, follow);
    return () => document.removeEventListener(PAGE_REFRESHED, follow);
  }, []);
  return (
    <MapBox
      state={state}
      label="Carte des résidences"
      box={box}
      isAsked={state !== "open"}
      onOpen={open}
    >
      {state === "failed" && <p role="alert">{MAP_FAILED}</p>}
    </MapBox>
  );
}
