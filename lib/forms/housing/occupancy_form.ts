import { isBackwards } from "@/lib/domain/forms/typed_fields.ts";
import { required } from "@/lib/domain/forms/validators.ts";
import {
  CONSENT_SOURCE_MAX_LENGTH,
  OCCUPANT_NAME_MAX_LENGTH,
} from "@/lib/domain/housing/limits.ts";
import type { Occupancy } from "@/lib/domain/housing/types.ts";
import { date, email, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { OCCUPANCY_LABELS as LABELS } from "@/lib/text/housing/occupancies.ts";

/**
 * An occupancy of a dwelling: it ends after it begins; a consent has a day and a source, and precedes its withdrawal.
 *
 * @spec housing.occupancies
 */
export const OCCUPANCY_FORM = form({
  name: "occupancy",
  fields: {
    name: text({ label: LABELS.name, required: true, maxLength: OCCUPANT_NAME_MAX_LENGTH }),
    email: email({ label: LABELS.email }),
    from: date({ label: LABELS.from, required: true }),
    to: date({ label: LABELS.to, hint: "Vide tant que la personne habite là" }),
    givenOn: date({ label: LABELS.givenOn, hint: "Obligatoire avec une preuve ou un retrait" }),
    source: text({
      label: LABELS.source,
      hint:
        "Obligatoire pour un accord\u00A0: ce qui a été signé, et comment («\u00A0annexe au bail, sur papier\u00A0»)",
      maxLength: CONSENT_SOURCE_MAX_LENGTH,
    }),
    withdrawnOn: date({
      label: LABELS.withdrawnOn,
      hint: "Ferme aussitôt les données fines, passées comprises",
    }),
  },
  check({ from = "", to = "", givenOn = "", source = "", withdrawnOn = "" }) {
    const isAgreed = givenOn + source.trim() + withdrawnOn !== "";
    const [noDay, noSource] = isAgreed ? [required(givenOn), required(source)] : [];
    return {
      ...isBackwards(from, to) && { to: { code: "date-order" } },
      ...isBackwards(givenOn, withdrawnOn) && { withdrawnOn: { code: "date-order" } },
      ...noDay && { givenOn: noDay },
      ...noSource && { source: noSource },
    };
  },
  body: ({ givenOn, source, withdrawnOn, ...stay }) => ({
    ...stay,
    consent: givenOn === null ? null : { givenOn, source, withdrawnOn },
  }),
  // An erased person has no name to display.
  values: (
    { name, consent, ...stay }: Pick<Occupancy, "name" | "email" | "from" | "to" | "consent">,
  ) => ({
    ...stay,
    name: name ?? "",
    givenOn: consent?.givenOn ?? null,
    source: consent?.source ?? "",
    withdrawnOn: consent?.withdrawnOn ?? null,
  }),
});
