/** Parts of every page: title, sections, notices, statuses, facts, empty lists, the frame of a table. @module */

import { type ComponentChildren, createContext } from "preact";
import { REQUIRED_NOTE, SAVED } from "@/lib/ui/text.ts";
import { Icon, type IconName, TONE_ICONS } from "./Icon.tsx";

interface ListLinksProps {
  label: string;
  /** True to show the label before the links. */
  isLabelled?: boolean;
  links: readonly { readonly href: string; readonly text: string; readonly isShown: boolean }[];
}

/** Links to sibling pages, including the current one. */
export function ListLinks({ label, isLabelled = false, links }: ListLinksProps) {
  return (
    <nav class="series-links" aria-label={label}>
      {isLabelled && <span class="soft">{label}&nbsp;:</span>}
      {links.map(({ href, text, isShown }) => (
        <a
          key={href}
          class={isShown ? "chosen" : undefined}
          href={href}
          aria-current={isShown ? "page" : "false"}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

interface NoneYetProps {
  /** A sentence: what there is none of. */
  text: string;
  href: string;
  add: string;
}

/** What a form chooses among and does not exist yet, with the link to the page that adds it. */
export function NoneYet({ text, href, add }: NoneYetProps) {
  return (
    <p>
      {text} <a href={href}>{add}</a>
    </p>
  );
}

export interface BackLink {
  href: string;
  label: string;
}

/** The title of the page, from its request. */
export const PageHeading = /* @__PURE__ */ createContext("");

interface PageTitleProps {
  /** That of the page by default. */
  title?: string | undefined;
  /** One line under the title: an address, a code, an organisation; of several parts, those that are not empty. */
  subtitle?: string | undefined | readonly (string | false | null | undefined)[];
  back?: BackLink | undefined;
  /** The period navigator (F §2: it sits in the page title). */
  navigator?: ComponentChildren;
  children?: ComponentChildren;
}

/** Title bar of a page, with its back link, period navigator and actions. @spec forms.titles */
export function PageTitle({ title, subtitle, back, navigator, children }: PageTitleProps) {
  const line = [subtitle].flat().filter(Boolean).join(" · ");
  return (
    <header class="page-title">
      <div class="page-title-text">
        {back && (
          <a class="back-link" href={back.href} aria-current="false">
            <Icon name="arrow-left" small />
            {back.label}
          </a>
        )}
        <h1>{title ?? <PageHeading.Consumer>{(heading) => heading}</PageHeading.Consumer>}</h1>
        {line && <p>{line}</p>}
        <RequiredNote />
      </div>
      {navigator}
      {children && <div class="page-title-actions">{children}</div>}
    </header>
  );
}

interface SectionProps {
  id: string;
  title: string;
  intro?: string;
  saved?: boolean;
  /** True for content that is not printed, such as a form. */
  offPaper?: boolean;
  children: ComponentChildren;
}

/** A titled part of a page, with an id for links. */
export function Section({ id, title, intro, saved, offPaper, children }: SectionProps) {
  return (
    <section class={offPaper ? "card no-print" : "card"} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro && <p class="soft">{intro}</p>}
      {saved && <Notice tone="good" live title={SAVED} />}
      {children}
    </section>
  );
}

export interface EmptyStateProps {
  title: string;
  /** What to do next. */
  text?: string | undefined;
  icon?: IconName | undefined;
  /** Under the text: the links that do it. */
  children?: ComponentChildren;
}

/** What a page, a list or a table without content says. */
export function EmptyState({ title, text, icon = "list", children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

/** Severity of a notice or a status. */
export type Tone = keyof typeof TONE_ICONS;

interface NoticeProps {
  tone?: Tone;
  title?: string | undefined;
  /** True to be announced immediately by screen readers: for new messages, not for permanent ones. */
  live?: boolean;
  /** Where the reader is when the page opens: it answers what they have just sent. */
  focused?: boolean;
  children?: ComponentChildren;
}

/** A message in the page: what happened and what to do next. */
export function Notice({ tone = "info", title, live, focused, children }: NoticeProps) {
  const role = tone === "very-bad" ? "alert" : "status";
  return (
    <div
      class={`notice notice-${tone}`}
      role={live ? role : undefined}
      tabIndex={focused ? -1 : undefined}
      autofocus={focused}
    >
      <Icon name={TONE_ICONS[tone]} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

export interface StatusProps {
  tone: Tone;
  label: string;
}

/** A state as a word, with its colour and icon. */
export function Status({ tone, label }: StatusProps) {
  return (
    <span class={`status status-${tone}`}>
      <Icon name={TONE_ICONS[tone]} small />
      {label}
    </span>
  );
}

/** A line of a list of facts: its label, and its value. */
export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Explains the mark of required fields, once a page: hidden, until the whole page is known to have one (`form_token.ts`). */
export function RequiredNote() {
  return <p class="required-note soft small" hidden>{REQUIRED_NOTE}</p>;
}

/**
 * Where the page's script shows the remaining delay of refused requests (429): updated each second on screen, and only a
 * few times for a screen reader.
 *
 * @spec calls.waiting
 */
export function WaitNotice() {
  return (
    <div class="wait-notice">
      <p class="visually-hidden" role="status" />
      <p class="notice notice-bad" aria-hidden="true" hidden />
    </div>
  );
}

interface TableRegionProps {
  caption: string;
  class: string;
  children: ComponentChildren;
}

/** A table that scrolls inside its page, with the keyboard too. */
export function TableRegion({ caption, class: className, children }: TableRegionProps) {
  return (
    <div class={className} role="region" aria-label={caption} tabIndex={0}>
      <table class="data-table">
        <caption>{caption}</caption>
        {children}
      </table>
    </div>
  );
}
