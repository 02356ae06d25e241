import { AlarmCount } from "@/components/residences/AlarmCount.tsx";
import { fileColumn, nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import type { Residence } from "@/lib/portfolio/residence_list.ts";
import { OPEN_ALARMS_LABEL } from "@/lib/residences/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";
import { ALL_TAGS_LABEL } from "@/lib/ui/text_tables.ts";

/**
 * The residences of an organisation, with a column and a filter for each tag group.
 *
 * @spec forms.tags
 * @param next what to do when there is none
 */
export function residenceList(
  groups: readonly TagGroup[],
  next: Pick<List<Residence>["empty"], "text" | "action"> = {},
): List<Residence> {
  const tags = groups.map(({ id, name }) => ({
    field: `tag-${id}`,
    label: name,
    value: ({ tags }: Residence) => tags[id] ?? "",
  }));
  return {
    title: PAGE_NAMES.residences,
    path: links.residences(),
    fileName: "residences.csv",
    columns: [
      nameColumn("Résidence", links.residence),
      textColumn("code", "Code", ({ code }) => code),
      textColumn("street", "Rue", ({ street }) => street),
      textColumn("zipCode", "Code postal", ({ zipCode }) => zipCode),
      textColumn("city", "Ville", ({ city }) => city),
      ...tags.map(({ field, label, value }) => textColumn(field, label, value)),
      fileColumn("Latitude (°)", ({ latitude }) => latitude),
      fileColumn("Longitude (°)", ({ longitude }) => longitude),
      {
        field: "alarms",
        label: OPEN_ALARMS_LABEL,
        unbroken: true,
        cell: ({ id, alarmCount }) => <AlarmCount count={alarmCount} href={links.alarms(id)} />,
        value: ({ alarmCount }) => alarmCount,
      },
    ],
    ties: ({ name }) => name,
    filters: [
      { field: "city", label: "Ville", value: ({ city }) => city },
      ...tags.map((tag) => ({ ...tag, all: ALL_TAGS_LABEL, least: 0 })),
    ],
    words: ({ name, code, street, zipCode, city }) => [name, code, street, zipCode, city],
    noun: "résidence",
    nothing: "Aucune résidence trouvée",
    icon: "building",
    empty: { title: "Aucune résidence", icon: "building", ...next },
  };
}
