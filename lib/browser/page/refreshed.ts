/** Event of the document: the data of the page were brought up to date in place. Browser only. */
export const PAGE_REFRESHED = "page-refreshed";
