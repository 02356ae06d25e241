/** A delivery point of electricity: fourteen digits. */
export const PRM = /^\d{14}$/;
