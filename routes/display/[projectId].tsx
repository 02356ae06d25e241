import { page, type RouteConfig } from "fresh";
import { ScreenDocument } from "@/components/display/ScreenDocument.tsx";
import { readScreen } from "@/lib/pages/display/screen_page.ts";
import { define } from "@/lib/web/state.ts";
import { openScreen } from "@/lib/web/session/display_session.ts";

export const config: RouteConfig = { skipInheritedLayouts: true, skipAppWrapper: true };

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("token");
    if (token !== null && /^[\w.~-]+$/.test(token)) return openScreen(ctx, token);
    const { read, status, cookie } = await readScreen(ctx);
    const headers = new Headers({ "referrer-policy": "no-referrer" });
    if (cookie !== null) headers.set("set-cookie", cookie);
    return page(read, { status, headers });
  },
});

/** The information screen in the hall of a residence. @spec display.screen */
export default define.page<typeof handler>(({ data }) => <ScreenDocument {...data} />);
