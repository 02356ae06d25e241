import type { ComponentChildren } from "preact";
import { SAVED } from "@/lib/text/forms.ts";
import { Notice } from "./Notice.tsx";

interface SectionProps {
  id: string;
  title: string;
  /** One or two sentences under the title. */
  intro?: string;
  /** True when its form has just been saved. */
  saved?: boolean;
  /** True for content that is not printed, such as a form. */
  offPaper?: boolean;
  children: ComponentChildren;
}

/** A titled part of a page, with an id for links. */
export function Section({ id, title, intro, saved, offPaper, children }: SectionProps) {
  return (
    <section class={offPaper ? "card no-print" : "card"} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro && <p class="soft">{intro}</p>}
      {saved && <Notice tone="good" live title={SAVED} />}
      {children}
    </section>
  );
}
