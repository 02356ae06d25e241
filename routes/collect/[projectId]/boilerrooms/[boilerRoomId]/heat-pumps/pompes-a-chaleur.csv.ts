import { rangeSegment } from "../../../../../../lib/domain/periods/segments.ts";
import { HYBRID_CSV } from "../../../../../../lib/text/machines.ts";
import { answered } from "../../../../../../lib/web/answered.ts";
import { define } from "../../../../../../lib/web/define.ts";
import { csvOfRows } from "../../../../../../lib/web/download.ts";
import { HOURLY, rangeOfFile, startedSlots } from "../../../../../../lib/web/series_page.ts";

/** What boilers and heat pumps gave over a range, as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const { projectId = "", boilerRoomId = "" } = ctx.params;
    const range = rangeOfFile(ctx, HOURLY);
    const segment = rangeSegment(range);
    const { slots } = answered(
      await ctx.state.api.call("getHybridConsumption", { projectId, boilerRoomId, segment }),
    );
    return csvOfRows(HYBRID_CSV, startedSlots(ctx.state, range, slots), {
      url: ctx.url,
      fileName: `pompes-a-chaleur-${segment}.csv`,
    });
  },
});
