/** What an error page says: what happened, and what to do next. */
export interface ErrorPageText {
  title: string;
  explanation: string;
  next: string;
}

const PAGES: Readonly<Record<number, ErrorPageText>> = {
  400: {
    title: "Adresse incorrecte",
    explanation: "Le lien suivi ou la période demandée ne correspond à rien.",
    next: "Vérifiez l’adresse, ou repartez de la liste des résidences.",
  },
  401: {
    title: "Connexion nécessaire",
    explanation: "Votre session est terminée.",
    next: "Connectez-vous pour retrouver cette page.",
  },
  403: {
    title: "Accès refusé",
    explanation: "Vos droits sur cette résidence ne couvrent pas cette page.",
    next: "Demandez l’accès à un administrateur de votre organisation.",
  },
  404: {
    title: "Page introuvable",
    explanation: "Cette page n’existe pas, ou elle ne vous est pas ouverte.",
    next: "Vérifiez l’adresse, ou repartez de la liste des résidences.",
  },
  405: {
    title: "Action impossible ici",
    explanation: "Cette page ne reçoit pas ce type d’envoi.",
    next: "Revenez à la page précédente et recommencez.",
  },
  408: {
    title: "Envoi trop lent",
    explanation: "L’envoi n’est pas arrivé en entier dans le temps prévu.",
    next: "Vérifiez votre connexion, puis recommencez.",
  },
  409: {
    title: "Modification simultanée",
    explanation: "Une autre personne a enregistré une modification entre-temps. La vôtre n’a pas été gardée.",
    next: "Revenez à la page, relisez les valeurs et recommencez.",
  },
  413: {
    title: "Envoi trop volumineux",
    explanation: "Le fichier ou le formulaire dépasse la taille permise.",
    next: "Réduisez la taille du fichier, puis recommencez.",
  },
  429: {
    title: "Trop de demandes",
    explanation: "Beaucoup de demandes sont arrivées en peu de temps depuis votre accès.",
    next: "Attendez une minute, puis rechargez la page.",
  },
  501: {
    title: "Fonction indisponible",
    explanation: "Cette fonction n’est pas servie par cette installation.",
    next: "Repartez de la liste des résidences.",
  },
  502: {
    title: "Service distant injoignable",
    explanation: "Le serveur qui détient les données ne répond pas.",
    next: "Réessayez dans quelques minutes.",
  },
  503: {
    title: "Enregistrement momentanément impossible",
    explanation: "Les données peuvent être lues, mais rien ne peut être enregistré pour l’instant.",
    next: "Réessayez dans quelques minutes ; si cela dure, prévenez la personne qui administre la plateforme.",
  },
};

const FAULT: ErrorPageText = {
  title: "Une erreur est survenue",
  explanation: "La page n’a pas pu être préparée. L’incident est consigné.",
  next: "Rechargez la page ; si l’erreur revient, signalez-la avec la référence ci-dessous.",
};

/** The words of an error page for an HTTP status; those of a fault for a status without its own. */
export function errorPageText(status: number): ErrorPageText {
  return PAGES[status] ?? FAULT;
}
