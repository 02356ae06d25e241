import { plainHoldsWords, plainText } from "@/lib/domain/tables/search.ts";

/** The longest list that a page holds of what one of its fields chooses among: things of a longer one are named. */
export const FEW_CHOICES = 100;

/** Names that are proposed for one that is unknown. */
const NEAR_COUNT = 10;

/** A thing that a field chooses, and its name, which no other has. */
export interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

/** A name that is no thing's, and the names that resemble it. */
export interface UnknownName {
  readonly typed: string;
  readonly near: readonly string[];
  /** Those beyond {@link near}. */
  readonly otherCount: number;
}

type Choices<Name extends string> = Readonly<Partial<Record<Name, readonly NamedChoice[]>>>;
type Texts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * What was typed, with the ids of the things that it names: a field names one, or one a line. A field whose things the
 * user may not list is left to the call.
 *
 * @spec forms.named
 * @returns the texts as they were typed where a name is unknown
 */
export function namedValues<Name extends string>(
  typed: Texts<Name>,
  choices: Choices<Name>,
): { readonly values: Texts<Name>; readonly unknown: Partial<Record<Name, UnknownName>> } {
  const values: Record<Name, string> = { ...typed };
  const unknown: Partial<Record<Name, UnknownName>> = {};
  for (const name in choices) {
    const offered = choices[name] ?? [];
    if (offered.length === 0) continue;
    const named = linesOf(typed[name]).map((line) => choiceNamed(offered, line));
    const wrong = named.find((one) => typeof one !== "string");
    if (wrong !== undefined) unknown[name] = wrong;
    else values[name] = named.join("\n");
  }
  return { values, unknown };
}

/** The names of chosen things, one a line; an unknown one as it was typed. */
export function namesOf(choices: readonly NamedChoice[], values: string): string {
  const labels = new Map(choices.map(({ value, label }) => [value, label]));
  return linesOf(values).map((value) => labels.get(value) ?? value).join("\n");
}

/** The names that resemble a typed one: those that begin with it first. */
export function namesNear(choices: readonly NamedChoice[], typed: string): string[] {
  const start = plain(typed);
  if (start === "") return [];
  const near = choices.map(({ label }) => label).filter((label) =>
    plainHoldsWords(plain(label), start)
  );
  const isBegun = (label: string) => plain(label).startsWith(start);
  return [...near.filter(isBegun), ...near.filter((label) => !isBegun(label))];
}

/** The id of the thing of a name, or that is an id already: a short list sends ids. */
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
