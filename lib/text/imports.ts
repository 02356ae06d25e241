/** What an import says about a line it could not use. */
export const IMPORT_MESSAGES = {
  badCsv: "Ligne illisible : le nombre de colonnes ou les guillemets ne conviennent pas",
  badDate: "Date illisible : AAAAMMJJ attendu",
  futureDate: "Date dans le futur",
  badTemperature: "Température illisible ou hors de −60 à 60 °C",
  crossedTemperatures: "TN est supérieure à TX",
  severalStations: (stations: string) =>
    `Le fichier contient plusieurs stations (${stations}) : indiquez celle de cette source`,
  otherStation: (station: string) => `Aucune ligne de la station « ${station} » dans ce fichier`,
} as const;
