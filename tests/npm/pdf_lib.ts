/** Another writer of PDFs, and another reader of their objects, than those of the program. */
export { PDFDict, PDFDocument, PDFName } from "npm:pdf-lib@1.17.1";
