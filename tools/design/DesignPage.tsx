import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { PeriodNavigator } from "@/components/ui/PeriodNavigator.tsx";
import UnsavedGuard from "@/islands/ui/UnsavedGuard.tsx";
import { rangeSegment, readRangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { links } from "@/lib/ui/links.ts";
import { AlarmParts } from "./AlarmParts.tsx";
import { DataParts } from "./DataParts.tsx";
import { FormParts } from "./FormParts.tsx";
import Opened from "./Opened.tsx";
import { PageParts } from "./PageParts.tsx";
import type { Sent } from "./sent.ts";
import { DESIGN_STATES, designLink, type DesignState, designState, STATE_NAMES } from "./states.ts";
import WidgetEvents from "./WidgetEvents.tsx";

/** Every widget in one state, and links to the other states. */
export function DesignPage({ url, sent }: { url: URL; sent: Sent }) {
  const state = designState(url.searchParams);
  const range = readRangeSegment(url.searchParams.get("period") ?? "") ?? FIRST_RANGE;
  return (
    <main class="main" id="content">
      <div class="content">
        <PageTitle
          title="Éléments de l’interface"
          {...(state !== "empty" && {
            subtitle: "Chacun dans chaque état, au clavier, au téléphone et sans script",
            back: { href: links.residences(), label: "Résidences" },
            navigator: (
              <PeriodNavigator
                range={range}
                path={url.pathname}
                hrefOf={(to) => designLink(url.searchParams, { period: rangeSegment(to) })}
              />
            ),
          })}
        >
          <StateLinks params={url.searchParams} current={state} />
        </PageTitle>
        <PageParts state={state} />
        <FormParts state={state} sent={sent.image} />
        <AlarmParts state={state} pressed={sent.pressed} />
        <DataParts state={state} url={url} range={range} />
        <Section id="events" title="Ce qu’ils disent à qui les contient">
          <WidgetEvents />
        </Section>
        {state === "open" && <Opened modal="sample-window" />}
        <UnsavedGuard />
      </div>
    </main>
  );
}

const FIRST_RANGE: PeriodRange = { type: "monthly", year: 2025 };

function StateLinks({ params, current }: { params: URLSearchParams; current: DesignState }) {
  return (
    <nav class="segments" aria-label="États">
      {DESIGN_STATES.map((state) =>
        state === current
          ? (
            <strong key={state} class="segment-chosen" aria-current="true">
              {STATE_NAMES[state]}
            </strong>
          )
          : <a key={state} href={designLink(params, { state })}>{STATE_NAMES[state]}</a>
      )}
    </nav>
  );
}
