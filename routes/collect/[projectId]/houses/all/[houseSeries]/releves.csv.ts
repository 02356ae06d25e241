import { housingSeriesFile } from "@/lib/pages/housing/housing_series_file.ts";
import { define } from "@/lib/web/define.ts";

/** A series of all the dwellings together over a range, in either dialect. */
export const handler = define.handlers({ GET: housingSeriesFile });
