/** Most providers, contracts, document types or requests of an organisation. */
export const MOST_IN_REGISTER = 5_000;

/** Most dated providers of a contract. */
export const MOST_CONTRACT_PROVIDERS = 200;

/** Of a text by which a list of documents is filtered: longer than any name. */
export const FILTER_MAX_LENGTH = 500;
