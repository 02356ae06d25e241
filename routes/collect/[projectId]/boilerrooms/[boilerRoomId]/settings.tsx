import { type Context, HttpError } from "fresh";
import { formPage } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import TooltipEscape from "@/islands/page/TooltipEscape.tsx";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { boilerRoomForms } from "@/lib/pages/facilities/boiler_room_saves.ts";
import { readBoilerRoomSettings, seriesOf } from "@/lib/pages/facilities/boiler_room_settings.ts";
import { residenceOf, showInMenu } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";
import { AnnotationSection } from "@/routes/collect/[projectId]/(_components)/AnnotationSection.tsx";
import { DatedSections } from "./(_components)/DatedSections.tsx";
import { PlainSections } from "./(_components)/PlainSections.tsx";

export const handler = define.handlers(formHandlers(readPage, boilerRoomForms, {
  guard: onlyWriters,
  path: pathHere,
}));

export default define.page<typeof handler>(({ data, params, state, url }) => {
  const { boilerRoom, shown } = data;
  const { project } = residenceOf(state);
  const forms = formPage(pathHere({ params, url }), shown, url);
  const everySeason = showsEverySeason(url) ? null : links.everySeason(project.id, boilerRoom.id);
  return (
    <>
      <PageTitle
        title={windowTitle(PAGE_NAMES.boilerRoomSettings, boilerRoom.name)}
        subtitle={project.name}
        back={{ href: links.boilerRoom(project.id, boilerRoom.id), label: boilerRoom.name }}
      >
        <a class="button" href={links.energyBalance(project.id, boilerRoom.id)}>
          {PAGE_NAMES.energyBalance}
        </a>
      </PageTitle>
      <PlainSections read={data} page={forms} series={seriesOf(state)} />
      <DatedSections read={data} page={forms} project={project} everySeason={everySeason} />
      <AnnotationSection {...data.annotations} page={forms} />
      <UnsavedGuard />
      <TooltipEscape />
    </>
  );
});

/** URL of the page with the requested number of seasons. */
function pathHere({ params, url }: Pick<Context<State>, "params" | "url">): string {
  const { projectId = "", boilerRoomId = "" } = params;
  return showsEverySeason(url)
    ? links.everySeason(projectId, boilerRoomId)
    : links.boilerRoomSettings(projectId, boilerRoomId);
}

function showsEverySeason({ searchParams }: URL): boolean {
  return searchParams.get("seasons") === "all";
}

async function readPage(ctx: Context<State>) {
  onlyWriters(ctx);
  const read = await readBoilerRoomSettings(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.boilerRoomSettings, read.boilerRoom.name);
  showInMenu(ctx.state, read.boilerRoom);
  return read;
}

/** Refuses users who may only read: the page consists of forms. */
function onlyWriters({ state }: Context<State>): void {
  const { roles } = residenceOf(state);
  if (!opensScreen("boiler-room-settings", roles)) throw new HttpError(403, "forbidden");
}
