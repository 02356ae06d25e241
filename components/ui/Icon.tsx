import { asset } from "fresh/runtime";

/** The icons of `static/icons.svg`. */
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
  | "house"
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
  | "trash";

/** Icon of each severity of a notice or a status, since colour alone is not enough. */
export const TONE_ICONS = {
  "info": "info",
  "good": "check",
  "bad": "alert",
  "very-bad": "error",
} as const satisfies Record<string, IconName>;

interface IconProps {
  name: IconName;
  small?: boolean;
  /** Label of an icon without text beside it. */
  label?: string;
}

/** An icon of the sprite; beside text, it is hidden from screen readers. */
export function Icon({ name, small, label }: IconProps) {
  return (
    <svg
      class={small ? "icon icon-small" : "icon"}
      viewBox="0 0 20 20"
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined ? "true" : undefined}
    >
      <use href={`${asset("/icons.svg")}#${name}`} />
    </svg>
  );
}
