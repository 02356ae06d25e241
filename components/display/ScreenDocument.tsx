import type { ComponentChildren } from "preact";
import { asset } from "fresh/runtime";
import type { ScreenMessage, ShownScreen } from "@/lib/domain/display/screen_pages.ts";
import type { DisplayContact } from "@/lib/domain/display/types.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import {
  NO_MESSAGE,
  SCREEN_FAULTS,
  screenDay,
  type ScreenFault,
  shownUntil,
} from "@/lib/text/display.ts";

interface ScreenDocumentProps {
  /** Content of the screen; null when it is unavailable. */
  shown: ShownScreen | null;
  fault: ScreenFault | null;
  /** Refresh interval of the page, s. */
  refreshS: number;
}

/**
 * The whole page of an information screen, for the browser of an old tablet: no recent CSS, and only the refresh
 * script. Without JavaScript the browser reloads the page; with it the content is replaced only after an answer, so
 * that it remains readable without network.
 *
 * @spec display.refresh
 */
export function ScreenDocument({ shown, fault, refreshS }: ScreenDocumentProps) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{windowTitle(PAGE_NAMES.displayMessages, shown?.residence)}</title>
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
