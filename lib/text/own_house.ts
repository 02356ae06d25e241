/** How somebody agreed who did it on their own page. */
export const OWN_CONSENT_SOURCE = "Donné par l’occupant sur sa page";
