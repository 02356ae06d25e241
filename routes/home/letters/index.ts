import { monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { links } from "@/lib/ui/links.ts";
import { define, todayOf } from "@/lib/web/state.ts";

/** Leads to the letter of the last month. */
export const handler = define.handlers({
  GET(ctx) {
    return ctx.redirect(links.monthlyLetter(shiftMonth(monthOf(todayOf(ctx.state)), -1)), 303);
  },
});
