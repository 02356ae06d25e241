/** Maximum number of providers, contracts, document types or requests of an organisation. */
export const MOST_IN_REGISTER = 5_000;

/** Maximum number of dated providers of a contract. */
export const MOST_CONTRACT_PROVIDERS = 200;

/** Maximum length of a text filter on a list of documents: longer than any name. */
export const FILTER_MAX_LENGTH = 500;

/** Bytes of a file sent by a page in one request: whole chunks of the store, within the body timeout on a slow link. */
export const DEPOSIT_PART_BYTES = 8 * 60 * 1_024;

/** Maximum number of waiting files per person. */
export const MOST_WAITING_FILES = 40;

/** Maximum size of a person's waiting files in total, in bytes. */
export const MOST_WAITING_BYTES = 100 * 1_024 * 1_024;

/** Maximum number of values that a document type asks for. */
export const MOST_TYPEDOC_VALUES = 100;

/** Maximum length of the comment of a request, a verdict or an action. */
export const COMMENT_MAX_LENGTH = 2_000;

/** Maximum length of a value of a deposit. */
export const VALUE_MAX_LENGTH = 500;

/** Maximum number of values of a deposit, those of all its sets. */
export const MOST_DEPOSIT_VALUES = 1_000;

/** Maximum number of sets of values in the form of a deposit. */
const MOST_SETS = 20;

/** The number of sets of values that the form of a deposit offers: together they are no more than a deposit takes. */
export function mostSets(valueCount: number): number {
  return Math.min(MOST_SETS, Math.floor(MOST_DEPOSIT_VALUES / Math.max(1, valueCount)));
}
