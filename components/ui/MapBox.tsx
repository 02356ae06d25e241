import type { ComponentChildren, RefObject } from "preact";
import { Icon } from "./Icon.tsx";

export type MapState = "starting" | "closed" | "loading" | "open" | "failed";

interface MapBoxProps {
  state: MapState;
  label: string;
  box: RefObject<HTMLDivElement>;
  /** The root element, to detect when it is visible. */
  root?: RefObject<HTMLDivElement>;
  /** True when the map is loaded by its button. */
  isAsked: boolean;
  /** Called while the map is closed, or failed to load. */
  onOpen(): void;
  children?: ComponentChildren;
}

const BUTTON_TEXTS: Readonly<Record<MapState, string>> = {
  starting: "Afficher la carte",
  closed: "Afficher la carte",
  loading: "Chargement de la carte…",
  open: "Afficher la carte",
  failed: "Réessayer",
};

/** A map before, during and after loading: its button, once its script has come, and its box. */
export function MapBox({ state, label, box, root, isAsked, onOpen, children }: MapBoxProps) {
  return (
    <div class="map" ref={root ?? null}>
      {isAsked && (
        <button
          type="button"
          class={state === "starting" ? "button needs-script awaits-script" : "button needs-script"}
          aria-disabled={state === "loading" ? "true" : undefined}
          onClick={() => state !== "loading" && onOpen()}
        >
          <Icon name="map" small />
          {BUTTON_TEXTS[state]}
        </button>
      )}
      {children}
      <div
        ref={box}
        class="map-box"
        role="region"
        aria-label={label}
        hidden={state !== "loading" && state !== "open"}
      />
    </div>
  );
}
