/** Messages of the information screen of one residence at most. */
export const MOST_DISPLAY_MESSAGES = 100;

/** Contacts of the information screen of one residence at most. */
export const MOST_DISPLAY_CONTACTS = 50;

/** Longest message of the information screen, characters. */
export const DISPLAY_MESSAGE_MAX_LENGTH = 2_000;

export const CONTACT_NAME_MAX_LENGTH = 100;

export const PHONE_MAX_LENGTH = 30;

/** Last of the priorities; 1 is the first. */
export const LAST_PRIORITY = 99;
