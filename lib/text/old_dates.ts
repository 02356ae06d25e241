/** Confirmations of unusually old dates. */
export const OLD_DATE_LABELS = {
  file: "Le fichier contient des relevés très anciens\u00A0: les accepter",
  typed: "Cette date ancienne est juste",
} as const;
