import { HttpError, type PageProps } from "fresh";
import { Icon } from "@/components/icons/Icon.tsx";
import { OtherOrganisation } from "@/components/page/OtherOrganisation.tsx";
import { links } from "@/lib/links/links.ts";
import { BadPeriod } from "@/lib/pages/series/bad_period.ts";
import { errorPage } from "@/lib/text/error_pages.ts";
import { errorText } from "@/lib/text/errors.ts";
import { periodFaultText, seeRangeText } from "@/lib/text/periods.ts";
import { tooManyText } from "@/lib/text/waiting.ts";
import { errorCode, errorStatus } from "@/lib/web/answered.ts";
import { reportFault } from "@/lib/web/front/access_log.ts";
import { wayBackTo } from "@/lib/web/session/guards.ts";
import type { State } from "@/lib/web/state.ts";

/** What happened, what to do next, and the reference to quote. */
export default function ErrorPage({ error, state, url }: PageProps<unknown, State>) {
  const status = errorStatus(error);
  // A fault of ours that a page met ends here: nothing after this sees it.
  if (!(error instanceof HttpError)) reportFault(state.requestId, error);
  const { title, code } = errorPage(status, errorCode(error));
  const progress = state.facts.wait?.progress;
  return (
    <div class="card card-narrow">
      <h1>{title}</h1>
      {state.otherPage
        ? <OtherOrganisation {...state.otherPage} now={state.place?.organisation?.name ?? ""} />
        : <p>{waitOf(state, status) ?? whyOf(error) ?? errorText(code)}</p>}
      {progress !== undefined && (
        <p>
          <progress max="1" value={progress} aria-label="Relevés classés" />
        </p>
      )}
      <p>
        {error instanceof BadPeriod
          ? <NearestPeriod nearest={error.nearest} />
          : <WayOut {...{ status, url, state }} />}
      </p>
      <p class="row small soft">
        <Icon name="info" small />
        <span>
          Référence&nbsp;: <span class="mono">{state.requestId}</span>
        </span>
      </p>
    </div>
  );
}

/** Refusals that end by themselves: too many requests, another host that is down, a store that is. */
const PASSING = [429, 502, 503];

/** What to do next: sign in, ask again for what may come later, or start again. */
function WayOut({ status, url, state }: { status: number; url: URL; state: State }) {
  // Beside a form of another organisation, the main thing to do is to send it there.
  const className = state.otherPage ? "button" : "button button-primary";
  if (status === 401) {
    const signIn = links.login(state.config.loginPath, { back: wayBackTo(url) });
    return <a class={className} href={signIn}>Se connecter</a>;
  }
  // A query alone leads to the same page, for any path.
  if (PASSING.includes(status)) {
    return <a class={className} href={url.search || "?"}>Réessayer</a>;
  }
  return <a class={className} href={links.start()}>Revenir à l’accueil</a>;
}

/** The nearest period that the page shows. */
function NearestPeriod({ nearest: { range, href } }: Pick<BadPeriod, "nearest">) {
  return <a class="button button-primary" href={href}>{seeRangeText(range)}</a>;
}

function whyOf(error: unknown): string | null {
  return error instanceof BadPeriod ? periodFaultText(error.fault) : null;
}

/** How long a user must wait. */
function waitOf({ facts }: State, status: number): string | null {
  if (status !== 429 || facts.wait === undefined) return null;
  const { resetAt, now } = facts.wait;
  return tooManyText(Math.max(1, Math.ceil((resetAt - now) / 1_000)));
}
