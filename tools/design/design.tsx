/**
 * The page `/design`: every widget in every state. `dev.ts serve` adds it to the app; it is not in the build.
 *
 * @module
 */

import type { App, Context } from "fresh";
import { readList } from "@/components/web/read_list.ts";
import { pressedSelections, SELECTION_FIELDS, sentSelections } from "@/lib/alarms/selections.ts";
import { windowTitle } from "@/lib/ui/page_titles.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { define, type State } from "@/lib/web/state.ts";
import { uploadedImage } from "@/lib/web/uploads.ts";
import { DesignPage } from "./DesignPage.tsx";
import { ROWS, SAMPLES, SELECTIONS } from "./samples.ts";
import type { Sent, SentImage } from "./sent.ts";
import { DESIGN_PATH } from "./states.ts";

/** Larger than the largest image, so that the page itself reports an image that is too large. */
const MAX_FORM_BYTES = 4_000_000;

const NOTHING_SENT: Sent = { image: { taken: null, error: null }, pressed: null };

const handler = define.handlers({
  GET(ctx) {
    const { state, url } = ctx;
    state.title = windowTitle("Éléments de l’interface");
    return readList(url, ROWS, SAMPLES).file ?? shown(ctx, NOTHING_SENT);
  },
  async POST(ctx) {
    ctx.state.title = windowTitle("Éléments de l’interface");
    const sent = await sentTo(ctx);
    return sent === null ? seeOther(ctx, DESIGN_PATH) : shown(ctx, sent);
  },
});

export function withDesign(app: App<State>): App<State> {
  return app.route(DESIGN_PATH, { handler });
}

/** A route added to an app has no data type: its page is rendered here. */
function shown(ctx: Context<State>, sent: Sent): Promise<Response> {
  const options = { skipInheritedLayouts: true };
  return ctx.render(<DesignPage url={ctx.url} sent={sent} />, {}, options);
}

/** The submitted form; null when it has no fields. */
async function sentTo(ctx: Context<State>): Promise<Sent | null> {
  const { values, all, file } = await readSubmission(ctx, ["intent"], { maxBytes: MAX_FORM_BYTES });
  const chosen = file("image");
  if (chosen !== null) return { ...NOTHING_SENT, image: await sentImage(chosen) };
  const [picked = ""] = all(SELECTION_FIELDS.picked);
  const pressed = pressedSelections(sentSelections(all, SELECTIONS), values.intent, picked);
  return pressed === null ? null : { ...NOTHING_SENT, pressed };
}

async function sentImage(file: File): Promise<SentImage> {
  const upload = await uploadedImage(file);
  if (!upload.ok) return { taken: null, error: upload.error };
  const { mimeType, bytes } = upload.image;
  return { taken: `data:${mimeType};base64,${bytes.toBase64()}`, error: null };
}
