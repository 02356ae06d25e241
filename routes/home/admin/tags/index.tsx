import { NameForm, OrderButtons } from "@/components/organisations/tag_editing.tsx";
import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import SortableList from "@/islands/ui/SortableList.tsx";
import { countText } from "@/lib/base/text_format.ts";
import { NEW_TAG_FORM } from "@/lib/organisations/forms.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { groupListForms, readGroups } from "@/lib/residences/tag_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";

const LIST = "tag-groups";

export const handler = define.handlers(formRoute(readPage, groupListForms));

export default define.page<typeof handler>(({ data: { groups, page }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    {page.shown && <Refusal {...page.shown} />}
    {groups.length === 0
      ? (
        <EmptyState title="Aucune catégorie" icon="list">
          <p>
            Une catégorie range les résidences, par exemple «&nbsp;Agence&nbsp;» ou
            «&nbsp;Construction&nbsp;»&nbsp;: chacune y a une valeur au plus.
          </p>
        </EmptyState>
      )
      : (
        <Section
          id="list"
          title="Catégories de l’organisation"
          intro="Dans l’ordre où les écrans les montrent."
        >
          <GroupList groups={groups} />
          <SortableList list={LIST} action={links.tags()} />
        </Section>
      )}
    <Section id="add" title="Ajouter une catégorie" offPaper>
      <NameForm
        form={NEW_TAG_FORM}
        action={`${links.tags()}#add`}
        shown={page.shown}
        submit="Ajouter"
      />
    </Section>
  </>
));

function GroupList({ groups }: { groups: readonly TagGroup[] }) {
  return (
    <ol class="ordered-list" id={LIST}>
      {groups.map(({ id, name, values }, index) => (
        <li key={id} data-id={id}>
          <a href={links.tagGroup(id)}>{name}</a>
          <span class="soft">{countText(values.length, "valeur")}</span>
          <OrderButtons
            action={links.tags()}
            id={id}
            name={name}
            isFirst={index === 0}
            isLast={index === groups.length - 1}
          />
        </li>
      ))}
    </ol>
  );
}

async function readPage(ctx: PageContext) {
  return { groups: await readGroups(ctx) };
}
