import { request, type RequestOptions } from "./request.ts";

/**
 * Fetches data of the current page, as JSON, from an address that it names. Browser only.
 *
 * The address is of this same program, which answers the type of its data.
 *
 * @throws {RequestError} as `request()`; Error when the user signed out meanwhile
 */
export async function pageData<Data>(address: string, options: RequestOptions = {}): Promise<Data> {
  const response = await request({ method: "GET", url: address }, options);
  if (response.redirected) throw new Error("The session has ended");
  return await response.json();
}
