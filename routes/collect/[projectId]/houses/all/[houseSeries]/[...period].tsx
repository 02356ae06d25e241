import { define } from "../../../../../../lib/web/define.ts";
import { shownHousingSeries } from "../../../../../../lib/web/housing_series_shown.ts";
import { HousingSeriesView } from "../../../(_components)/HousingSeriesView.tsx";

export const handler = define.handlers({ GET: shownHousingSeries });

export default define.page<typeof handler>(({ data, state, url }) => (
  <HousingSeriesView data={data} state={state} url={url} />
));
