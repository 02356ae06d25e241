import { type Context, HttpError, page } from "fresh";
import { Notice } from "../../../../../components/page/Notice.tsx";
import { PageTitle } from "../../../../../components/page/PageTitle.tsx";
import UnsavedGuard from "../../../../../islands/forms/UnsavedGuard.tsx";
import { links } from "../../../../../lib/links/links.ts";
import { opensScreen } from "../../../../../lib/links/menu.ts";
import { PAGE_NAMES, windowTitle } from "../../../../../lib/text/pages.ts";
import {
  readBoilerRoomSettings,
  saveSentForm,
} from "../../../../../lib/web/boiler_room_settings.ts";
import { define } from "../../../../../lib/web/define.ts";
import { residenceOf, standIn } from "../../../../../lib/web/residence_page.ts";
import type { RefusedForm } from "../../../../../lib/web/settings_sent.ts";
import type { State } from "../../../../../lib/web/state.ts";
import { seeOther } from "../../../../../lib/web/submit.ts";
import { DatedSections } from "./(_components)/DatedSections.tsx";
import { PlainSections } from "./(_components)/PlainSections.tsx";

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    onlyWriters(ctx);
    const refused = await saveSentForm(ctx);
    if (refused !== null) return await shown(ctx, refused);
    const { projectId = "", boilerRoomId = "" } = ctx.params;
    return seeOther(ctx, `${links.boilerRoomSettings(projectId, boilerRoomId)}?saved=on`);
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { boilerRoom, refused } = data;
  const { project } = residenceOf(state);
  const action = links.boilerRoomSettings(project.id, boilerRoom.id);
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
      {url.searchParams.has("saved") && refused === null && (
        <Notice tone="good" live title="Modifications enregistrées" />
      )}
      <PlainSections read={data} refused={refused} action={action} project={project} />
      <DatedSections read={data} refused={refused} action={action} project={project} />
      <UnsavedGuard />
    </>
  );
});

async function shown(ctx: Context<State>, refused: RefusedForm | null) {
  onlyWriters(ctx);
  const read = await readBoilerRoomSettings(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.boilerRoomSettings, read.boilerRoom.name);
  standIn(ctx.state, read.boilerRoom);
  return page({ ...read, refused }, { status: refused?.status ?? 200 });
}

/** Reading is not enough for this page: it is all forms. */
function onlyWriters({ state }: Context<State>): void {
  const { roles } = residenceOf(state);
  if (!opensScreen("boiler-room-settings", roles)) throw new HttpError(403, "forbidden");
}
