import { durationText } from "@/lib/base/text_periods.ts";
import { links } from "@/lib/ui/links.ts";
import { PostForm } from "./PostForm.tsx";

export const REFRESH_CONTROL = "refresh";

interface RefreshControlProps {
  everySeconds: number;
  isPaused: boolean;
  /** The page, to come back to. */
  path: string;
  /** The page refreshes without a script too. */
  withoutScript: boolean;
}

/** Stops the refresh of pages, or resumes it: the reader decides when what is shown changes (RGAA 13.1). */
export function RefreshControl(
  { everySeconds, isPaused, path, withoutScript }: RefreshControlProps,
) {
  return (
    <PostForm
      action={links.chooseRefresh(path)}
      id={REFRESH_CONTROL}
      class={classOf({ isPaused, withoutScript })}
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
  { isPaused, withoutScript }: Pick<RefreshControlProps, "isPaused" | "withoutScript">,
): string {
  const needed = withoutScript ? "" : " needs-script";
  return `refresh-control no-print${needed}${isPaused ? "" : " awaits-script"}`;
}

/** What follows « toutes les ». */
function intervalText(seconds: number): string {
  return seconds === 60 ? "minutes" : durationText(seconds);
}
