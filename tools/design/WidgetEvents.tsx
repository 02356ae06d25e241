import { useEffect, useState } from "react";
import EveryField from "@/islands/alarms/EveryField.tsx";
import NumberControl from "@/islands/ui/NumberControl.tsx";
import { TOGGLED } from "@/lib/ui/hydration.ts";

/** Widgets in an island and the switches of the page, with a log of their events in order. */
export default function WidgetEvents() {
  const [events, setEvents] = useState<readonly string[]>([]);
  const tell = (text: string) => setEvents((before) => [...before, text]);
  useEffect(() => {
    const stop = new AbortController();
    const heard = (event: Event) => event instanceof CustomEvent && tell(String(event.detail));
    addEventListener(TOGGLED, heard, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <div class="stack">
      <div class="form-columns">
        <NumberControl
          name="heardNumber"
          label="Nombre"
          value={2}
          rules={{ min: 0, max: 10, step: 0.5 }}
          onValue={(value) => tell(String(value))}
        />
      </div>
      <EveryField
        name="heard"
        label="Durée"
        count=""
        unit="h"
        onEvery={(every) => tell(every === "" ? "vide" : every)}
      />
      <p>
        Entendu&nbsp;: <output class="mono" id="heard-list">{events.join(" ")}</output>
      </p>
    </div>
  );
}
