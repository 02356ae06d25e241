import { useEffect, useRef } from "react";

/** Sends the form it is in after a while: a long work continues by itself. Without JavaScript, its button does. */
export default function AutoContinue({ afterMs }: { afterMs: number }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => mark.current?.closest("form")?.requestSubmit(), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <span ref={mark} hidden />;
}
