import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { NameForm } from "@/components/organisations/NameForm.tsx";
import { OrderButtons } from "@/components/organisations/OrderButtons.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import SortableList from "@/islands/forms/SortableList.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import {
  readGroup,
  readTagUses,
  type RefusedTag,
  saveGroup,
  type TagUses,
} from "@/lib/pages/organisations/tags_page.ts";
import { tagLossText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

const LIST = "tag-values";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  async POST(ctx) {
    const saved = await saveGroup(ctx);
    return saved.ok ? seeOther(ctx, saved.path) : await showPage(ctx, saved.refused);
  },
});

export default define.page<typeof handler>(({ data: { group, uses, refused }, state }) => {
  const action = links.tagGroup(group.id);
  const typed = (form: string, id: string) =>
    refused?.form === form && refused.id === id ? refused : null;
  return (
    <>
      <PageTitle
        title={group.name}
        subtitle={administered(state).name}
        back={{ href: links.tags(), label: PAGE_NAMES.tags }}
      />
      {refused && (
        <Refusal
          failure={refused.failure}
          isConflict={refused.isConflict}
          lines={[{ label: "Nom", typed: refused.name, stored: storedName(group, refused.id) }]}
        />
      )}
      <Section id="name" title="Nom de la catégorie">
        <NameForm
          action={action}
          form="rename"
          id=""
          version={group.version}
          label="Nom"
          value={typed("rename", "")?.name ?? group.name}
          error={typed("rename", "")?.errors.name}
          unsaved={typed("rename", "") !== null}
          submit="Renommer"
        />
      </Section>
      <Section id="values" title="Valeurs">
        {group.values.length > 0 && (
          <ol class="ordered-list" id={LIST}>
            {group.values.map(({ id, label }, index) => (
              <li key={id} data-id={id}>
                <NameForm
                  action={action}
                  form="value"
                  id={id}
                  version={group.version}
                  label={`Valeur ${index + 1}`}
                  value={typed("value", id)?.name ?? label}
                  error={typed("value", id)?.errors.name}
                  unsaved={typed("value", id) !== null}
                  submit="Renommer"
                />
                <OrderButtons
                  action={action}
                  id={id}
                  name={label}
                  isFirst={index === 0}
                  isLast={index === group.values.length - 1}
                />
                <PostForm action={action}>
                  <input type="hidden" name="form" value="remove-value" />
                  <input type="hidden" name="id" value={id} />
                  <Removal text={tagLossText(uses.of([id]))} />
                </PostForm>
              </li>
            ))}
          </ol>
        )}
        <SortableList list={LIST} action={action} />
        <UnsavedGuard />
        <NameForm
          action={`${action}#values`}
          form="add"
          id=""
          version=""
          label="Nouvelle valeur"
          value={typed("add", "")?.name ?? ""}
          error={typed("add", "")?.errors.name}
          unsaved={typed("add", "") !== null}
          submit="Ajouter"
        />
      </Section>
      <PostForm class="card" action={action}>
        <input type="hidden" name="form" value="remove" />
        <Removal
          label="Supprimer la catégorie"
          text={tagLossText(uses.of(group.values.map(({ id }) => id)))}
        />
      </PostForm>
    </>
  );
});

function storedName(group: TagGroup, id: string): string {
  return id === "" ? group.name : group.values.find((one) => one.id === id)?.label ?? "";
}

async function showPage(ctx: Context<State>, refused: RefusedTag | null) {
  const { name } = administered(ctx.state);
  const [group, uses]: [TagGroup, TagUses] = [await readGroup(ctx), await readTagUses(ctx)];
  ctx.state.title = windowTitle(group.name, name);
  return page({ group, uses, refused }, { status: refused?.status ?? 200 });
}
