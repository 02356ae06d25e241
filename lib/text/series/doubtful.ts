import { capitalized } from "@/lib/text/format/first_letter.ts";
import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";

/** Sign of a doubtful figure, beside it. @spec series.doubtful */
export const DOUBTFUL = "douteux";

/** Why a figure is doubtful, after what it is about: "Chiffre douteux". */
export const DOUBTFUL_REASON = "un index erroné ou à confirmer, ou un saut d’index";

/** The sign and its reason, as a note beside a figure. */
export const DOUBTFUL_NOTE = withNoBreaks(`chiffre douteux : ${DOUBTFUL_REASON}`);

/** The same as a sentence, without its full stop. */
export const DOUBTFUL_SENTENCE = capitalized(DOUBTFUL_NOTE);

/** Beside a figure of the year before that is doubtful. */
export const BEFORE_DOUBTFUL = `un an avant ${DOUBTFUL}`;

/** A figure with its sign: "6,2 m³ (douteux)"; "" stays "". */
export function withDoubt(text: string, doubtful: boolean | undefined): string {
  return doubtful && text !== "" ? `${text} (${DOUBTFUL})` : text;
}
