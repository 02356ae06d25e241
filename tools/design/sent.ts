/** What the forms of the page sent. @module */

import type { AlarmSelection } from "@/lib/alarms/schema.ts";
import type { FieldError } from "@/lib/base/validators.ts";

export interface SentImage {
  /** URL of the accepted image; null for none. */
  readonly taken: string | null;
  readonly error: FieldError | null;
}

export interface Sent {
  readonly image: SentImage;
  /** Result of a button of the list of alarms; null before one was pressed. */
  readonly pressed: readonly AlarmSelection[] | null;
}
