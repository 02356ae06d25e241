/** The French sentence of each error code. @module */

import type { ErrorCode } from "./errors.ts";

/** French sentence of each code: what happened, then what to do. */
const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  "bad-request":
    "La demande n’a pas été comprise. Vérifiez l’adresse, ou revenez à la page précédente.",
  "invalid-input": "Une valeur n’est pas acceptée. Corrigez les champs signalés, puis recommencez.",
  "bad-period": "La période demandée est mal écrite, ou n’a pas commencé. Choisissez-en une autre.",
  "user-not-found":
    "Aucun compte ne correspond à cette adresse. Vérifiez l’adresse, puis recommencez.",
  "bad-password": "Le mot de passe est incorrect. Vérifiez-le, puis recommencez.",
  "bad-old-password": "L’ancien mot de passe est incorrect. Vérifiez-le, puis recommencez.",
  "bad-code": "Le code est incorrect ou périmé. Vérifiez-le, ou demandez un nouveau code.",
  "unknown-user":
    "Aucun compte ne correspond à cette adresse. Vérifiez l’adresse, ou invitez cette personne.",
  "unproven-address":
    "La personne qui a ce compte n’a pas confirmé son adresse. Invitez-la : le mail la confirme, puis donnez-lui ses droits.",
  "user-already-exists":
    "Un compte existe déjà avec cette adresse. Utilisez une autre adresse, ou ce compte.",
  "bad-refresh-token": "La session ne peut plus être prolongée. Connectez-vous de nouveau.",
  "not-signed-in": "Votre session est terminée. Connectez-vous pour continuer.",
  "forbidden":
    "Vos droits ne permettent pas cette action. Demandez-les à un administrateur de votre organisation.",
  "not-found":
    "Cet élément n’existe pas ou plus, ou il ne vous est pas ouvert. Repartez de la liste.",
  "method-not-allowed":
    "Cette action n’est pas possible ici. Revenez à la page précédente et recommencez.",
  "too-slow":
    "L’envoi n’est pas arrivé en entier dans le temps prévu. Vérifiez votre connexion, puis recommencez.",
  "conflict":
    "Une autre personne a enregistré une modification entre-temps. Comparez les deux versions, puis recommencez.",
  "to-confirm": "Rien n’est encore enregistré. Lisez ce que cette action fait, puis confirmez-la.",
  "due-date-too-far":
    "L’échéance se choisit entre le 1er janvier de l’an dernier et la même date dans 30 ans. Corrigez-la.",
  "before-due-date":
    "La nouvelle échéance est avant celle du document. Choisissez le même jour, ou un jour d’après.",
  "silence-too-long":
    "Des travaux suspendent les alertes 400 jours au plus. Avancez leur fin\u00A0; vous pourrez la reporter.",
  "postponed-too-far":
    "Ce jour ne convient pas à un report. Choisissez un jour à partir de demain, d’ici un an.",
  "other-account":
    "Cette page a été ouverte avec un autre compte que celui où vous êtes maintenant. Reconnectez-vous avec ce compte, ou rouvrez la page.",
  "other-organisation":
    "Cette page est celle d’une autre organisation que celle où vous travaillez maintenant. Revenez à cette organisation, ou rouvrez la page.",
  "last-administrator":
    "C’est le dernier administrateur de l’organisation. Nommez-en un autre avant de retirer celui-ci\u00A0: une personne invitée compte une fois qu’elle a accepté.",
  "role-not-offered":
    "Un des rôles choisis n’est pas proposé sur cette résidence. Rechargez la page et choisissez de nouveau.",
  "unknown-reference":
    "Un élément choisi n’existe plus. Rechargez la page et choisissez de nouveau.",
  "unsuitable-series":
    "Cette série mesure autre chose que ce qui est lu ici. Choisissez-en une autre.",
  "unit-mismatch":
    "La source envoie ses valeurs dans une unité qui ne se convertit pas en celle de la série. Choisissez une autre série, ou corrigez l’unité envoyée.",
  "one-tag-per-group":
    "Deux valeurs d’une même catégorie ont été choisies. Gardez-en une seule par catégorie.",
  "source-taken":
    "Cette source alimente déjà une autre série. Détachez-la de l’autre série, puis recommencez.",
  "shared-series":
    "D’autres sources alimentent cette série\u00A0: rien ne dit quels relevés enregistrés viennent de celle-ci. Détachez les autres, ou choisissez une date après le dernier relevé.",
  "series-twice":
    "Deux valeurs de l’appareil iraient dans la même série. Choisissez une autre série pour l’une d’elles.",
  "too-many-changes":
    "Trop de relevés enregistrés changeraient d’un coup. Choisissez d’abord une date plus récente, puis une plus ancienne.",
  "simulated-series":
    "La démonstration calcule cette série\u00A0: des relevés envoyés ne s’y verraient pas. Créez une série pour cette source, elle les gardera le temps de la visite.",
  "document-not-awaiting-validation":
    "Ce document n’attend plus de validation. Rechargez la page pour voir son état.",
  "document-not-awaiting-upload":
    "Ce document n’attend pas de dépôt. Rechargez la page pour voir son état.",
  "consumption-reports-off":
    "Les bilans de consommation de cette résidence sont désactivés. Ils s’activent dans les fonctionnalités de la résidence.",
  "display-off":
    "L’écran d’information n’est pas activé pour cette résidence. Un administrateur de l’organisation peut l’activer.",
  "pilot-feature-off":
    "Cette commande n’est pas activée pour cette résidence. Un administrateur de l’organisation peut l’activer.",
  "outside-range":
    "Cette température sort de la plage que permet le bailleur. Choisissez-en une dans la plage indiquée.",
  "document-management-off":
    "La gestion des documents n’est pas activée. Un administrateur de l’organisation peut l’activer.",
  "off-step":
    "Cette valeur tombe entre deux pas du réglage. Choisissez l’une des deux valeurs les plus proches.",
  "archived": "Cet élément est archivé. Choisissez-en un autre, ou restaurez-le d’abord.",
  "shared-with-others":
    "D’autres résidences que les vôtres sont concernées. Seule peut le faire une personne qui gère les documents de toutes ces résidences, ou qui les gère en étant administrateur de l’organisation.",
  "provider-overlap":
    "Un autre prestataire est chargé du contrat à ces dates. Corrigez-les, ou celles de l’autre.",
  "webhook-secret-missing":
    "Ce webhook n’a pas de secret. Donnez-en un, qui signera ce qui est envoyé.",
  "too-many-readings":
    "Trop de relevés pour une seule suppression\u00A0: 10\u202F000 au plus, et 100 index saisis, moins s’ils sont des textes. Supprimez-les en plusieurs périodes plus courtes.",
  "deleted-reading":
    "Cet index a été supprimé. Vérifiez-le\u202F; s’il est juste, cochez la case qui le remet, ou annulez sa suppression.",
  "limit-reached":
    "Il n’est pas possible d’en ajouter davantage. Retirez-en un avant d’en ajouter.",
  "documents-deposited":
    "Des documents ont été déposés pour cette demande\u00A0: son prestataire et son type restent. Créez une autre demande, après «\u00A0Clore la demande\u00A0» ici.",
  "has-statements":
    "Des décomptes de cette chaufferie ont été envoyés à un exploitant. Gardez-la\u00A0: ils ne se liraient plus sans elle.",
  "in-use": "Cet élément sert encore ailleurs. Retirez-le d’abord de là où il sert.",
  "bad-file": "Le fichier n’a pas pu être lu. Vérifiez son format, puis envoyez-le de nouveau.",
  "bad-workbook":
    "Ce fichier n’est pas un classeur Excel lisible\u00A0: il est d’un ancien format (.xls), protégé par un mot de passe ou abîmé. Enregistrez-le au format .xlsx, sans mot de passe, ou CSV.",
  "bad-values":
    "Des valeurs manquent ou ne sont pas lisibles. Corrigez-les, puis envoyez de nouveau.",
  "too-many-columns":
    "Une ligne du fichier compte plus de 500 colonnes. Gardez les colonnes utiles, ou coupez le fichier en plusieurs, puis recommencez.",
  "too-many-lines":
    "Le fichier compte trop de lignes pour un seul envoi. Coupez-le en plusieurs fichiers, puis recommencez.",
  "too-many-values":
    "Le fichier compte plus d’un million de valeurs. Coupez-le en plusieurs fichiers, puis recommencez.",
  "too-many-names":
    "Le fichier nomme trop de séries, de logements ou de points de livraison différents. Vérifiez ses colonnes, ou coupez-le en plusieurs fichiers.",
  "line-too-long":
    "Une ligne ou une case du fichier est trop longue. Vérifiez les guillemets et les fins de ligne, puis recommencez.",
  "index-taken":
    "Ce compteur a déjà un index à cette date. Supprimez-le d’abord, ou changez la date.",
  "event-taken":
    "Ce compteur a déjà un événement à ce moment. Supprimez-le d’abord, ou changez l’heure.",
  "final-index-too-low":
    "Le dernier index est plus bas que le relevé d’avant. Vérifiez l’index, la date et l’heure.",
  "implausible-value":
    "Aucun compteur n’affiche une telle valeur dans l’unité de la série. Vérifiez la valeur et l’unité.",
  "first-index-too-high":
    "Le premier index est plus haut que le relevé d’après. Vérifiez l’index, la date et l’heure.",
  "too-old":
    "Les relevés de cette époque ne sont plus conservés. Choisissez une date plus récente.",
  "occupancy-over": "Cette personne n’habite plus ce logement. Invitez qui l’occupe aujourd’hui.",
  "occupant-without-email":
    "L’adresse email de l’occupant manque. Indiquez-la, enregistrez, puis invitez-le.",
  "occupants-application-off":
    "L’application des occupants n’est pas ouverte sur cette résidence. Un administrateur peut l’ouvrir dans ses fonctions.",
  "old-date":
    "Cette date est très ancienne. Vérifiez-la\u202F; si elle est juste et postérieure à 1970, cochez la case qui la confirme.",
  "future-date": "Cette date est dans le futur. Choisissez un moment déjà passé.",
  "serial-taken":
    "Ce numéro de série est déjà celui d’un logement de la résidence. Vérifiez-le, puis recommencez.",
  "counted-twice":
    "Ce point de livraison ou ce compteur est déjà dans l’opération : il serait compté deux fois. Choisissez-en un autre.",
  "occupancy-overlap":
    "Ces dates empiètent sur celles d’un autre occupant. Corrigez-les, ou la sortie de l’autre.",
  "terms-taken":
    "Des conditions commencent déjà ce jour-là. Modifiez-les, ou choisissez un autre jour.",
  "statement-not-ready":
    "La saison n’est pas finie, une donnée ou un indice manque, ou un décompte attend une réponse. Ce décompte pourra être envoyé ensuite.",
  "statement-state":
    "Cette action n’est plus possible\u00A0: l’état du décompte a changé. Rechargez la page.",
  "statement-typedoc":
    "Le registre n’a aucun type de document «\u00A0Bilan d’intéressement\u00A0». Ajoutez-le aux types de documents, puis recommencez.",
  "statement-contract":
    "Aucun «\u00A0Bilan d’intéressement\u00A0» n’est attendu pour cette chaufferie, et son contrat d’énergie n’est lié à aucun contrat des documents avec un prestataire en charge. Liez-le dans le contrat d’énergie, puis recommencez.",
  "comment-required":
    "Un décompte se conteste avec un commentaire. Dites pourquoi, puis recommencez.",
  "price-taken":
    "Un prix de cette énergie, au même endroit, commence déjà ce jour-là. Modifiez-le, ou choisissez un autre jour.",
  "pce-taken":
    "Ce numéro de PCE ne peut pas être donné à cette chaufferie avec vos droits. Vérifiez-le ; s’il est juste, demandez à un administrateur de votre organisation de l’enregistrer.",
  "name-taken": "Ce nom est déjà utilisé. Choisissez un autre nom.",
  "code-taken": "Ce code est déjà utilisé. Choisissez un autre code.",
  "too-large":
    "L’envoi dépasse la taille permise. Réduisez le fichier ou le texte, puis recommencez.",
  "too-many-fields":
    "Le formulaire envoyé compte trop de champs. Rechargez la page, puis envoyez-le de nouveau.",
  "unsupported-media-type":
    "Ce type de contenu n’est pas accepté. Envoyez le fichier dans un format accepté.",
  "not-valid": "L’image doit être au format JPEG ou PNG. Choisissez une autre image.",
  "not-enough-times": "La courbe a moins de trois points. Ajoutez des points, puis recommencez.",
  "too-many-requests": "Trop de demandes en peu de temps. Attendez une minute, puis recommencez.",
  "unknown-error":
    "Une erreur est survenue ; elle est consignée. Recommencez, et signalez-la si elle revient.",
  "not-implemented":
    "Cette fonction n’est pas servie par cette installation. Repartez de la liste des résidences.",
  "upstream-unreachable":
    "Le serveur qui détient les données ne répond pas. Réessayez dans quelques minutes.",
  "address-unreachable":
    "Le service national des adresses ne répond pas. Placez le repère à la main, ou réessayez plus tard.",
  "files-unreachable":
    "Les documents ne peuvent être ni déposés ni lus pour l’instant. Réessayez dans quelques minutes.",
  "overloaded": "Le serveur reçoit trop de données à la fois. Réessayez dans quelques secondes.",
  "store-unavailable":
    "Rien ne peut être enregistré pour l’instant ; la lecture reste possible. Réessayez dans quelques minutes.",
  "store-unreachable": "La base de données ne répond pas. Réessayez dans quelques minutes.",
  "maybe-saved":
    "La base de données n’a pas répondu à temps\u00A0: la modification a peut-être été enregistrée. Relisez la page avant de recommencer.",
  "readings-waiting":
    "Beaucoup de relevés viennent d’arriver : ils sont en cours de classement. La page revient d’elle-même dans quelques secondes.",
};

/** The French sentence of a code: what happened and what to do next. @spec calls.errors */
export function errorText(code: ErrorCode): string {
  return SENTENCES[code];
}
