import { type Register, rulesOf } from "@/components/contracting/RegisterPage.tsx";
import { keptRows } from "@/lib/web/files/table_file.ts";

/** The rows of a register that the address of its page keeps, in order; its file instead, when the address asks for it. */
export function registerRows<Row>(url: URL, all: readonly Row[], register: Register<Row>) {
  return keptRows(url, all, { ...register, rules: rulesOf(register) });
}
