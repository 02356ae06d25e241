import { TakeForm, ToDoStatus } from "@/components/portfolio/ToDoList.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { Fact, PageTitle } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { FOLLOW_UP_CALLS } from "@/lib/portfolio/calls.ts";
import { POSTPONE_FORM } from "@/lib/portfolio/forms.ts";
import { ageText, NOBODY_IN_CHARGE, postponedText, takenText } from "@/lib/portfolio/text_to_do.ts";
import { ageDays } from "@/lib/portfolio/to_do.ts";
import { readToDo } from "@/lib/portfolio/to_do_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readLine, followForms));

/** Who takes charge of a thing to do, and until when it is put off. @spec projects.follow-up */
export default define.page<typeof handler>(({ data, state }) => {
  const { line, own, canFollow, today, page } = data;
  const { project } = residenceOf(state);
  const { what, href, followUp } = line;
  const taken = followUp === null ? "" : takenText(followUp, project.timeZone);
  const postponed = followUp === null ? "" : postponedText(followUp);
  return (
    <>
      <PageTitle>
        <a class="button" href={links.toDo()}>{PAGES.toDo.title}</a>
      </PageTitle>
      <div class="card">
        <ToDoStatus kind={line.kind} />
        <a href={href}>{what}</a>
        <dl class="facts">
          <Fact label="Lieu">{line.where}</Fact>
          {line.since !== null && <Fact label="Âge">{ageText(ageDays(line, today))}</Fact>}
          {line.due !== null && <Fact label="Échéance">{formatDay(line.due)}</Fact>}
          <Fact label="Pris en charge">{taken || NOBODY_IN_CHARGE}</Fact>
          {postponed !== "" && <Fact label="Reporté">{postponed}</Fact>}
        </dl>
        {canFollow && <TakeForm action={own} isTaken={taken !== ""} />}
        {canFollow && postponed !== "" && (
          <PostForm action={own} class="row no-print">
            <input type="hidden" name="form" value="show" />
            <button type="submit" class="button">Ne plus reporter</button>
          </PostForm>
        )}
      </div>
      {canFollow && (
        <FormSection
          form={POSTPONE_FORM}
          page={page}
          title="Reporter"
          intro="La ligne quitte la liste de l’organisation jusqu’à ce jour. L’alerte reste ouverte."
          submit="Reporter"
        />
      )}
    </>
  );
});

function subjectOf({ state, params }: PageContext) {
  const { kind = "", subjectId = "" } = params;
  return { projectId: residenceOf(state).project.id, kind, subjectId };
}

/** @throws HttpError 404 for what there is nothing to do about any more */
async function readLine(ctx: PageContext) {
  const { project, organisation, roles } = residenceOf(ctx.state);
  const { projectId, kind, subjectId } = subjectOf(ctx);
  ctx.state.title = PAGES.followUp.title;
  const { today, lines, postponed } = await readToDo(ctx.state, organisation?.id ?? project.orgId);
  const line = [...lines, ...postponed].find(({ subject }) =>
    subject?.projectId === projectId && subject.kind === kind && subject.id === subjectId
  );
  if (line === undefined) throw new HttpError(404, "not-found");
  const own = links.followUp(projectId, kind, subjectId);
  return { line, own, today, canFollow: opensScreen("alarm-comments", roles) };
}

function followForms(ctx: PageContext) {
  const put = (body: { taken?: boolean; postponedUntil?: string | null }) =>
    ctx.state.api.call(FOLLOW_UP_CALLS.putFollowUp, { ...subjectOf(ctx), body });
  return {
    take: action(() => put({ taken: true }), listOf(ctx.url)),
    release: action(() => put({ taken: false })),
    show: action(() => put({ postponedUntil: null })),
    postpone: save(POSTPONE_FORM, put),
  };
}

/** The list whose button was pressed; undefined for that of this page. */
function listOf({ searchParams }: URL): string | undefined {
  const list = searchParams.get("list");
  if (list === "toDo") return savedPath(links.toDo(), "take");
  return list === "residences" ? savedPath(links.residences(), "to-do") : undefined;
}
