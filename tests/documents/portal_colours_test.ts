import { deepStrictEqual, ok } from "node:assert/strict";
import { PORTAL_CSS } from "@/components/documents/portal_css.ts";
import { htmlPage } from "@/lib/mail/mail_body.ts";

const TOKENS = await Deno.readTextFile(
  new URL("../../components/styles/tokens.css", import.meta.url),
);

/** Colours of the portal, and the tokens that they are. */
const COLOURS = {
  ink: "ink",
  soft: "ink-soft",
  line: "line",
  paper: "paper",
  box: "surface",
  main: "accent",
  on: "on-accent",
  bad: "very-bad",
  good: "good",
} as const;

/** The light and the dark colour of a token. */
function tokenOf(name: string): string[] {
  const [, light = "", dark = ""] =
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(TOKENS) ?? [];
  return [light, dark];
}

/** #fff is #ffffff. */
function whole(colour: string): string {
  return colour.length === 4 ? colour.replace(/\w/g, "$&$&") : colour;
}

// @spec providers.colours
Deno.test("the portal has the colours of the other pages, light and dark, and mails the light ones", () => {
  for (const [own, token] of Object.entries(COLOURS)) {
    const found = [...PORTAL_CSS.matchAll(new RegExp(`--${own}:(#\\w+)`, "g"))];
    deepStrictEqual(found.map(([, colour = ""]) => whole(colour)), tokenOf(token), own);
  }
  const mail = htmlPage("Titre", []);
  for (const token of ["ink", "accent"]) ok(mail.includes(tokenOf(token)[0] ?? "none"), token);
});
