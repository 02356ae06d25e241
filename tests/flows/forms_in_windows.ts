/**
 * Forms as a person meets them in a browser: several windows, the way back, a session that ends.
 *
 * @module
 */
import { type OwnedSite, OWNER, withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { addOthers, OTHER, sessionOf } from "@/tests/access/every_form.ts";
import { type Page, serve, withPage } from "@/tests/tools/browser.ts";

/** A form that is typed in. */
export interface TypedForm {
  readonly name: string;
  readonly path: string;
  /** The field that is typed in, and the button that saves it. */
  readonly field: string;
  readonly save: string;
  /** Values that are taken, and one that the server refuses. */
  readonly taken: readonly [first: string, second: string];
  readonly refused: string;
  /** A script saves it by a call, and reports what is wrong before it is sent. */
  readonly isCalled: boolean;
}

/** A window on the owner's site. */
export interface FormWindow {
  readonly site: OwnedSite;
  readonly page: Page;
  readonly forms: readonly TypedForm[];
  go(path: string): Promise<void>;
  /** Signs an account in, as another tab would, and works in an organisation. */
  become(email: string, orgId?: string): Promise<void>;
}

const SAVED = "?saved=";

/** One form of each kind: of the organisation worked in, of a residence, and one that a script saves. */
function formsOf({ place }: OwnedSite): TypedForm[] {
  const { projectId = "", boilerRoomId = "" } = place;
  return [
    {
      name: "retention",
      path: "/home/admin/options",
      field: "#infraDailyYears",
      save: "#retention button[type=submit]",
      taken: ["1", "3"],
      refused: "trois",
      isCalled: false,
    },
    {
      name: "boiler room",
      path: `/collect/${projectId}/boilerrooms/${boilerRoomId}/settings`,
      field: "#name",
      save: "#identity button[type=submit]",
      taken: ["Chaufferie est", "Chaufferie ouest"],
      refused: " ",
      isCalled: false,
    },
    {
      name: "residence",
      path: `/collect/${projectId}/residence`,
      field: "#zipCode",
      save: ".submit-bar button[type=submit]",
      taken: ["54100", "54200"],
      refused: "54",
      isCalled: true,
    },
  ];
}

/** Runs a test in a window of the owner's, working in the organisation of the site. */
export function inFormWindow(
  test: (window: FormWindow) => Promise<void>,
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<void> {
  return withOwnedSite(async (site) => {
    await addOthers(site);
    const server = serve(site.handler);
    const { orgId = "" } = site.place;
    try {
      await withPage(async (page) => {
        page.on("dialog", (dialog) => dialog.accept());
        const become = async (email: string, org = orgId) => {
          const pairs = (await sessionOf(site, email, org)).split("; ");
          await page.context().addCookies(pairs.map((pair) => {
            const [name = "", value = ""] = pair.split("=");
            return { name, value, url: server.url, httpOnly: true };
          }));
        };
        const go = async (path: string) => void await page.goto(server.url + path);
        await become(OWNER);
        await test({ site, page, forms: formsOf(site), go, become });
      }, options);
    } finally {
      await server.close();
    }
  });
}

/** Types a value and saves it. */
export async function saveValue(
  page: Page,
  { field, save }: TypedForm,
  value: string,
): Promise<void> {
  await page.fill(field, value);
  await page.click(`${save}:enabled`);
}

/** Waits until the page says that it was saved. */
export async function saved(page: Page): Promise<void> {
  await page.waitForURL((address) => address.href.includes(SAVED));
}

export { OTHER };
