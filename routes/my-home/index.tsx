import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { NO_OWN_HOUSE } from "@/lib/accounts/own_dwelling_text.ts";
import { homesPath } from "@/lib/app/place.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { state } = ctx;
    const homes = await state.api.read(HOUSING_CALLS.listOwnHouses, {});
    if (homes.length === 1) return ctx.redirect(homesPath(homes), 303);
    state.home = null;
    return page({ homes });
  },
});

/** The dwellings of a user with several, or why there is none. */
export default define.page<typeof handler>(({ data: { homes } }) => (
  <>
    <PageTitle />
    {homes.length === 0 ? <EmptyState {...NO_OWN_HOUSE} icon="building" /> : (
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
