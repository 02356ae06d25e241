import type { OwnContact } from "@/lib/domain/housing/own_house.ts";

/** Whom an occupant may call, the first first. */
export function OwnContactList({ contacts }: { contacts: readonly OwnContact[] }) {
  return (
    <ul>
      {contacts.map(({ id, name, phone, mail }) => (
        <li key={id}>
          {name}
          {phone !== "" && (
            <>
              , <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
            </>
          )}
          {mail !== "" && (
            <>
              , <a href={`mailto:${mail}`}>{mail}</a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
