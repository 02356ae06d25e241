import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "@/components/icons/Icon.tsx";

/** How serious a notice or a status is. */
export type Tone = "info" | "good" | "bad" | "very-bad";

/** The drawing that goes with each tone, so that colour is never alone. */
export const TONE_ICONS: Record<Tone, IconName> = {
  "info": "info",
  "good": "check",
  "bad": "alert",
  "very-bad": "error",
};

interface NoticeProps {
  tone?: Tone;
  title?: string | undefined;
  /** Announced at once by screen readers: for what just happened, not for what is always on the page. */
  live?: boolean;
  /** Where the reader is when the page opens: it answers what they have just sent. */
  focused?: boolean;
  children?: ComponentChildren;
}

/** A message in the page: what happened and what to do next. */
export function Notice({ tone = "info", title, live, focused, children }: NoticeProps) {
  const role = tone === "very-bad" ? "alert" : "status";
  return (
    <div
      class={`notice notice-${tone}`}
      role={live ? role : undefined}
      {...focused && { tabIndex: -1, autofocus: true }}
    >
      <Icon name={TONE_ICONS[tone]} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
