import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { readPlaceAlarms } from "@/lib/alarms/pages.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { readRunningMonths } from "@/lib/housing/month_pages.ts";
import { canReadRights, houseForms, houseReader, readHouses } from "@/lib/housing/pages.ts";
import { readLastValues } from "@/lib/housing/series_pages.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import { monthTable } from "@/routes/collect/[projectId]/(_components)/month_table.ts";
import {
  HouseSection,
  MonthSection,
  OccupantsSection,
  ReadingsSection,
  RightsSection,
} from "./(_components)/HouseSections.tsx";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { house, choices, connectivity, values, month, rights, here, page } = data;
  const parts = { house, state, page };
  return (
    <>
      <PageTitle title={house.settings.name} />
      <PlaceNotices {...here} />
      <ReadingsSection {...parts} connectivity={connectivity} values={values} />
      <MonthSection table={month} url={url} />
      <HouseSection {...parts} choices={choices} />
      <OccupantsSection {...parts} />
      {rights !== null && <RightsSection {...parts} rights={rights} />}
    </>
  );
});

async function pageForms(ctx: PageContext) {
  houseReader(ctx.state);
  const { house } = await readHouse(ctx);
  return houseForms(ctx, house);
}

async function readPage(ctx: PageContext) {
  const { project } = houseReader(ctx.state);
  const [{ house, choices, connectivity }, rights] = await Promise.all([
    readHouse(ctx),
    canReadRights(ctx.state)
      ? ctx.state.api.read(HOUSING_CALLS.listModuleRights, { projectId: project.id })
      : null,
  ]);
  ctx.state.title = house.settings.name;
  const [months, values, here] = await Promise.all([
    readRunningMonths(ctx.state, house),
    readLastValues(ctx.state, house),
    readPlaceAlarms(ctx.state, [house.id]),
  ]);
  const month = monthTable(ctx.state, months, house);
  return tableFile(ctx.url, month) ?? {
    house,
    choices,
    month,
    values,
    here,
    connectivity: connectivity?.find(({ houseId }) => houseId === house.id) ?? null,
    /** null for a user who may not see them. */
    rights: rights?.find(({ houseId }) => houseId === house.id) ?? null,
  };
}

async function readHouse({ state, params }: PageContext) {
  const { houses, ...read } = await readHouses(state);
  const house = oneOf(houses, params.houseId);
  return { house, ...read };
}
