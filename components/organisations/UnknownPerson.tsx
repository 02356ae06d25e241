import { Notice } from "@/components/page/Page.tsx";
import { emailKey } from "@/lib/domain/forms/email.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";

/** For an address without an account: how to invite its owner (B §5 "the user is not found"). */
export function UnknownPerson({ shown }: { shown: ShownForm | null }) {
  if (shown?.code !== "unknown-user") return null;
  const email = emailKey(shown.values.email ?? "");
  return (
    <Notice tone="bad" live title={`Aucun compte n’a l’adresse ${email}`}>
      <p>
        <a class="button button-small" href={links.invitation(email)}>{PAGE_NAMES.invitation}</a>
      </p>
    </Notice>
  );
}
