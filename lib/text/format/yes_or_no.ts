export function yesOrNo(isYes: boolean): string {
  return isYes ? "Oui" : "Non";
}
