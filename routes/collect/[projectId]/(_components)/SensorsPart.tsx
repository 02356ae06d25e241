import type { FormPage } from "@/lib/ui/form.ts";
import type { ComponentChildren } from "preact";
import { Notice } from "@/components/ui/Page.tsx";
import { Refusal, sectionEntry } from "@/components/ui/PostForm.tsx";
import type { SensorsRead, SensorsSection } from "@/lib/ingest/sensors_pages.ts";
import { SAVED } from "@/lib/ui/text.ts";

export interface SensorsPartProps {
  read: SensorsRead;
  page: FormPage;
  projectId: string;
  timeZone: string;
}

/** A part of the page, with the refusals of its forms that have no other place. */
export function SensorsPart(
  { id, title, page: { shown, saved }, forms, children }: Pick<SensorsPartProps, "page"> & {
    id: SensorsSection;
    title: string;
    forms: readonly string[];
    children: ComponentChildren;
  },
) {
  return (
    <section class="stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {saved === id && <Notice tone="good" live title={SAVED} />}
      {shown && forms.includes(shown.form) && <Refusal {...shown} />}
      {children}
    </section>
  );
}

export function actionOf({ action }: Pick<FormPage, "action">, section: SensorsSection): string {
  return sectionEntry(action, section);
}
