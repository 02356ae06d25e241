import type { ComponentChildren, RefObject } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";

export type MapState = "closed" | "loading" | "open" | "failed";

interface MapBoxProps {
  state: MapState;
  /** What the map shows, for a user who does not see it. */
  label: string;
  box: RefObject<HTMLDivElement>;
  /** The whole, to know when it is seen. */
  root?: RefObject<HTMLDivElement>;
  /** Whether the button asks for it. */
  isAsked: boolean;
  onOpen(): void;
  /** What went wrong. */
  children?: ComponentChildren;
}

/** A map before, while and after it is fetched: its button, its box. */
export function MapBox({ state, label, box, root, isAsked, onOpen, children }: MapBoxProps) {
  return (
    <div class="map" ref={root ?? null}>
      {isAsked && (
        <button
          type="button"
          class="button needs-script"
          disabled={state === "loading"}
          onClick={onOpen}
        >
          <Icon name="map" small />
          {state === "loading" ? "Chargement de la carte…" : "Afficher la carte"}
        </button>
      )}
      {children}
      <div
        ref={box}
        class="map-box"
        role="region"
        aria-label={label}
        hidden={state === "closed" || state === "failed"}
      />
    </div>
  );
}
