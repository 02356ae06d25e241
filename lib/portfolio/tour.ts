/** Lists the steps of the guided tour with their words and links. @module */

import { addDays, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { links } from "@/lib/ui/links.ts";

/** Days since the power cut of the first residence. */
const POWER_CUT_DAYS = 20;

interface TourStep {
  readonly name: string;
  readonly look: string;
  pathOn(today: IsoDate): string;
}

/** The eight pages that show the stories of the demo. @spec demo.tour */
const STEPS: readonly TourStep[] = [
  {
    name: "Les 22 résidences",
    look:
      "«\u00A0À faire\u00A0» nomme d’abord l’eau chaude trop froide, puis les chaufferies au-dessus de leur objectif, les séries muettes et les documents en retard, avec qui s’en charge. La carte et la liste comptent les alertes de chaque résidence.",
    pathOn: () => links.residences(),
  },
  {
    name: "Les alertes ouvertes",
    look:
      "Chacune a sa cause\u00A0: un skydome resté ouvert, une sonde muette, une eau chaude trop froide. À La Roseraie, le retour de boucle est à la température du départ\u00A0: une vanne de mélange est bloquée. Ouvrez l’alerte\u00A0: sa courbe et ses commentaires disent depuis quand.",
    pathOn: () => links.orgAlarms(),
  },
  {
    name: "Une chaufferie qui dérive",
    look:
      "Aux Coquelicots, l’écart à l’objectif grandit de janvier à mai\u00A0: le brûleur s’encrasse. Nettoyé en été, il est de nouveau juste en automne.",
    pathOn: (today) => links.energyBalance("p15", "p15-c1", `monthly/${yearOf(today) - 1}`),
  },
  {
    name: "Une fuite la nuit",
    look:
      "Ce logement des Tilleuls consomme de l’eau froide à toutes les heures, entre 2\u00A0h et 5\u00A0h aussi. Son occupant a reçu un message.",
    pathOn: (today) =>
      links.housingSeries(
        { projectId: "p01", houseId: "p01-l007" },
        "p01-l-efs",
        `hourly/${addDays(today, -1).replaceAll("-", "/")}`,
      ),
  },
  {
    name: "Des collecteurs muets",
    look:
      "Une coupure de courant a fait taire les collecteurs pendant 31\u00A0heures\u00A0: une seule alerte, levée après 24\u00A0heures de silence, qui réunit celles de tous les capteurs. Les compteurs n’ont rien perdu.",
    pathOn: (today) => links.alarms("p01", "", yearOf(addDays(today, -POWER_CUT_DAYS))),
  },
  {
    name: "Des documents en retard",
    look:
      "Les carnets sanitaires de la Cité Jean-Moulin et des Cèdres manquent, comme les certificats de ramonage du Parc des Peupliers. Parmi les documents à valider, celui du Val Fleuri annonce une eau chaude trop froide\u00A0: la résidence en a une alerte.",
    pathOn: () => links.documentList("late"),
  },
  {
    name: "Le chauffage piloté",
    look:
      "Avec le compte pilotage\u00A0: ce qui est demandé au module de chaque logement, ce qu’il a appliqué, et depuis quand les autres l’attendent.",
    pathOn: () => links.pilot("p01"),
  },
  {
    name: "La page d’un locataire",
    look:
      "Avec le compte locataire\u00A0: ses consommations, ses messages et son accord, et rien des voisins. Les 22\u00A0°C qui y étaient choisis ne sont plus permis\u00A0: la page dit ce qui est demandé à la place.",
    pathOn: () => links.ownHouse({ projectId: "p01", houseId: "p01-l001" }),
  },
];

/** The steps of the tour, with their addresses on a day. */
export function tourSteps(today: IsoDate) {
  return STEPS.map(({ pathOn, ...words }) => ({ path: pathOn(today), ...words }));
}
