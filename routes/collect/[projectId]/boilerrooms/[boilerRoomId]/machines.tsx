import { formPage } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/Page.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { MACHINE_FORM } from "@/lib/forms/facilities/machine_form.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { boilerRoomOf, onlyRoomWriters } from "@/lib/pages/facilities/boiler_room_page.ts";
import { suitableChoices } from "@/lib/text/facilities/facilities.ts";
import { gridForm } from "@/lib/web/forms/row_form.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";
import { GridSection, namedRows } from "@/routes/(_components)/GridSection.tsx";

export const handler = define.handlers(formHandlers(readPage, machineForms));

export default define.page<typeof handler>(({ data: { room, shown }, state, url }) => {
  const { project } = residenceOf(state);
  const used = room.devices.flatMap((one) => [one.productionSeriesId, one.consumptionSeriesId]);
  const meters = suitableChoices("device", project.facilitiesDataseries, used);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.machines}
        subtitle={room.name}
        back={{ href: links.boilerRoom(project.id, room.id), label: room.name }}
      />
      <GridSection
        title="Pompes à chaleur, solaire, bornes"
        intro="Leurs compteurs donnent la part de la pompe à chaleur, son COP et ce que le soleil devrait produire."
        form={MACHINE_FORM}
        rows={namedRows(room.devices)}
        blank="Nouvelle machine"
        page={formPage(links.machines(project.id, room.id), shown, url)}
        options={{ productionSeriesId: meters, consumptionSeriesId: meters }}
        removal="La machine disparaît de la chaufferie&nbsp;; ses compteurs et leurs relevés restent."
      />
      <UnsavedGuard />
    </>
  );
});

async function readPage(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const room = await boilerRoomOf(ctx, PAGE_NAMES.machines);
  return { room };
}

function machineForms(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const { projectId = "", boilerRoomId = "" } = ctx.params;
  const at = { projectId, boilerRoomId };
  const { call } = ctx.state.api;
  return {
    machines: gridForm(MACHINE_FORM, {
      create: (body) => call("addDevice", { ...at, body }),
      put: (deviceId, body) => call("putDevice", { ...at, deviceId, body }),
      remove: (deviceId) => call("deleteDevice", { ...at, deviceId }),
    }),
  };
}
