import { Notice } from "@/components/page/Notice.tsx";
import { SAVING_TEXTS, type SavingFailure } from "@/lib/text/projects/projects.ts";

interface SavingFailedProps {
  failure: SavingFailure;
  /** The page of the form: who is not signed in is asked to, on the way there. */
  path: string;
}

/** Why a form was not saved and stays as it was; another tab signs in without leaving it. */
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
