import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import { type ConflictLine, PostForm, Refusal, SubmitBar } from "@/components/ui/PostForm.tsx";
import RolePicker from "@/islands/organisations/RolePicker.tsx";
import { withoutImplied } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { USER_ROLES_FORM } from "@/lib/organisations/forms.ts";
import { rolesText, userRolesTitle } from "@/lib/organisations/text.ts";
import { ROLES_CALLS } from "@/lib/residences/calls.ts";
import { boxesOf } from "@/lib/residences/tag_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { SAVED } from "@/lib/ui/text.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, HttpError, lastSegment, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { user, boxes, page }, state }) => {
  const { project } = residenceOf(state);
  const typed = page.shown && USER_ROLES_FORM.read(page.shown.values);
  const isSaved = page.saved === "roles";
  return (
    <>
      <PageTitle subtitle={[project.name, user.email]} />
      {page.shown && (
        <Refusal {...page.shown} lines={conflictLines(typed?.roles ?? [], user.roles)} />
      )}
      {user.isStranger && (
        <Notice>
          Cette personne n’appartient pas, ou plus, à l’organisation&nbsp;: lui donner un rôle l’y
          fait entrer.
        </Notice>
      )}
      {user.teamRoles.length > 0 && (
        <Notice>
          Des équipes donnent déjà ici&nbsp;: {rolesText(withoutImplied(user.teamRoles))}.
        </Notice>
      )}
      <PostForm
        class="card form"
        id="roles"
        action={links.userRoles(project.id, user.email)}
        data-guard={page.shown === null ? "watched" : "unsaved"}
      >
        {isSaved && <Notice tone="good" live title={SAVED} />}
        <input type="hidden" name="version" value={user.version} />
        <RolePicker groups={boxes} ticked={typed?.roles ?? user.roles} teamRoles={user.teamRoles} />
        <SubmitBar cancel={links.roles(project.id)} />
      </PostForm>
    </>
  );
});

function conflictLines(typed: readonly Role[], stored: readonly Role[]): ConflictLine[] {
  return [{ label: PAGES.roles.title, typed: rolesText(typed), stored: rolesText(stored) }];
}

function pageForms(ctx: PageContext) {
  administered(ctx.state);
  const { projectId = "" } = ctx.params;
  const at = { projectId, email: lastSegment(ctx.url) };
  const { sender } = ctx.state.api;
  return {
    roles: save(USER_ROLES_FORM, sender(ROLES_CALLS.putProjectUserRoles, at)),
  };
}

async function readPage(ctx: PageContext) {
  administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  const email = lastSegment(ctx.url);
  const place = { projectId: project.id };
  const [user, available] = await Promise.all([
    ctx.state.api.readUnless("unknown-user", ROLES_CALLS.getProjectUserRoles, { ...place, email }),
    ctx.state.api.read(ROLES_CALLS.listProjectAvailableRoles, place),
  ]);
  if (user === null) throw new HttpError(404, "not-found");
  ctx.state.title = userRolesTitle(user);
  return { user, boxes: boxesOf(available, user.roles) };
}
