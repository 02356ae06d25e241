import { define } from "../../../../../../lib/web/define.ts";
import { housingSeriesFile } from "../../../../../../lib/web/housing_series_file.ts";

/** A series of all the dwellings together over a range, in either dialect. */
export const handler = define.handlers({ GET: housingSeriesFile });
