import type { ComponentChildren } from "preact";
import { Fact } from "@/components/ui/Page.tsx";
import { formatNumber } from "@/lib/base/text_format.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { PLACE_DECIMALS } from "@/lib/residences/residence_form.ts";
import type { ProjectSettings } from "@/lib/residences/schema.ts";
import { RESIDENCE_LABELS } from "@/lib/residences/text.ts";

interface ResidenceSheetProps {
  settings: ProjectSettings;
  groups: readonly TagGroup[];
  /** The map, with a fixed marker. */
  children: ComponentChildren;
}

/** The blocks of a residence's form, read-only. @spec projects.read-only */
export function ResidenceSheet({ settings, groups, children }: ResidenceSheetProps) {
  const { name, code, location, tags } = settings;
  const { street, zipCode, city, latitude, longitude } = location;
  const degrees = (value: number | null) =>
    value === null ? "" : `${formatNumber(value, PLACE_DECIMALS)}\u00A0°`;
  return (
    <>
      <Block id="identity" title="Nom / Code">
        <Line label={RESIDENCE_LABELS.name} text={name} />
        <Line label={RESIDENCE_LABELS.code} text={code} />
      </Block>
      <Block id="address" title="Adresse" after={latitude !== null && children}>
        <Line label={RESIDENCE_LABELS.street} text={street} />
        <Line label={RESIDENCE_LABELS.zipCode} text={zipCode} />
        <Line label={RESIDENCE_LABELS.city} text={city} />
        <Line label={RESIDENCE_LABELS.latitude} text={degrees(latitude)} />
        <Line label={RESIDENCE_LABELS.longitude} text={degrees(longitude)} />
      </Block>
      <Block id="tags" title="Catégories">
        {groups.map(({ id, name: group, values }) => (
          <Line
            key={id}
            label={group}
            text={values.find((value) => tags.includes(value.id))?.label ?? ""}
          />
        ))}
        {groups.length === 0 && <Line label="Catégories" text="Aucune dans l’organisation" />}
      </Block>
    </>
  );
}

const NONE = "Non renseigné";

interface BlockProps {
  id: string;
  title: string;
  after?: ComponentChildren;
  children: ComponentChildren;
}

function Block({ id, title, after, children }: BlockProps) {
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <dl class="facts">{children}</dl>
      {after}
    </section>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return <Fact label={label}>{text || NONE}</Fact>;
}
