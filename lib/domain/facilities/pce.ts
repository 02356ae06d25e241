/** A gas delivery point: 14 digits, or GI and 6 digits. @spec gas.pce */
export const PCE = /^(\d{14}|GI\d{6})$/;

/** Whether a text is the number of a gas delivery point. @spec gas.pce */
export function isPce(text: string): boolean {
  return PCE.test(text);
}
