import { PostForm } from "@/components/forms/PostForm.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { links } from "@/lib/links/links.ts";

export interface OrganisationChoice {
  id: string;
  name: string;
}

interface OrganisationSwitchProps {
  current: OrganisationChoice;
  organisations: readonly OrganisationChoice[];
}

/** The current organisation, and a form to choose another; the choice is stored (F §9). */
export function OrganisationSwitch({ current, organisations }: OrganisationSwitchProps) {
  const others = organisations.filter(({ id }) => id !== current.id);
  if (others.length === 0) return <p class="organisation-name">{current.name}</p>;
  return (
    <details class="organisation-switch">
      <summary>
        <span class="visually-hidden">Organisation&nbsp;:</span>
        {current.name}
        <Icon name="arrow-down" small />
      </summary>
      <PostForm action={links.chooseOrganisation()}>
        {others.map(({ id, name }) => (
          <button key={id} type="submit" class="side-link" name="orgId" value={id}>{name}</button>
        ))}
      </PostForm>
    </details>
  );
}
