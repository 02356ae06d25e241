/** The Worker that draws PDFs: several documents in parallel, a page at a time. @module */

import { parentPort } from "node:worker_threads";
import { DrawnPdf } from "./pdf_drawing.ts";
import type { DrawingAnswer, DrawingTask } from "./pdf_writer.ts";
import { messageOf } from "./worker_messages.ts";

const open = new Map<number, DrawnPdf>();

parentPort?.on("message", async (task: DrawingTask) => {
  parentPort?.postMessage(await answerTo(task));
});

async function answerTo(task: DrawingTask): Promise<DrawingAnswer> {
  const { id } = task;
  try {
    return { id, buffers: (await drawn(task)).map(messageOf) };
  } catch (fault) {
    open.delete(id);
    return { id, fault: String(fault) };
  }
}

async function drawn(task: DrawingTask): Promise<Uint8Array<ArrayBuffer>[]> {
  if (task.kind === "open") open.set(task.id, new DrawnPdf(task.options));
  if (task.kind === "drop") open.delete(task.id);
  if (task.kind === "open" || task.kind === "drop") return [];
  const pdf = open.get(task.id);
  if (pdf === undefined) throw new TypeError(`No document ${task.id}`);
  if (task.kind === "page") pdf.addPage(task.page);
  if (task.kind === "end") {
    open.delete(task.id);
    await pdf.end();
  }
  return pdf.taken();
}
