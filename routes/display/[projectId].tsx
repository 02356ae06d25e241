import type { RouteConfig } from "fresh";
import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { REFRESH_S } from "@/lib/api/call.ts";
import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import type { DisplayContact, DisplayScreen } from "@/lib/display/schema.ts";
import {
  pageAt,
  refreshSeconds,
  type ScreenMessage,
  screenPages,
  type ShownScreen,
} from "@/lib/display/screen_pages.ts";
import {
  openScreen,
  screenCookie,
  screenOf,
  screenOfToken,
  type TokenScreen,
} from "@/lib/display/screen_session.ts";
import {
  NO_MESSAGE,
  SCREEN_FAULTS,
  screenDay,
  type ScreenFault,
  shownUntil,
} from "@/lib/display/text.ts";
import { PAGES, windowTitle } from "@/lib/ui/page_titles.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

export const config: RouteConfig = { skipInheritedLayouts: true, skipAppWrapper: true };

export const handler = define.handlers({
  async GET(ctx) {
    if (ctx.url.searchParams.has("preview")) {
      const { read, status } = await readScreen(ctx, { token: "", caller: ctx.state.caller });
      return page(read, { status });
    }
    const token = ctx.url.searchParams.get("token");
    if (token !== null && /^[\w.~-]+$/.test(token)) {
      return openScreen(ctx, await wouldEndScreen(ctx, token) ? null : token);
    }
    const { read, status, cookie } = await readScreen(ctx, await screenOf(ctx));
    const headers = new Headers({ "referrer-policy": "no-referrer" });
    if (cookie !== null) headers.set("set-cookie", cookie);
    return page(read, { status, headers });
  },
});

/** The information screen in the hall of a residence. @spec display.screen, display.preview */
export default define.page<typeof handler>(({ data }) => <ScreenDocument {...data} />);

interface ScreenRead {
  /** Content of the screen; null when it is unavailable. */
  readonly shown: ShownScreen | null;
  readonly fault: ScreenFault | null;
  /** Refresh interval of the page, s. */
  readonly refreshS: number;
}

interface ScreenAnswer {
  readonly read: ScreenRead;
  readonly status: number;
  readonly cookie: string | null;
}

/** Whether a token opens nothing here although the tablet's own does: a mistyped link must not end its screen. */
async function wouldEndScreen(ctx: PageContext, token: string): Promise<boolean> {
  const stored = await screenOf(ctx);
  if (stored === null || (await readScreen(ctx, stored)).status === REVOKED) return false;
  return (await readScreen(ctx, await screenOfToken(ctx, token))).status === REVOKED;
}

const REVOKED = 401;

/** A screen in every state: a failed page would remain on the unattended tablet forever. */
async function readScreen(ctx: PageContext, screen: TokenScreen | null): Promise<ScreenAnswer> {
  const { state, params: { projectId = "" } } = ctx;
  if (screen === null) return faulty("revoked", REVOKED);
  const { call } = inProcess({ ...state, caller: screen.caller });
  const result = await call(DISPLAY_CALLS.getDisplayScreen, { projectId });
  if (result.ok) {
    const read = pageOf(result.answer, screen.token, state.platform.options.now());
    return { read, status: 200, cookie: screenCookie(state.https, screen.token) };
  }
  if (result.code === "display-off") return faulty("off", 403);
  // A token of another residence: its cookie remains valid for its own URL.
  if (result.status < 429) return faulty("revoked", REVOKED);
  return faulty("unavailable", 503);
}

/** @spec display.pages */
function pageOf(screen: DisplayScreen, token: string, nowMs: number): ScreenRead {
  const pages = screenPages(screen);
  const refreshS = refreshSeconds(token);
  const { position, leftS } = pageAt(pages.length, { nowMs, offsetS: refreshS });
  const { messages = [], contacts = [] } = pages[position] ?? {};
  const { residence, today } = screen;
  const shown = {
    residence,
    today,
    messages,
    contacts,
    page: position + 1,
    pageCount: pages.length,
  };
  return { shown, fault: null, refreshS: pages.length === 1 ? refreshS : leftS };
}

function faulty(fault: ScreenFault, status: number): ScreenAnswer {
  return { read: { shown: null, fault, refreshS: REFRESH_S }, status, cookie: null };
}

/**
 * The whole page of an information screen, for the browser of an old tablet: no recent CSS, and only the refresh
 * script. Without JavaScript the browser reloads the page; with it the content is replaced only after an answer, so
 * that it remains readable without network.
 *
 * @spec display.refresh
 */
function ScreenDocument({ shown, fault, refreshS }: ScreenRead) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{windowTitle(PAGES.displayMessages.title, shown?.residence)}</title>
        <link rel="stylesheet" href={asset("/screen.css")} />
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <meta name="robots" content="noindex" />
        <noscript>
          <meta http-equiv="refresh" content={String(refreshS)} />
        </noscript>
        <script src={asset("/screen.js")} defer />
      </head>
      <body>
        <main data-refresh={refreshS}>
          {shown !== null && <Shown {...shown} />}
          {shown === null && fault !== null && <Fault {...SCREEN_FAULTS[fault]} />}
          <p id="cut" role="status" hidden>
            Connexion interrompue&nbsp;: ces informations peuvent dater.
          </p>
          <p id="late">Cet écran ne s’actualise plus&nbsp;: rechargez la page.</p>
        </main>
      </body>
    </html>
  );
}

function Fault({ title, next }: { title: string; next: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{next}</p>
    </>
  );
}

function Shown({ residence, today, messages, contacts, page, pageCount }: ShownScreen) {
  return (
    <>
      <header>
        <h1>{residence}</h1>
        <p class="day">
          <time dateTime={today}>{screenDay(today)}</time>
          {pageCount > 1 && <span class="page">{`Page ${page} sur ${pageCount}`}</span>}
        </p>
      </header>
      <div class="parts">
        <Part id="messages" title="Messages">
          {messages.length === 0
            ? <p class="none">{NO_MESSAGE}</p>
            : <ul>{messages.map((message) => <Message key={message.id} {...message} />)}</ul>}
        </Part>
        {contacts.length > 0 && (
          <Part id="contacts" title="Contacts">
            <ul>{contacts.map((contact) => <Contact key={contact.id} {...contact} />)}</ul>
          </Part>
        )}
      </div>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function Message({ priority, text, to }: ScreenMessage) {
  const until = shownUntil(to);
  return (
    <li {...priority === 1 && { class: "first" }}>
      <p class="text">{text}</p>
      {until !== null && <p class="until">{until}</p>}
    </li>
  );
}

function Contact({ name, phone, mail }: DisplayContact) {
  return (
    <li>
      <p class="name">{name}</p>
      {phone !== "" && <p class="phone">{phone}</p>}
      {mail !== "" && <p class="mail">{mail}</p>}
    </li>
  );
}
