import { shownHousingSeries } from "@/lib/pages/housing/housing_series_shown.ts";
import { define } from "@/lib/web/state.ts";
import { HousingSeriesView } from "@/routes/collect/[projectId]/(_components)/HousingSeriesView.tsx";

export const handler = define.handlers({ GET: shownHousingSeries });

export default define.page<typeof handler>(({ data, state, url }) => (
  <HousingSeriesView data={data} state={state} url={url} />
));
