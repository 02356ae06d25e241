const AREA_LABELS: Readonly<Record<string, string>> = {
  accounts: "Comptes et connexion",
  organisations: "Organisations",
  roles: "Rôles",
  projects: "Résidences",
  series: "Séries et collecteurs",
  housing: "Logements",
  facilities: "Chaufferies et bâtiments",
  degree_days: "DJU et sources extérieures",
  energy_balance: "Bilan énergétique",
  gas: "Points de livraison de gaz",
  contracting: "Documents et prestataires",
  alarms: "Alertes",
  display: "Écran d’information",
  consumption_reports: "Bilans de consommation",
  pilot: "Pilotage",
  autoconsumption: "Autoconsommation collective",
  queued_reports: "Rapports en préparation",
  platform: "Plateforme",
};

/** French name of an area of the API; its own name when it has none. */
export function areaLabel(area: string): string {
  return AREA_LABELS[area] ?? area;
}
