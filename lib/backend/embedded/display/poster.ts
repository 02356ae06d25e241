import type { Services } from "@/lib/backend/embedded/services.ts";
import type { PdfBlock } from "@/lib/backend/files/tagged_pdf.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { DisplayContact, DisplayMessage, DisplayScreen } from "@/lib/domain/display/types.ts";
import { NO_MESSAGE, posterDay, posterFileName, shownUntil } from "@/lib/text/display.ts";
import { getDisplayScreen } from "./screen.ts";

/** The messages and contacts of today on a sheet to pin up. @spec display.poster */
export async function getDisplayPoster(
  services: Services,
  { projectId }: Input<"getDisplayPoster">,
): Promise<Outcome<"getDisplayPoster">> {
  const screen = await getDisplayScreen(services, projectId);
  if (!screen.ok) return screen;
  // The library is large, and a server that prints no poster never needs it.
  const { taggedPdf } = await import("@/lib/backend/files/tagged_pdf.ts");
  const { residence, today } = screen.answer;
  const bytes = await taggedPdf({
    title: residence,
    blocks: posterBlocks(screen.answer),
    now: services.now(),
  });
  return { ok: true, answer: { fileName: posterFileName(residence, today), bytes } };
}

function posterBlocks({ residence, today, messages, contacts }: DisplayScreen): PdfBlock[] {
  return [
    { tag: "H1", text: residence, size: 34, isBold: true, above: 0 },
    { tag: "P", text: posterDay(today), size: 16, above: 4 },
    { tag: "H2", text: "Messages", size: 22, isBold: true, above: 26 },
    ...messages.length === 0
      ? [{ tag: "P", text: NO_MESSAGE, size: 20, above: 10 } as const]
      : messages.flatMap(messageBlocks),
    ...contacts.length === 0
      ? []
      : [{ tag: "H2", text: "Contacts", size: 22, isBold: true, above: 26 } as const],
    ...contacts.flatMap(contactBlocks),
  ];
}

function messageBlocks({ priority, message, to }: DisplayMessage): PdfBlock[] {
  const until = shownUntil(to);
  return [
    { tag: "P", text: message, size: 20, isBold: priority === 1, above: 14 },
    ...until === null ? [] : [{ tag: "P", text: until, size: 13, above: 2 } as const],
  ];
}

function contactBlocks({ name, phone, mail }: DisplayContact): PdfBlock[] {
  const ways = [phone, mail].filter((way) => way !== "").join(" – ");
  return [
    { tag: "P", text: name, size: 16, isBold: true, above: 10 },
    ...ways === "" ? [] : [{ tag: "P", text: ways, size: 16, above: 0 } as const],
  ];
}
