import type { Handler } from "@/lib/backend/embedded/services.ts";
import { type PdfText, pdfText as text } from "@/lib/backend/files/pdf_parts.ts";
import { pdfBytes } from "@/lib/backend/files/pdf_writer.ts";
import type { DisplayContact, DisplayMessage, DisplayScreen } from "@/lib/domain/display/types.ts";
import { NO_MESSAGE, posterDay, posterFileName, shownUntil } from "@/lib/text/display.ts";
import { getDisplayScreen } from "./screen.ts";

/** Today's messages and contacts as a sheet to print. @spec display.poster */
export const getDisplayPoster: Handler<"getDisplayPoster"> = async (services, at) => {
  const screen = await getDisplayScreen(services, at);
  if (!screen.ok) return screen;
  const { residence, today } = screen.answer;
  const bytes = await pdfBytes({ title: residence, now: services.now() }, [
    posterTexts(screen.answer),
  ]);
  return { ok: true, answer: { fileName: posterFileName(residence, today), bytes } };
};

function posterTexts({ residence, today, messages, contacts }: DisplayScreen): PdfText[] {
  return [
    text("H1", residence, { size: 34, isBold: true, above: 0 }),
    text("P", posterDay(today), { size: 16, above: 4 }),
    text("H2", "Messages", { size: 22, isBold: true, above: 26 }),
    ...messages.length === 0
      ? [text("P", NO_MESSAGE, { size: 20, above: 10 })]
      : messages.flatMap(messageTexts),
    ...contacts.length === 0 ? [] : [text("H2", "Contacts", { size: 22, isBold: true, above: 26 })],
    ...contacts.flatMap(contactTexts),
  ];
}

function messageTexts({ priority, message, to }: DisplayMessage): PdfText[] {
  const until = shownUntil(to);
  return [
    text("P", message, { size: 20, isBold: priority === 1, above: 14 }),
    ...until === null ? [] : [text("P", until, { size: 13, above: 2 })],
  ];
}

function contactTexts({ name, phone, mail }: DisplayContact): PdfText[] {
  const ways = [phone, mail].filter((way) => way !== "").join(" – ");
  return [
    text("P", name, { size: 16, isBold: true, above: 10 }),
    ...ways === "" ? [] : [text("P", ways, { size: 16, above: 0 })],
  ];
}
