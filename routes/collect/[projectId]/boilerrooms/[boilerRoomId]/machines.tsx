import { GridSection, namedRows } from "@/components/ui/GridSection.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { MACHINE_FORM } from "@/lib/facilities/forms.ts";
import { boilerRoomOf, onlyRoomWriters, roomAt } from "@/lib/facilities/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { suitableChoices } from "@/lib/series/series_names.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, rowForm } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, machineForms));

export default define.page<typeof handler>(({ data: { room, page }, state }) => {
  const { project } = residenceOf(state);
  const used = room.devices.flatMap((one) => [one.productionSeriesId, one.consumptionSeriesId]);
  const meters = suitableChoices("device", project.facilitiesDataseries, used);
  return (
    <>
      <PageTitle subtitle={room.name} />
      <GridSection
        title="Pompes à chaleur, solaire, bornes"
        intro="Leurs compteurs donnent la part de la pompe à chaleur, son COP et ce que le soleil devrait produire."
        form={MACHINE_FORM}
        rows={namedRows(room.devices)}
        blank="Nouvelle machine"
        page={page}
        options={{ productionSeriesId: meters, consumptionSeriesId: meters }}
        removal="La machine disparaît de la chaufferie&nbsp;; ses compteurs et leurs relevés restent."
      />
    </>
  );
});

async function readPage(ctx: PageContext) {
  onlyRoomWriters(ctx);
  return { room: await boilerRoomOf(ctx, PAGES.machines.title) };
}

function machineForms(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const at = roomAt(ctx);
  const { call } = ctx.state.api;
  return {
    machines: rowForm(MACHINE_FORM, {
      create: (body) => call(FACILITIES_CALLS.addDevice, { ...at, body }),
      put: (deviceId, body) => call(FACILITIES_CALLS.putDevice, { ...at, deviceId, body }),
      remove: (deviceId) => call(FACILITIES_CALLS.deleteDevice, { ...at, deviceId }),
    }),
  };
}
