import { Notice } from "@/components/page/Page.tsx";
import { SAVING_TEXTS, type SavingFailure } from "@/lib/text/projects/projects.ts";

interface SavingFailedProps {
  failure: SavingFailure;
  /** URL of the form's page, to which the sign-in redirects. */
  path: string;
}

/** Why a form was not saved and is unchanged; the sign-in link opens another tab. */
export function SavingFailed({ failure, path }: SavingFailedProps) {
  return (
    <Notice tone="very-bad" live>
      {SAVING_TEXTS[failure]}{" "}
      {failure === "signed-out" && (
        <a href={path} target="_blank">Se connecter dans un autre onglet</a>
      )}
    </Notice>
  );
}
