import {
  floorOptions,
  type HouseFloor,
  isFloorSelectorShown,
} from "@/lib/housing/dwelling_list.ts";
import { floorChoiceLabel, HOUSE_LABELS } from "@/lib/housing/text.ts";

interface FloorSelectorProps {
  floors: readonly HouseFloor[];
  chosen: HouseFloor;
  hrefOf(floor: HouseFloor): string;
}

/** Links to the floors of the dwellings, after all of them; nothing when there is only one (F §5). */
export function FloorSelector({ floors, chosen, hrefOf }: FloorSelectorProps) {
  if (!isFloorSelectorShown(floors)) return null;
  return (
    <nav class="row" aria-label={HOUSE_LABELS.floor}>
      <span class="soft" aria-hidden="true">{HOUSE_LABELS.floor}</span>
      <span class="segments">
        {floorOptions(floors).map((floor) =>
          floor === chosen
            ? (
              <strong
                key={String(floor)}
                class="segment-chosen"
                aria-current="true"
                {...nameOf(floor)}
              >
                {floorChoiceLabel(floor)}
              </strong>
            )
            : (
              <a key={String(floor)} href={hrefOf(floor)} aria-current="false" {...nameOf(floor)}>
                {floorChoiceLabel(floor)}
              </a>
            )
        )}
      </span>
    </nav>
  );
}

/** A label for the unknown floor: a question mark alone is unclear, and not read aloud. */
function nameOf(floor: HouseFloor) {
  return floor === null ? { title: "Étage inconnu" } : {};
}
