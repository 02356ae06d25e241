import { useEffect, useRef } from "react";

/** Sends its form after a delay, to continue a long task automatically. Without JavaScript, its button does. */
export default function AutoContinue({ afterMs }: { afterMs: number }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => mark.current?.closest("form")?.requestSubmit(), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <span ref={mark} hidden />;
}
