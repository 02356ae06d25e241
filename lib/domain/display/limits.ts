/** Maximum number of messages on the information screen of a residence. */
export const MOST_DISPLAY_MESSAGES = 100;

/** Maximum number of contacts on the information screen of a residence. */
export const MOST_DISPLAY_CONTACTS = 50;

/** Maximum length of a message on the information screen, characters. */
export const DISPLAY_MESSAGE_MAX_LENGTH = 2_000;

export const CONTACT_NAME_MAX_LENGTH = 100;

export const PHONE_MAX_LENGTH = 30;

/** Lowest priority; 1 is the highest. */
export const LAST_PRIORITY = 99;
