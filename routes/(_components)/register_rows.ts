import { type Register, rulesOf } from "@/components/contracting/RegisterPage.tsx";
import { listedRows } from "@/lib/web/files/table_file.ts";

/** The rows of a register that match the page's URL, in order; or its file, when the URL requests it. */
export function registerRows<Row>(url: URL, all: readonly Row[], register: Register<Row>) {
  return listedRows(url, all, { ...register, rules: rulesOf(register) });
}
