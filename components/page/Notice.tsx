import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "@/components/icons/Icon.tsx";

/** Severity of a notice or a status. */
export type Tone = "info" | "good" | "bad" | "very-bad";

/** Icon of each tone, since colour alone is not enough. */
export const TONE_ICONS: Record<Tone, IconName> = {
  "info": "info",
  "good": "check",
  "bad": "alert",
  "very-bad": "error",
};

interface NoticeProps {
  tone?: Tone;
  title?: string | undefined;
  /** True to be announced immediately by screen readers: for new messages, not for permanent ones. */
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
      tabIndex={focused ? -1 : undefined}
      autofocus={focused}
    >
      <Icon name={TONE_ICONS[tone]} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
