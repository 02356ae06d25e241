import { PostForm } from "@/components/ui/PostForm.tsx";
import { durationText } from "@/lib/base/text_periods.ts";
import { links } from "@/lib/ui/links.ts";
import type { State } from "@/lib/web/state.ts";

export const REFRESH_CONTROL = "refresh";

interface PageRefreshProps {
  everySeconds: number;
  state: State;
  /** The page asks for itself again without a script too. */
  withoutScript?: boolean;
}

/**
 * Says that the page's script keeps the page up to date, and stops that or resumes it: the reader decides when what is
 * shown changes (RGAA 13.1).
 *
 * @spec pages.refresh-paused
 */
export function PageRefresh({ everySeconds, state, withoutScript = false }: PageRefreshProps) {
  const { isPaused, path } = state.refresh;
  return (
    <PostForm
      action={links.chooseRefresh(path)}
      id={REFRESH_CONTROL}
      class={classOf({ isPaused, withoutScript })}
      data-every-seconds={isPaused ? undefined : everySeconds}
      repeatable
    >
      <span role="status">
        {isPaused
          ? "Page non actualisée"
          : `Page actualisée toutes les ${intervalText(everySeconds)}`}
      </span>
      <button
        type="submit"
        class="button button-plain button-small"
        name="refresh"
        value={isPaused ? "on" : "off"}
      >
        {isPaused ? "Reprendre" : "Arrêter"}
        <span class="visually-hidden">l’actualisation des pages</span>
      </button>
    </PostForm>
  );
}

/** Nothing is promised that a script would do, before it has come. */
function classOf(
  { isPaused, withoutScript }: { isPaused: boolean; withoutScript: boolean },
): string {
  const needed = withoutScript ? "" : " needs-script";
  return `refresh-control no-print${needed}${isPaused ? "" : " awaits-script"}`;
}

/** What follows « toutes les ». */
function intervalText(seconds: number): string {
  if (seconds < 60) return `${seconds}\u00A0s`;
  return seconds === 60 ? "minutes" : durationText(seconds);
}
