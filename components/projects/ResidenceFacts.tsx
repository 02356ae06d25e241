import { Fact } from "@/components/page/Page.tsx";
import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";
import { clockName } from "@/lib/text/projects/clock.ts";
import { addressText } from "@/lib/text/projects/projects.ts";

export function ResidenceFacts(
  { project, groups }: { project: Project; groups: readonly TagGroup[] },
) {
  const tags = groups.flatMap(({ name, values }) => {
    const value = values.find(({ id }) => project.tags.includes(id));
    return value === undefined ? [] : [{ name, label: value.label }];
  });
  return (
    <section class="card" aria-labelledby="residence-facts">
      <h2 id="residence-facts">Informations</h2>
      <dl class="facts">
        <Fact label="Code">{project.code || "Aucun"}</Fact>
        <Fact label="Adresse">{addressText(project.location) || "Inconnue"}</Fact>
        {project.timeZone !== DEFAULT_TIME_ZONE && (
          <Fact label="Heure locale">{capitalized(clockName(project.timeZone))}</Fact>
        )}
        {tags.map(({ name, label }) => <Fact key={name} label={name}>{label}</Fact>)}
        <Fact label="Séries de mesure">
          {project.facilitiesDataseries.length} en chaufferie et bâtiment,{" "}
          {project.housesDataseries.length} en logement
        </Fact>
      </dl>
    </section>
  );
}
