import { asset } from "fresh/runtime";

/** The drawings of `static/icons.svg`. */
export type IconName =
  | "alert"
  | "api"
  | "arrow-down"
  | "arrow-left"
  | "arrow-right"
  | "arrow-up"
  | "balance"
  | "boiler"
  | "brand"
  | "building"
  | "calendar"
  | "check"
  | "compare"
  | "download"
  | "drop"
  | "error"
  | "info"
  | "key"
  | "list"
  | "mail"
  | "map"
  | "menu"
  | "outdoor"
  | "people"
  | "person"
  | "plus"
  | "sensor"
  | "settings"
  | "sign-out"
  | "storage"
  | "trash";

/** A drawing of the sprite; the words stand beside it, so it is hidden from screen readers. */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return (
    <svg
      class={small ? "icon icon-small" : "icon"}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${asset("/icons.svg")}#${name}`} />
    </svg>
  );
}
