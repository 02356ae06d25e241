import type { Backend } from "../../contract/catalogue.ts";
import type { STOCK_CALLS } from "../../contract/stock.ts";
import type { Services } from "./services.ts";
import { createStockImport, getStockImport, runStockImport } from "./stock_imports.ts";

/** A landlord's stock brought in by CSV: its lines are written by the calls a page would ask. */
export function stockArea(services: Services, backend: () => Backend) {
  const tools = { services, backend };
  return {
    createStockImport: (input, caller) => createStockImport(tools, input, caller),
    getStockImport: (input) => getStockImport(tools, input),
    runStockImport: (input, caller) => runStockImport(tools, input, caller),
  } satisfies Pick<Backend, keyof typeof STOCK_CALLS>;
}
