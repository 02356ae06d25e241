export type * from "./schema.ts";

export const PASSWORD_MIN_LENGTH = 8;

/** Most characters of a password: more is refused before any hashing. */
export const PASSWORD_MAX_LENGTH = 200;

/** Most characters of a forename or a surname. */
export const NAME_MAX_LENGTH = 100;
