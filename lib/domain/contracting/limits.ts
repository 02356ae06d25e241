/** Most providers, contracts, document types or requests of an organisation. */
export const MOST_IN_REGISTER = 5_000;

/** Most dated providers of a contract. */
export const MOST_CONTRACT_PROVIDERS = 200;

/** Of a text by which a list of documents is filtered: longer than any name. */
export const FILTER_MAX_LENGTH = 500;

/** Bytes of a file that a page sends at once: parts of the store, few enough for a slow link within the time of a body. */
export const DEPOSIT_PART_BYTES = 8 * 60 * 1_024;

/** Most files of a person that wait for their documents. */
export const MOST_WAITING_FILES = 40;

/** Bytes of those files together. */
export const MOST_WAITING_BYTES = 100 * 1_024 * 1_024;
