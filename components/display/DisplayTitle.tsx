import { PageTitle } from "@/components/page/PageTitle.tsx";
import { links } from "@/lib/links/links.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";

interface DisplayTitleProps {
  title: string;
  project: { readonly id: string; readonly name: string };
  /** The other pages of the information screen. */
  pages: readonly { readonly href: string; readonly label: string }[];
}

/** The title of a page of the information screen, with the way to the others. */
export function DisplayTitle({ title, project: { id, name }, pages }: DisplayTitleProps) {
  return (
    <PageTitle
      title={title}
      subtitle={name}
      back={title === PAGE_NAMES.displayMessages
        ? { href: links.residence(id), label: name }
        : { href: links.displayMessages(id), label: PAGE_NAMES.displayMessages }}
    >
      {pages.map(({ href, label }) => <a key={href} class="button" href={href}>{label}</a>)}
    </PageTitle>
  );
}
