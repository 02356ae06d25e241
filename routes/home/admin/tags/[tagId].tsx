import { NameForm, OrderButtons } from "@/components/organisations/tag_editing.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import SortableList from "@/islands/ui/SortableList.tsx";
import { NEW_TAG_FORM, TAG_FORM, TAG_VALUE_FORM } from "@/lib/organisations/forms.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { tagLossText } from "@/lib/organisations/text.ts";
import { groupForms, readGroup, readTagUses } from "@/lib/residences/tag_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";

const LIST = "tag-values";

export const handler = define.handlers(formRoute(readPage, groupForms));

export default define.page<typeof handler>(({ data: { group, usesOf, page }, state }) => {
  const action = links.tagGroup(group.id);
  return (
    <>
      <PageTitle subtitle={administered(state).name} />
      {page.shown && (
        <Refusal
          {...page.shown}
          lines={[{
            label: "Nom",
            typed: page.shown.values.name ?? "",
            stored: storedName(group, page.shown.key),
          }]}
        />
      )}
      <Section id="name" title="Nom de la catégorie">
        <NameForm
          form={TAG_FORM}
          action={action}
          shown={page.shown}
          name={group.name}
          version={group.version}
          submit="Renommer"
        />
      </Section>
      <Section id="values" title="Valeurs">
        {group.values.length > 0 && (
          <ol class="ordered-list" id={LIST}>
            {group.values.map(({ id, label }, index) => (
              <li key={id} data-id={id}>
                <NameForm
                  form={TAG_VALUE_FORM}
                  action={action}
                  shown={page.shown}
                  id={id}
                  name={label}
                  version={group.version}
                  label={`Valeur ${index + 1}`}
                  submit="Renommer"
                />
                <OrderButtons
                  action={action}
                  id={id}
                  name={label}
                  isFirst={index === 0}
                  isLast={index === group.values.length - 1}
                />
                <RemovalForm
                  action={action}
                  form="remove-value"
                  id={{ name: "key", value: id }}
                  text={tagLossText(usesOf([id]))}
                />
              </li>
            ))}
          </ol>
        )}
        <SortableList list={LIST} action={action} />
        <NameForm
          form={NEW_TAG_FORM}
          action={`${action}#values`}
          shown={page.shown}
          label="Nouvelle valeur"
          submit="Ajouter"
        />
      </Section>
      <RemovalForm
        action={action}
        isCard
        form="remove"
        label="Supprimer la catégorie"
        text={tagLossText(usesOf(group.values.map(({ id }) => id)))}
      />
    </>
  );
});

function storedName(group: TagGroup, id: string): string {
  return id === "" ? group.name : group.values.find((one) => one.id === id)?.label ?? "";
}

async function readPage(ctx: PageContext) {
  const group = await readGroup(ctx);
  const usesOf = await readTagUses(ctx);
  ctx.state.title = group.name;
  return { group, usesOf };
}
