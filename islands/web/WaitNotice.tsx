import { useEffect, useState } from "react";
import { Notice } from "@/components/ui/Page.tsx";
import { waiting } from "@/lib/ui/waiting.ts";
import { announcedSeconds, resumingText } from "@/lib/ui/waiting_text.ts";

/**
 * Remaining delay of the page's refused requests (429): updated each second on screen, and only a few times for a
 * screen reader.
 *
 * @spec calls.waiting
 */
export default function WaitNotice() {
  const secondsLeft = useSecondsLeft();
  const [hasWaited, setWaited] = useState(false);
  const [announced, setAnnounced] = useState<number | null>(null);
  if (secondsLeft !== null && !hasWaited) setWaited(true);
  const said = secondsLeft === null ? null : announcedSeconds(secondsLeft, announced);
  if (said !== announced) setAnnounced(said);
  return (
    <div class="wait-notice">
      <p class="visually-hidden" role="status">
        {said === null ? (hasWaited ? "La page a repris." : "") : resumingText(said)}
      </p>
      {secondsLeft !== null && (
        <div aria-hidden="true">
          <Notice tone="bad">{resumingText(secondsLeft)}</Notice>
        </div>
      )}
    </div>
  );
}

/** Whole seconds until the end of the delay; null for none. */
function useSecondsLeft(): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = () => {
      const { leftMs } = waiting;
      setLeft(leftMs === null ? null : Math.max(1, Math.ceil(leftMs / 1_000)));
      clearInterval(timer);
      if (leftMs !== null) timer = setInterval(look, 1_000);
    };
    look();
    const stop = waiting.subscribe(look);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return left;
}
