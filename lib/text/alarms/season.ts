/** What is not watched outside the heating season. @spec alarms.season */
export function outOfSeasonText(rooms: readonly string[]): string {
  return `${
    rooms.join(", ")
  }\u00A0: les températures des circuits de chauffage ne lèvent pas d’alerte jusqu’à la prochaine saison.`;
}
