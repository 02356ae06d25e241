import { MOST_OCCUPANT_RANGE_C } from "@/lib/domain/pilot/limits.ts";
import type { PilotFeatures } from "@/lib/domain/pilot/types.ts";
import { check, number } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { PILOT_FEATURE_LABELS } from "@/lib/text/pilot/config.ts";

/** Features controlled by the modules of a residence. @spec pilot.features, pilot.occupant-range */
export const PILOT_FEATURES_FORM = form({
  name: "pilot",
  fields: {
    occupantRangeC: number({
      label: "Écart permis à l’occupant",
      unit: "°C",
      hint: "De part et d’autre de la température de confort\u00A0; 0 pour ne rien permettre.",
      required: true,
      min: 0,
      max: MOST_OCCUPANT_RANGE_C,
      step: 0.5,
    }),
    ch_pilot: check({
      label: PILOT_FEATURE_LABELS.ch_pilot,
      hint:
        "Température de confort, baisse de nuit et arrêt du chauffage sont envoyés aux modules.",
    }),
    clim_pilot: check({
      label: PILOT_FEATURE_LABELS.clim_pilot,
      hint: "La température à ne pas dépasser est envoyée aux modules.",
    }),
    watertank_pilot: check({
      label: PILOT_FEATURE_LABELS.watertank_pilot,
      hint: "Les heures de chauffe du ballon sont envoyées aux modules.",
    }),
    house_status: check({
      label: PILOT_FEATURE_LABELS.house_status,
      hint: "Un logement se met en absence, depuis la page de son module.",
    }),
  } satisfies Record<keyof Omit<PilotFeatures, "version">, unknown>,
});
