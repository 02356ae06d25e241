import { BOILER_ROOM_LABELS, BoilerRoomForm } from "@/components/facilities/BoilerRoomForm.tsx";
import { SourcesForm } from "@/components/facilities/SourcesForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { Section } from "@/components/page/Section.tsx";
import { typedSources } from "@/lib/domain/energy_balance/settings/sources_form.ts";
import { BOILER_ROOM_RULES, typedBoilerRoom } from "@/lib/domain/facilities/boiler_room_form.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import type { SettingsRead } from "@/lib/pages/facilities/boiler_room_settings.ts";
import type { RefusedForm } from "@/lib/pages/facilities/settings_sent.ts";
import { seriesChoiceLabel, sourcesLines } from "@/lib/text/facilities/facilities.ts";

interface SectionsProps {
  read: SettingsRead;
  refused: RefusedForm | null;
  action: string;
  /** The form that has just been saved. */
  saved: string | null;
  project: Project;
}

/** The forms of which a boiler room has one each: itself, and what it burns and makes. */
export function PlainSections(props: SectionsProps) {
  return (
    <>
      <IdentitySection {...props} />
      <SourcesSection {...props} />
    </>
  );
}

function IdentitySection({ read, refused, action, saved }: SectionsProps) {
  const mine = refused?.form === "identity" ? refused : null;
  const stored = typedBoilerRoom(read.boilerRoom);
  const fields = BOILER_ROOM_RULES.map((rule) => ({
    ...rule,
    label: BOILER_ROOM_LABELS[rule.name],
  }));
  return (
    <Section id="identity" title="Chaufferie" saved={saved === "identity"}>
      {mine && <Refusal {...mine} lines={conflictLines(fields, mine.values, stored)} />}
      <BoilerRoomForm
        action={`${action}#identity`}
        values={mine?.values ?? stored}
        errors={mine?.errors ?? {}}
        version={read.boilerRoom.version}
        unsaved={mine !== null}
      />
    </Section>
  );
}

function SourcesSection({ read, refused, action, saved, project }: SectionsProps) {
  const mine = refused?.form === "sources" ? refused : null;
  const stored = typedSources(read.efficiency.sources);
  const series = project.facilitiesDataseries.map((one) => ({
    id: one.id,
    dataUnitId: one.dataUnitId,
    unit: one.unit.unit,
    label: seriesChoiceLabel(one),
  }));
  const typed = mine?.sources ?? stored;
  return (
    <Section
      id="sources"
      title="Énergie, eau chaude et solaire"
      saved={saved === "sources"}
    >
      {mine && <Refusal {...mine} lines={sourcesLines(typed, stored, series)} />}
      <SourcesForm
        action={`${action}#sources`}
        values={typed}
        errors={mine?.errors ?? {}}
        series={series}
        version={read.efficiency.versions.sources}
        unsaved={mine !== null}
      />
    </Section>
  );
}
