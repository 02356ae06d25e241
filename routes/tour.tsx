import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { tourSteps } from "@/lib/portfolio/tour.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { define, HttpError, page, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state }) {
    const { demo } = await state.api.read(ACCOUNTS_CALLS.getSignInFeatures, {});
    if (!demo) throw new HttpError(404);
    state.title = [PAGES.tour.title, PRODUCT_NAME];
    return page({ steps: tourSteps(todayOf(state)) });
  },
});

/** The guided tour, page by page. @spec demo.tour */
export default define.page<typeof handler>(({ data }) => (
  <article class="card statement">
    <h1>{PAGES.tour.title}</h1>
    <p>
      Huit pages du produit, avec ce qu’il y a à y voir. Connectez-vous d’abord avec un compte de
      démonstration, que la page de connexion propose&nbsp;: le compte bailleur ouvre les étapes 1 à
      6, le compte pilotage l’étape 7, le compte locataire l’étape 8. Ce que vous modifiez n’est
      visible que de vous, et disparaît après un jour.
    </p>
    {data.steps.map(({ path, name, look }, position) => (
      <section key={path}>
        <h2>
          {position + 1}. <a href={path}>{name}</a>
        </h2>
        <p>{look}</p>
      </section>
    ))}
  </article>
));
