/** Shows the list of users and the states of their invitations. @module */

import { fileColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { Notice } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { yesOrNo } from "@/lib/base/text_format.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { MAILS_WAIT } from "@/lib/identity/text.ts";
import { nameValue, type UserLine } from "@/lib/organisations/member_rules.ts";
import { INVITATION_RESENDING, INVITED, personText, rolesText } from "@/lib/organisations/text.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";

/** The button that mails an invitation again. */
export function InvitationResending({ email, action }: { email: string; action: string }) {
  return (
    <PostForm class="row-form" action={action}>
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="button button-small" name="intent" value="resend">
        {INVITATION_RESENDING.label} <span class="visually-hidden">à {email}</span>
      </button>
    </PostForm>
  );
}

/** Says that an invitation was mailed again. @param waits no server sends mails: it waits on this machine */
export function InvitationResent({ waits }: { waits: boolean }) {
  return (
    <div id="invitation">
      <Notice tone={waits ? "bad" : "good"} live title={INVITATION_RESENDING.done}>
        <p>{waits ? MAILS_WAIT : INVITATION_RESENDING.text}</p>
      </Notice>
    </div>
  );
}

/** For an address without an account: how to invite its owner (B §5 "the user is not found"). */
export function UnknownPerson({ shown }: { shown: ShownForm | null }) {
  if (shown?.code !== "unknown-user") return null;
  const email = emailKey(shown.values.email ?? "");
  return (
    <Notice tone="bad" live title={`Aucun compte n’a l’adresse ${email}`}>
      <p>
        <a class="button button-small" href={links.invitation(email)}>{PAGES.invitation.title}</a>
      </p>
    </Notice>
  );
}

const ADMIN_FILTER = { yes: "yes", no: "no" } as const;

/** The people of an organisation. @spec tables.filters */
export const USERS: List<UserLine> = {
  path: links.users(),
  fileName: "utilisateurs.csv",
  columns: [
    {
      field: "surname",
      label: "Nom",
      cell: (line) => (
        <>
          <a href={links.user(line.email)}>{personText(line)}</a>
          {line.isInvited && <div class="small soft">{INVITED}</div>}
        </>
      ),
      value: ({ surname }) => surname,
      sort: nameValue,
    },
    fileColumn("Prénom", ({ forename }) => forename),
    textColumn("email", "Email", ({ email }) => email),
    textColumn("admin", "Administrateur", ({ isAdmin }) => yesOrNo(isAdmin), {
      cell: ({ isAdmin }) => isAdmin ? "Oui" : "",
      sort: ({ isAdmin }) => !isAdmin,
    }),
    textColumn("teams", "Équipes", ({ teams }) => teams.join(", "), {
      sort: ({ teams }) => teams.length === 0 ? null : teams,
    }),
    {
      field: "residences",
      label: "Résidences avec des rôles directs",
      number: true,
      cell: ({ residences }) => residences.length || "",
      sort: ({ residences }) => residences.length,
    },
    fileColumn(
      "Rôles directs",
      ({ residences }) =>
        residences.map(({ name, roles }) => `${name} : ${rolesText(roles)}`).join(" | "),
    ),
  ],
  ties: nameValue,
  filters: [
    {
      field: "admin",
      label: "Administrateur",
      value: ({ isAdmin }) => isAdmin ? ADMIN_FILTER.yes : ADMIN_FILTER.no,
      options: [
        { value: ADMIN_FILTER.yes, label: "Oui" },
        { value: ADMIN_FILTER.no, label: "Non" },
      ],
    },
    { field: "team", label: "Équipe", value: ({ teams }) => teams },
    {
      field: "residence",
      label: "Résidence",
      value: ({ residences }) => residences.map(({ name }) => name),
    },
  ],
  words: ({ email, forename, surname }) => [forename, surname, email],
  noun: "personne",
  nothing: "Aucune personne trouvée",
  icon: "person",
  empty: { title: "Aucune personne", icon: "person" },
};

/** Sends the invitation again to those who have not answered, from the list as it is shown. */
export function resendingColumn(action: string): TableColumn<UserLine> {
  return {
    field: "act",
    label: "Suite",
    sortable: false,
    cell: (line) => line.isInvited && <InvitationResending email={line.email} action={action} />,
  };
}
