import type { ComponentChildren } from "preact";
import { PageTitle } from "@/components/ui/Page.tsx";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";

export interface ResidenceTitleProps {
  title: string;
  of: Pick<Project, "id" | "name">;
  /** The parent page in the residence; its overview by default. */
  under?:
    | "alarms"
    | "autoconsumption"
    | "consumptionReports"
    | "displayMessages"
    | "houses"
    | "pilot"
    | "sensors"
    | "seriesList"
    | undefined;
  children?: ComponentChildren;
}

/** Title bar of a page of a residence: its name under the title, and a link to the parent page. */
export function ResidenceTitle({ title, of: { id, name }, under, children }: ResidenceTitleProps) {
  const back = under === undefined
    ? { href: links.residence(id), label: name }
    : { href: links[under](id), label: PAGE_NAMES[under] };
  return <PageTitle title={title} subtitle={name} back={back}>{children}</PageTitle>;
}
