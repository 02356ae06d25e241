/** Finds the choices that typed names mean, and suggests near ones. @module */

import { plainHoldsWords, plainText } from "./search.ts";

/** Maximum number of choices in a page's list; longer lists are chosen from by name. */
export const FEW_CHOICES = 100;

/** Number of names suggested for an unknown name. */
const NEAR_COUNT = 10;

/** A choice of a field, with its unique name. */
export interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

/** A name that matches no choice, and similar names. */
export interface UnknownName {
  readonly typed: string;
  readonly near: readonly string[];
  /** Number of similar names beyond {@link near}. */
  readonly otherCount: number;
}

type Choices<Name extends string> = Readonly<Partial<Record<Name, readonly NamedChoice[]>>>;
type Texts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Converts typed names to ids: a field has one name, or one name per line. A field whose choices the user may not
 * list is left to the call.
 *
 * @spec forms.named
 * @returns the typed text of a field with an unknown name
 */
export function namedValues<Name extends string>(
  typed: Texts<Name>,
  choices: Choices<Name>,
): { readonly values: Texts<Name>; readonly unknown: Partial<Record<Name, UnknownName>> } {
  const values: Record<Name, string> = { ...typed };
  const unknown: Partial<Record<Name, UnknownName>> = {};
  for (const name in choices) {
    const namedOptions = choices[name] ?? [];
    if (namedOptions.length === 0) continue;
    const named = linesOf(typed[name]).map((line) => choiceNamed(namedOptions, line));
    const wrong = named.find((one) => typeof one !== "string");
    if (wrong !== undefined) unknown[name] = wrong;
    else values[name] = named.join("\n");
  }
  return { values, unknown };
}

/** The names of chosen ids, one per line; an unknown id is unchanged. */
export function namesOf(choices: readonly NamedChoice[], values: string): string {
  const labels = new Map(choices.map(({ value, label }) => [value, label]));
  return linesOf(values).map((value) => labels.get(value) ?? value).join("\n");
}

/** The names similar to a typed one, starting with those that begin with it. */
export function namesNear(choices: readonly NamedChoice[], typed: string): string[] {
  const start = plain(typed);
  if (start === "") return [];
  const near = choices.map(({ label }) => label).filter((label) =>
    plainHoldsWords(plain(label), start)
  );
  const isBegun = (label: string) => plain(label).startsWith(start);
  return [...near.filter(isBegun), ...near.filter((label) => !isBegun(label))];
}

/** The id for a name or an id: a short list sends ids. */
function choiceNamed(choices: readonly NamedChoice[], typed: string): string | UnknownName {
  const exact = choices.find(({ label }) => label === typed);
  if (exact !== undefined) return exact.value;
  const same = choices.filter(({ label }) => plain(label) === plain(typed));
  const [only] = same;
  if (only !== undefined && same.length === 1) return only.value;
  if (choices.some(({ value }) => value === typed)) return typed;
  const near = namesNear(choices, typed);
  return {
    typed,
    near: near.slice(0, NEAR_COUNT),
    otherCount: Math.max(0, near.length - NEAR_COUNT),
  };
}

function linesOf(text = ""): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

function plain(name: string): string {
  return plainText([name.trim()]);
}
