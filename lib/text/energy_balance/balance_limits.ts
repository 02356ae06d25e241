import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";

/** The three limits of the help text. @spec balance.limits */
export const BALANCE_LIMITS: readonly string[] = [
  "Le gaz est compté en PCS, le solaire et le chauffage urbain en énergie utile : on compare chaque chaufferie à son propre objectif, pas les niveaux de deux chaufferies entre eux.",
  "Le solaire est ajouté pour sa valeur utile, comme le veut le contrat. Avec un rendement de chaudière de 85 %, l’équivalent à la chaudière serait 1,18 fois plus grand.",
  "Une erreur de 10 kWh/m³ sur q, pour 150 m³ d’eau chaude, décale NC de 1 500 kWh par mois, soit 10 à 14 % de NC en mai ou en octobre.",
].map(withNoBreaks);
