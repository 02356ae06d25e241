import type { ComponentChildren } from "preact";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { links } from "@/lib/links/links.ts";
import type {
  SensorsEnd,
  SensorsFormName,
  SensorsRead,
  SensorsSection,
} from "@/lib/pages/series/sensors_page.ts";
import { SAVED } from "@/lib/text/forms.ts";

export interface SensorsPartProps {
  read: SensorsRead;
  end: SensorsEnd | null;
  projectId: string;
  timeZone: string;
  /** The section whose form has just been saved. */
  saved: string | null;
}

/** A part of the page, with what became of its forms that have no place of their own. */
export function SensorsPart(
  { id, title, end, forms, saved, children }: Pick<SensorsPartProps, "end" | "saved"> & {
    id: SensorsSection;
    title: string;
    forms: readonly SensorsFormName[];
    children: ComponentChildren;
  },
) {
  return (
    <section class="stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {saved === id && <Notice tone="good" live title={SAVED} />}
      <SensorsRefusal end={end} forms={forms} />
      {children}
    </section>
  );
}

/** Where the forms of a part are sent. */
export function actionOf(projectId: string, section: SensorsSection): string {
  return `${links.sensors(projectId)}#${section}`;
}

/** Why forms that have no place of their own were refused. */
export function SensorsRefusal(
  { end, forms }: { end: SensorsEnd | null; forms: readonly SensorsFormName[] },
) {
  if (end === null || !forms.includes(end.form)) return null;
  const missing = end.errors.series
    ? "Choisissez d’abord la série à alimenter."
    : end.errors.house &&
      "Dites de quel logement vient la source, par son nom ou son numéro de série.";
  return <Refusal failure={end.failure ?? missing ?? null} isConflict={false} lines={[]} />;
}
