import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { NO_OWN_HOUSE } from "@/lib/text/housing/own_house.ts";
import { homesPath } from "@/lib/web/session/landing.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { state } = ctx;
    const homes = await state.api.read("listOwnHouses", {});
    if (homes.length === 1) return ctx.redirect(homesPath(homes), 303);
    state.home = null;
    state.title = windowTitle(PAGE_NAMES.ownHouses);
    return page({ homes });
  },
});

/** The dwellings of a user with several, or why there is none. */
export default define.page<typeof handler>(({ data: { homes } }) => (
  <>
    <PageTitle title={PAGE_NAMES.ownHouses} />
    {homes.length === 0
      ? (
        <EmptyState title={NO_OWN_HOUSE.title} icon="building">
          <p>{NO_OWN_HOUSE.next}</p>
        </EmptyState>
      )
      : (
        <ul class="card">
          {homes.map((home) => (
            <li key={`${home.projectId}/${home.houseId}`}>
              <a href={links.ownHouse(home)}>{home.residence}, logement {home.dwelling}</a>
            </li>
          ))}
        </ul>
      )}
  </>
));
