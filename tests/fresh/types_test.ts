/** Errors of the compiler: `deno check` tests this file; running it only loads the names. */
import { App, type CSPOptions, HttpError, type PageProps } from "fresh";
// @ts-expect-error: the options of csp() are CSPOptions.
import type { CspOptions } from "fresh";
// @ts-expect-error: a handler is `ReturnType<App<State>["handler"]>`.
import type { Handler } from "fresh";
// @ts-expect-error: the options of an app are `ConstructorParameters<typeof App>[0]`.
import type { AppConfig } from "fresh";
import { strictEqual } from "node:assert/strict";

type Unknown = [CspOptions, Handler, AppConfig];

Deno.test("the types that Fresh exports go by its names, and no others (as the real Fresh)", () => {
  const options: CSPOptions = { useNonce: true };
  const others: Unknown | null = null;
  strictEqual(typeof App, "function");
  strictEqual(others ?? options.useNonce, true);
});

Deno.test("the status of an error is one of an error (as the real Fresh)", () => {
  const status: number = 404;
  // @ts-expect-error: any number is too much.
  strictEqual(new HttpError(status).status, 404);
  // @ts-expect-error: 200 is no error.
  strictEqual(new HttpError(200).status, 200);
});

Deno.test("app.route() gives its component data of any type: what a component expects is not checked (as the real Fresh)", () => {
  const component = ({ data }: PageProps<{ id: string }>) => data.id;
  // @ts-expect-error: render with ctx.render() what needs data of one type.
  const app = new App().route("/", { component });
  // @ts-expect-error: so is what is around it.
  app.layout("/", component).appWrapper(() => null);
  strictEqual(app instanceof App, true);
});
