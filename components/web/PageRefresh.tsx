import { RefreshControl } from "@/components/ui/RefreshControl.tsx";
import LiveRefresh from "@/islands/web/LiveRefresh.tsx";
import type { State } from "@/lib/web/state.ts";

interface PageRefreshProps {
  everySeconds: number;
  state: State;
  /** The page asks for itself again without a script too. */
  withoutScript?: boolean;
}

/** What keeps an open page up to date, and the control that stops it. @spec pages.refresh-paused */
export function PageRefresh({ everySeconds, state, withoutScript = false }: PageRefreshProps) {
  const { isPaused, path } = state.refresh;
  return (
    <>
      <RefreshControl {...{ everySeconds, isPaused, path, withoutScript }} />
      {!isPaused && <LiveRefresh everySeconds={everySeconds} />}
    </>
  );
}
