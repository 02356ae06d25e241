/** Maximum number of dwellings of a residence. */
export const MOST_HOUSES = 5_000;

/** Maximum number of dwelling types, and of dwelling groups, of a residence. */
export const MOST_HOUSE_CHOICES = 500;

/** Maximum number of occupancies of a dwelling: two a year for thirty years. */
export const MOST_OCCUPANCIES = 60;

export const OCCUPANT_NAME_MAX_LENGTH = 100;

export const CONSENT_SOURCE_MAX_LENGTH = 200;

/** Maximum number of messages to the tenants of a residence. */
export const MOST_ALERTS = 500;

/** Maximum length of a message to tenants, characters. */
export const ALERT_MAX_LENGTH = 2_000;

/** Highest floor; 0 is the ground floor. @spec housing.fields */
export const TOP_FLOOR = 200;

/** Maximum habitable area, m². */
export const MOST_AREA_M2 = 10_000;

/** Maximum number of people in a dwelling. */
export const MOST_OCCUPANTS = 100;

/** Maximum offset of a module's thermometer, up or down, °C. */
export const MOST_TEMP_OFFSET_C = 10;

/** Minimum number of dwellings in a total: a smaller group would reveal individuals. @spec housing.small-groups "n ≥ 11" */
export const FEWEST_ANONYMOUS = 11;
