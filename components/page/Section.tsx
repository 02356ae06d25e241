import type { ComponentChildren } from "preact";

interface SectionProps {
  id: string;
  title: string;
  /** One or two sentences under the title. */
  intro?: string;
  children: ComponentChildren;
}

/** A titled part of a page, which a link may point at. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro && <p class="soft">{intro}</p>}
      {children}
    </section>
  );
}
