/** The accounts of the demo, which anyone may use. @module */

import { emailKey } from "@/lib/base/typed_formats.ts";

/** An account of the demo, printed at start: anyone may sign in with it. */
export interface DemoAccount {
  /** Identical in every process: a session outlives the process in which it was opened. */
  id: string;
  email: string;
  password: string;
  forename: string;
  surname: string;
  /** Description of the account in French, for the console and the sign-in page. */
  shows: string;
}

/**
 * The accounts of the demo: the two of the specification, a landlord with its other data set, and a user who lives in a
 * dwelling.
 *
 * @spec demo.accounts
 */
export const DEMO_ACCOUNTS = {
  landlord: {
    id: "demo-bailleur",
    email: "bailleur@demo.example",
    password: "demo-bailleur",
    forename: "Camille",
    surname: "Martin",
    shows: "bailleur, 22 résidences",
  },
  pilot: {
    id: "demo-pilote",
    email: "pilote@demo.example",
    password: "demo-pilote",
    forename: "Dominique",
    surname: "Leroy",
    shows: "pilotage, une résidence",
  },
  sample: {
    id: "demo-exemple",
    email: "exemple@demo.example",
    password: "demo-exemple",
    forename: "Gérard",
    surname: "Lambert",
    shows: "petit bailleur, 3 résidences",
  },
  occupant: {
    id: "demo-locataire",
    email: "locataire@demo.example",
    password: "demo-locataire",
    forename: "Hélène",
    surname: "Marchal",
    shows: "locataire, son logement",
  },
} as const satisfies Record<string, DemoAccount>;

/** The provider of the demo whose portal anyone may open: it has documents to deposit, some of them late. @spec demo.entry */
export const DEMO_PROVIDER = {
  email: "documents@aquacontrol.example",
  shows: "prestataire, ses documents à déposer",
} as const;

export function isDemoEmail(email: string): boolean {
  const known: readonly string[] = Object.values(DEMO_ACCOUNTS).map((account) => account.email);
  return known.includes(emailKey(email));
}
