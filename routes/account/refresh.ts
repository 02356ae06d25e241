import { REFRESH_CONTROL } from "@/components/web/PageRefresh.tsx";
import { links } from "@/lib/ui/links.ts";
import { refreshCookie } from "@/lib/web/cookies.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/form_submission.ts";
import { backPath } from "@/lib/web/session_guard.ts";
import { define } from "@/lib/web/state.ts";

/**
 * Stops or resumes the refresh of open pages on this browser, and leads back to the control.
 *
 * @spec pages.refresh-paused
 */
export const handler = define.handlers({
  // Someone who chose after the end of their session comes back here once signed in.
  GET: (ctx) => seeOther(ctx, links.start()),

  async POST(ctx) {
    const { refresh } = (await readFromAnyPage(ctx, ["refresh"])).values;
    const back = backPath(ctx.url.searchParams.get("back"), links.start());
    const cookie = refreshCookie({ isPaused: refresh === "off", secure: ctx.state.https });
    return seeOther(ctx, `${back}#${REFRESH_CONTROL}`, cookie);
  },
});
