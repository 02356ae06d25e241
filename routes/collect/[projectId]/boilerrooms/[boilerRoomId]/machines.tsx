import { type Context, page } from "fresh";
import type { GridField } from "@/components/forms/FormGridRow.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { conflictLines, type GridRow, withRefused } from "@/components/forms/grid_rows.ts";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import FormGrid from "@/islands/forms/FormGrid.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import {
  BLANK_DEVICE,
  DEVICE_RULES,
  type DeviceField,
  typedDevice,
} from "@/lib/domain/facilities/device_form.ts";
import { isSuitable } from "@/lib/domain/facilities/suitable_series.ts";
import { type Device, DEVICE_KINDS } from "@/lib/domain/facilities/types.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { boilerRoomOf } from "@/lib/pages/facilities/boiler_room_page.ts";
import {
  onlyRoomWriters,
  type RefusedDevice,
  saveDevice,
} from "@/lib/pages/facilities/machines_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { DEVICE_KIND_LABELS, seriesChoices } from "@/lib/text/facilities/facilities.ts";
import { DEVICE_LABELS, DEVICE_REMOVAL } from "@/lib/text/facilities/machines.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

const GRID = "machines";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  async POST(ctx) {
    const refused = await saveDevice(ctx);
    if (refused !== null) return await showPage(ctx, refused);
    const { projectId = "", boilerRoomId = "" } = ctx.params;
    return seeOther(ctx, savedPath(links.machines(projectId, boilerRoomId), GRID));
  },
});

export default define.page<typeof handler>(({ data: { room, refused }, state, url }) => {
  const { project } = residenceOf(state);
  const fields = fieldsOf(project.facilitiesDataseries, room.devices);
  const stored = room.devices.find(({ id }) => id === refused?.key);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.machines}
        subtitle={room.name}
        back={{ href: links.boilerRoom(project.id, room.id), label: room.name }}
      />
      <Section
        id={GRID}
        title="Pompes à chaleur, solaire, bornes"
        intro="Leurs compteurs donnent la part de la pompe à chaleur, son COP et ce que le soleil devrait produire."
        saved={refused === null && url.searchParams.get("saved") === GRID}
      >
        {refused && (
          <Refusal
            {...refused}
            lines={conflictLines(fields, refused.values, stored && typedDevice(stored))}
          />
        )}
        <FormGrid
          grid={GRID}
          action={`${links.machines(project.id, room.id)}#${GRID}`}
          fields={fields}
          rows={withRefused(rowsOf(room.devices), refused)}
          actions={{ canCreate: true, canUpdate: true, canDelete: true }}
          removal={DEVICE_REMOVAL}
          version=""
        />
      </Section>
      <UnsavedGuard />
    </>
  );
});

function rowsOf(devices: readonly Device[]): GridRow[] {
  return [
    ...devices.map((device) => ({
      key: device.id,
      title: device.name,
      values: typedDevice(device),
      version: device.version,
    })),
    { key: "", title: "Nouvelle machine", values: BLANK_DEVICE },
  ];
}

/** @param devices whose series are offered whatever they measure */
function fieldsOf(series: readonly ProjectSeries[], devices: readonly Device[]): GridField[] {
  const chosen = devices.flatMap((one) => [one.productionSeriesId, one.consumptionSeriesId]);
  const meters = seriesChoices(
    series.filter((one) => isSuitable("device", one) || chosen.includes(one.id)),
  );
  const more: Readonly<Partial<Record<DeviceField, Partial<GridField>>>> = {
    kind: { options: labelledOptions(DEVICE_KINDS, DEVICE_KIND_LABELS) },
    productionSeriesId: { options: meters },
    consumptionSeriesId: { options: meters },
    powerKW: { unit: "kW" },
  };
  return DEVICE_RULES.map((rule) => ({
    ...rule,
    label: DEVICE_LABELS[rule.name],
    ...more[rule.name],
  }));
}

async function showPage(ctx: Context<State>, refused: RefusedDevice | null) {
  onlyRoomWriters(ctx.state);
  const room = await boilerRoomOf(ctx, PAGE_NAMES.machines);
  return page({ room, refused }, { status: refused?.status ?? 200 });
}
