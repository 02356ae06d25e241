import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
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
        <dt>Code</dt>
        <dd>{project.code || "Aucun"}</dd>
        <dt>Adresse</dt>
        <dd>{addressText(project.location) || "Inconnue"}</dd>
        {project.timeZone !== DEFAULT_TIME_ZONE && (
          <>
            <dt>Heure locale</dt>
            <dd>{capitalized(clockName(project.timeZone))}</dd>
          </>
        )}
        {tags.map(({ name, label }) => (
          <>
            <dt>{name}</dt>
            <dd>{label}</dd>
          </>
        ))}
        <dt>Séries de mesure</dt>
        <dd>
          {project.facilitiesDataseries.length} en chaufferie et bâtiment,{" "}
          {project.housesDataseries.length} en logement
        </dd>
      </dl>
    </section>
  );
}
