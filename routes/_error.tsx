import type { PageProps } from "fresh";
import { Icon } from "@/components/ui/Icon.tsx";
import { ToAccount, ToOrganisation, TypedTexts } from "@/components/web/UnsavedForm.tsx";
import { OWN_HOUSE_CLOSED } from "@/lib/accounts/own_dwelling_text.ts";
import { opensList } from "@/lib/app/menu.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { periodFaultText, seeRangeText } from "@/lib/base/text_periods.ts";
import { PORTAL_SENTENCES } from "@/lib/documents/portal_text.ts";
import { projectOf } from "@/lib/residences/place.ts";
import { BadPeriod } from "@/lib/series/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { isOfOwnHouse, isOfResidence, listAbove } from "@/lib/ui/parent_list.ts";
import { RESIDENCE_GONE, ROW_GONE } from "@/lib/ui/text.ts";
import { tooManyText } from "@/lib/ui/wait_notice.ts";
import { logFault } from "@/lib/web/access_log.ts";
import { errorPageOf, errorStatus } from "@/lib/web/errors.ts";
import { HttpError, type State } from "@/lib/web/state.ts";

/** What happened, what to do next, and the reference to quote. */
export default function ErrorPage({ error, state, url }: PageProps<unknown, State>) {
  const status = errorStatus(error);
  // Faults of pages end here, where they must be reported.
  if (!(error instanceof HttpError)) logFault(state.requestId, error);
  const { title, code } = errorPageOf(error, state);
  const isClosed = isClosedHome({ state, status, url });
  const progress = state.requestInfo.wait?.progress;
  return (
    <div class="card card-narrow">
      <h1>{isClosed ? OWN_HOUSE_CLOSED.title : title}</h1>
      <p>
        {isClosed
          ? OWN_HOUSE_CLOSED.text
          : waitOf(state, status) ?? whyOf(error) ?? goneOf({ state, status, url }) ??
            (state.portal ? PORTAL_SENTENCES[code] : organisationsOf(state, code)) ??
            errorText(code)}
      </p>
      {state.refusedTexts && (
        <TypedTexts
          texts={state.refusedTexts}
          isUncertain={code === "maybe-saved" || status === 500}
        />
      )}
      {progress !== undefined && (
        <p>
          <progress max="1" value={progress} aria-label="Relevés classés" />
        </p>
      )}
      <p class="row">
        {error instanceof BadPeriod
          ? <NearestPeriod nearest={error.nearest} />
          : <WayOut {...{ status, code, url, state }} />}
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

/** Temporary refusals: too slow or too large, too many requests, another host down, or the store. */
const PASSING = [408, 413, 429, 502, 503];

/** The next step: sign in, try again after a temporary refusal, or start again. */
function WayOut({ status, code, url, state }: Failed & { code: ErrorCode }) {
  const isElsewhere = code === "other-organisation" || code === "other-account";
  const className = isElsewhere && !state.portal ? "button" : "button button-primary";
  if (status === 401) {
    const signIn = links.login(state.config.loginPath, { back: `${url.pathname}${url.search}` });
    return <a class={className} href={signIn}>Se connecter</a>;
  }
  // A query alone leads to the same page, for any path.
  if (PASSING.includes(status)) {
    const isForm = state.refusedTexts !== undefined;
    const label = isForm ? "Revenir au formulaire" : "Réessayer";
    return <a class={className} href={url.search || "?"}>{label}</a>;
  }
  // A provider has no other start than the portal.
  if (state.portal) {
    return (
      <a class={className} href={links.providerDocuments()}>{PAGES.providerDocuments.title}</a>
    );
  }
  const isShown = status === 404 || state.refusedTexts !== undefined;
  const above = isShown ? listAbove(url.pathname, isInResidence(state)) : null;
  const list = above !== null && isOpen(state, above.href) ? above : null;
  const path = url.pathname + url.search;
  return (
    <>
      {code === "other-account" && <ToAccount path={path} />}
      {code === "other-organisation" && state.formOrganisation &&
        <ToOrganisation organisation={state.formOrganisation} path={path} />}
      {list && <a class={className} href={list.href}>{PAGES[list.name].title}</a>}
      <a class={list ? "button" : className} href={links.start()}>Revenir à l’accueil</a>
    </>
  );
}

/** The roles may have changed since the page of the form was shown. */
function isOpen({ place, caller }: State, href: string): boolean {
  const isPlatformAdmin = caller.kind === "account" && caller.platformAdmin;
  return opensList(
    place ? { ...place, project: projectOf(place), isPlatformAdmin } : null,
    href,
  );
}

function isInResidence({ place }: State): boolean {
  return place !== undefined && place.project !== null;
}

interface Failed {
  readonly state: State;
  readonly status: number;
  readonly url: URL;
}

/** Whether it is of a dwelling that its reader has no access to: they have left, or are not there yet. */
function isClosedHome({ state, status, url }: Failed): boolean {
  return (status === 404 || status === 403) && isOfOwnHouse(url.pathname) && !state.home;
}

/** Why a form was not found: the thing that it was of, or its residence. */
function goneOf({ state, status, url }: Failed): string | null {
  if (status !== 404 || state.refusedTexts === undefined) return null;
  return isOfResidence(url.pathname) && !isInResidence(state) ? RESIDENCE_GONE : ROW_GONE;
}

function NearestPeriod({ nearest: { range, href } }: Pick<BadPeriod, "nearest">) {
  return <a class="button button-primary" href={href}>{seeRangeText(range)}</a>;
}

function whyOf(error: unknown): string | null {
  return error instanceof BadPeriod ? periodFaultText(error.fault) : null;
}

function waitOf({ requestInfo }: State, status: number): string | null {
  if (status !== 429 || requestInfo.wait === undefined) return null;
  const { resetAt, now } = requestInfo.wait;
  return tooManyText(Math.max(1, Math.ceil((resetAt - now) / 1_000)));
}

/** Names the organisation of a form's page, and the one that the user works in. */
function organisationsOf({ formOrganisation, place }: State, code: ErrorCode): string | null {
  const now = place?.organisation?.name;
  if (code !== "other-organisation" || formOrganisation === undefined || now === undefined) {
    return null;
  }
  return `Cette page est celle de l’organisation ${formOrganisation.name}\u00A0; vous travaillez maintenant dans ${now}.`;
}
