/**
 * The information screen of a residence: the page shown in every state, errors included. A page that failed would leave the
 * unattended tablet on it forever.
 *
 * @module
 */
import type { Context } from "fresh";
import type { DisplayScreen } from "@/lib/domain/display/types.ts";
import { REFRESH_S, refreshSeconds } from "@/lib/domain/display/refresh.ts";
import type { ScreenFault } from "@/lib/text/display.ts";
import { inProcess } from "@/lib/web/in_process.ts";
import { screenCookie, screenOf } from "@/lib/web/session/display_session.ts";
import type { State } from "@/lib/web/state.ts";

export interface ScreenRead {
  /** What is shown; null when it cannot be. */
  readonly shown: DisplayScreen | null;
  readonly fault: ScreenFault | null;
  readonly refreshS: number;
}

/** What a screen is answered, its status and the cookie that prolongs its session. */
export interface ScreenAnswer {
  readonly read: ScreenRead;
  readonly status: number;
  readonly cookie: string | null;
}

export async function readScreen(ctx: Context<State>): Promise<ScreenAnswer> {
  const { state, params: { projectId = "" } } = ctx;
  const screen = await screenOf(ctx);
  if (screen === null) return faulty("revoked", 401);
  const { call } = inProcess({ ...state, caller: screen.caller });
  const result = await call("getDisplayScreen", { projectId });
  if (result.ok) {
    const refreshS = refreshSeconds(screen.token);
    const cookie = screenCookie(state.https, screen.token);
    return { read: { shown: result.answer, fault: null, refreshS }, status: 200, cookie };
  }
  if (result.code === "display-off") return faulty("off", 403);
  // A token of another residence: its cookie stays, for the address that it was given for.
  if (result.status < 429) return faulty("revoked", 401);
  return faulty("unavailable", 503);
}

function faulty(fault: ScreenFault, status: number): ScreenAnswer {
  return { read: { shown: null, fault, refreshS: REFRESH_S }, status, cookie: null };
}
