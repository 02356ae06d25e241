/** A delivery point of electricity: fourteen digits. */
export const PRM_SHAPE = /^\d{14}$/;
