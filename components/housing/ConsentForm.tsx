import { PostForm } from "@/components/forms/PostForm.tsx";
import { isHeld } from "@/lib/domain/housing/occupancy.ts";
import type { Consent } from "@/lib/domain/housing/types.ts";
import { ownConsentText } from "@/lib/text/housing/own_house.ts";

/** The occupant's consent to fine data: its state, and the button that changes it. */
export function ConsentForm({ consent, action }: { consent: Consent | null; action: string }) {
  const holds = isHeld(consent);
  return (
    <PostForm action={action} class="row">
      <input type="hidden" name="form" value="consent" />
      <p>{ownConsentText(consent)}</p>
      <button type="submit" class="button" name="agreed" value={holds ? "no" : "yes"}>
        {holds ? "Retirer mon accord" : "Donner mon accord"}
      </button>
    </PostForm>
  );
}
