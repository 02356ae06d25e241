import { dialledNumber } from "@/lib/domain/display/phone.ts";
import type { OwnContact } from "@/lib/domain/housing/types.ts";

/** Contacts of an occupant, by priority. */
export function OwnContactList({ contacts }: { contacts: readonly OwnContact[] }) {
  return (
    <ul>
      {contacts.map(({ id, name, phone, mail }) => (
        <li key={id}>
          {name}
          {phone !== "" && (
            <>
              , <Phone text={phone} />
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

function Phone({ text }: { text: string }) {
  const number = dialledNumber(text);
  return number === null ? <>{text}</> : <a href={`tel:${number}`}>{text}</a>;
}
