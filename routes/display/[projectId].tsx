import type { RouteConfig } from "fresh";
import { ScreenDocument } from "@/components/display/ScreenDocument.tsx";
import { REFRESH_S, refreshSeconds } from "@/lib/domain/display/refresh.ts";
import { pageAt, screenPages, type ShownScreen } from "@/lib/domain/display/screen_pages.ts";
import type { DisplayScreen } from "@/lib/domain/display/types.ts";
import type { ScreenFault } from "@/lib/text/display.ts";
import { inProcess } from "@/lib/web/in_process.ts";
import { openScreen, screenCookie, screenOf } from "@/lib/web/session/display_session.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

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

interface ScreenRead {
  /** Content of the screen; null when it is unavailable. */
  readonly shown: ShownScreen | null;
  readonly fault: ScreenFault | null;
  readonly refreshS: number;
}

interface ScreenAnswer {
  readonly read: ScreenRead;
  readonly status: number;
  readonly cookie: string | null;
}

/** A screen in every state: a failed page would remain on the unattended tablet forever. */
async function readScreen(ctx: PageContext): Promise<ScreenAnswer> {
  const { state, params: { projectId = "" } } = ctx;
  const screen = await screenOf(ctx);
  if (screen === null) return faulty("revoked", 401);
  const { call } = inProcess({ ...state, caller: screen.caller });
  const result = await call("getDisplayScreen", { projectId });
  if (result.ok) {
    const read = pageOf(result.answer, screen.token, state.platform.options.now());
    return { read, status: 200, cookie: screenCookie(state.https, screen.token) };
  }
  if (result.code === "display-off") return faulty("off", 403);
  // A token of another residence: its cookie remains valid for its own URL.
  if (result.status < 429) return faulty("revoked", 401);
  return faulty("unavailable", 503);
}

/** @spec display.pages */
function pageOf(screen: DisplayScreen, token: string, nowMs: number): ScreenRead {
  const pages = screenPages(screen);
  const refreshS = refreshSeconds(token);
  const { rank, leftS } = pageAt(pages.length, { nowMs, offsetS: refreshS });
  const { messages = [], contacts = [] } = pages[rank] ?? {};
  const { residence, today } = screen;
  const shown = { residence, today, messages, contacts, page: rank + 1, pageCount: pages.length };
  return { shown, fault: null, refreshS: pages.length === 1 ? refreshS : leftS };
}

function faulty(fault: ScreenFault, status: number): ScreenAnswer {
  return { read: { shown: null, fault, refreshS: REFRESH_S }, status, cookie: null };
}
