export type * from "./schema.ts";

export const PASSWORD_MIN_LENGTH = 8;

/** Maximum length of a password: longer ones are refused before hashing. */
export const PASSWORD_MAX_LENGTH = 200;

/** Maximum length of a code received by mail or read in the console. */
export const CODE_MAX_LENGTH = 100;

/** Maximum length of a forename or a surname. */
export const NAME_MAX_LENGTH = 100;
