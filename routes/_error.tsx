import type { PageProps } from "fresh";
import { Icon } from "@/components/ui/Icon.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { OtherOrganisation, TypedTexts } from "@/components/web/UnsavedForm.tsx";
import { OWN_HOUSE_CLOSED } from "@/lib/accounts/own_dwelling_text.ts";
import { opensList } from "@/lib/app/menu.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { periodFaultText, seeRangeText } from "@/lib/base/text_periods.ts";
import { OTHER_PROVIDER, PORTAL_SENTENCES } from "@/lib/documents/portal_text.ts";
import { projectOf } from "@/lib/residences/place.ts";
import { BadPeriod } from "@/lib/series/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";
import { isOfOwnHouse, isOfResidence, listAbove } from "@/lib/ui/parent_list.ts";
import { RESIDENCE_GONE, ROW_GONE } from "@/lib/ui/text.ts";
import { tooManyText } from "@/lib/ui/waiting_text.ts";
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
      {state.otherPage
        ? <OtherOrganisation {...state.otherPage} now={state.place?.organisation?.name ?? ""} />
        : state.otherUser?.typedAt
        ? <OtherUser typedAt={state.otherUser.typedAt} isProvider={state.portal === true} />
        : (
          <p>
            {isClosed
              ? OWN_HOUSE_CLOSED.text
              : waitOf(state, status) ?? whyOf(error) ?? goneOf({ state, status, url }) ??
                (state.portal && PORTAL_SENTENCES[code]) ?? errorText(code)}
          </p>
        )}
      {state.refusedTexts && <TypedTexts texts={state.refusedTexts} />}
      {progress !== undefined && (
        <p>
          <progress max="1" value={progress} aria-label="Relevés classés" />
        </p>
      )}
      <p class="row">
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

/** Temporary refusals: too many requests, another host down, or the store. */
const PASSING = [429, 502, 503];

/** The next step: sign in, try again after a temporary refusal, or start again. */
function WayOut({ status, url, state }: { status: number; url: URL; state: State }) {
  // Beside a form of another organisation or user, the primary action is to show the form there.
  const isElsewhere = state.otherPage || (state.otherUser?.typedAt && !state.portal);
  const className = isElsewhere ? "button" : "button button-primary";
  if (status === 401) {
    const signIn = links.login(state.config.loginPath, { back: `${url.pathname}${url.search}` });
    return <a class={className} href={signIn}>Se connecter</a>;
  }
  // A query alone leads to the same page, for any path.
  if (PASSING.includes(status)) {
    return <a class={className} href={url.search || "?"}>Réessayer</a>;
  }
  // A provider has no other start than the portal.
  if (state.portal) {
    return <a class={className} href={links.providerDocuments()}>{PAGE_NAMES.providerDocuments}</a>;
  }
  const isShown = status === 404 || state.refusedTexts !== undefined;
  const above = isShown ? listAbove(url.pathname, isInResidence(state)) : null;
  const list = above !== null && isOpen(state, above.href) ? above : null;
  return (
    <>
      {list && <a class={className} href={list.href}>{PAGE_NAMES[list.name]}</a>}
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

interface OtherUserProps {
  /** URL of the form's page, which shows what was typed to the user of that page. */
  typedAt: string;
  isProvider: boolean;
}

/** A form sent from the page of another user of the same browser: leads that user to the typed values. */
function OtherUser({ typedAt, isProvider }: OtherUserProps) {
  if (isProvider) return <p>{OTHER_PROVIDER}</p>;
  return (
    <>
      <p>
        Cette page a été ouverte avec un autre compte que celui où vous êtes maintenant. Rien n’est
        enregistré. Ce qui y était saisi attend ce compte une demi-heure, dans ce navigateur, sauf
        les mots de passe et les fichiers.
      </p>
      <PostForm action={links.logout(typedAt)}>
        <button type="submit" class="button button-primary">Se connecter avec ce compte</button>
      </PostForm>
    </>
  );
}
