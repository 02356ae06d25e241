import { DEMO_FAULTS } from "@/lib/demo/seed/faults.ts";
import { displayModeOf } from "@/lib/demo/seed/messages.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";

/** Answers without data, "empty" or the code of a refusal, with the place and the reason. */
export interface EmptyAnswers {
  /** Paths of the calls. */
  readonly calls: RegExp;
  readonly answer: string;
  /** Ids of residences, or of organisations for calls without one; null everywhere. */
  readonly where: readonly string[] | null;
  readonly why: string;
}

const ALL = allSites().map((_, index) => siteId(index));
const SAMPLES = ["p23", "p24", "p25", "exemple"];

function sitesWhere(isAsked: (index: number) => boolean): string[] {
  return ALL.filter((_, index) => isAsked(index));
}

function allBut(...places: string[]): string[] {
  return ALL.filter((place) => !places.includes(place));
}

const NO_DWELLING = ["p24"];
/** Residences whose dwellings are hidden, and those whose dwellings are hidden or anonymous. */
const HIDDEN = ["p17"];
const UNNAMED = ["p11", ...HIDDEN];
/** Residences whose temperatures are never those of a group. */
const NEVER_ANONYMOUS = ["p08", "p14", ...HIDDEN];

/** The first row that matches a call and a place applies. */
export const EMPTY_ANSWERS: readonly EmptyAnswers[] = [
  row(/^\/platform\//, "forbidden", null, "no account of the demo administers the platform"),
  row(/\/followups$/, "empty", ["exemple"], "no one has taken charge of an alarm there"),
  row(
    /\/gapcost$/,
    "empty",
    sitesWhere((index) => index < demoSites().length),
    "no price is missing",
  ),
  row(
    /\/(?:energy(?:prices|terms)|:boilerRoomId\/settlements\/:year)$/,
    "empty",
    SAMPLES,
    "its boiler rooms have no contract",
  ),
  row(
    /:boilerRoomId\/settlements$/,
    "empty",
    null,
    "statements are written once the store is filled, which tests copy",
  ),
  row(/\/energybills$/, "empty", null, "nobody has typed a bill"),
  row(/\/letterreaders$/, "empty", ["exemple"], "its administrator has chosen nobody"),
  row(/\/priceindexes$/, "empty", null, "its contracts are revised by dated prices"),
  row(/\/statements\/:statementId\/file$/, "not-found", null, "no contest of the demo has a file"),
  row(/\/arrivals$/, "empty", null, "nothing is sent to the demo: its readings are simulated"),
  row(/\/sensordevices$/, "empty", null, "the sources of the demo send under no device's number"),
  row(/\/ownhouses\//, "forbidden", null, "a landlord lives in none of the dwellings"),
  row(/\/ownhouses$/, "empty", null, "a landlord lives in none of the dwellings"),
  row(
    /^\/pilot\//,
    "not-found",
    sitesWhere((index) => !allSites()[index]?.hasPilot),
    "heating is piloted in three residences",
  ),
  row(
    /\/consreport\//,
    "consumption-reports-off",
    sitesWhere((index) => index % 3 !== 0),
    "one residence in three has consumption reports",
  ),
  row(/\/outdoorsources\/:\w+\/station$/, "empty", null, "tests fetch no public weather files"),
  row(/^\/collect\/deposits\//, "forbidden", null, "providers alone deposit documents"),
  row(/\/address\//, "address-unreachable", null, "tests reach no address service"),
  row(/\/queuedreports$/, "empty", null, "a visit has ordered no report yet"),
  row(/\/queuedreports\/:/, "not-found", null, "a visit has ordered no report yet"),
  row(/\/purges$/, "empty", null, "nothing of the demo is ever deleted"),
  row(
    /refusedsources|unknownsources|\/sources$/,
    "empty",
    null,
    "series are simulated, nothing sends them",
  ),
  row(
    /ingesttokens|display\/tokens/,
    "empty",
    null,
    "a token would open a visit to other visitors",
  ),
  row(/:series\/readings$/, "empty", null, "simulated readings are not stored, so none is deleted"),
  row(/readings\/deletions$/, "empty", null, "a visit has deleted no reading yet"),
  row(/registerfalls/, "empty", null, "no simulated register falls"),
  row(/registerdoubts/, "empty", null, "every simulated register counts"),
  row(/\/columnchoices$/, "empty", null, "no file was imported into the demo"),
  row(/\/events$/, "empty", null, "the thermometers asked about were never replaced"),
  row(/messagedata/, "empty", null, "the series asked about sends numbers"),
  row(/alerting\/mutes/, "empty", null, "works are planned by visitors"),
  row(/\/manualindex/, "empty", allBut("p02"), "one residence has a meter read by hand"),
  row(/occupanc.*export/, "not-found", allBut("p01"), "occupants are known in the first residence"),
  row(/:houseId/, "not-found", NO_DWELLING, "it has no dwelling"),
  row(/occupanc/, "empty", allBut("p01"), "occupants are known in the first residence"),
  row(
    /dataseries\/:series\/(stats|detaileddata|last-sensor)/,
    "forbidden",
    NO_DWELLING,
    "no dwelling agreed to show its detail",
  ),
  row(
    /housing\/(houses|anonymousgroups|housesconnectivity|housesmodulerights)$|anonymousdata/,
    "empty",
    NO_DWELLING,
    "it has no dwelling",
  ),
  row(
    /detaileddata\/:segment/,
    "forbidden",
    allBut("p02"),
    "each reading is shown where windows are read",
  ),
  row(/dataseries\/:series\/stats/, "forbidden", HIDDEN, "its dwellings are hidden"),
  row(
    /:series\/(detaileddata\/:instant|last-sensor)|housing.*:houseId\/.*(rangedata|stats|last-sensor)/,
    "forbidden",
    UNNAMED,
    "its dwellings are hidden or anonymous",
  ),
  row(
    /anonymousdata/,
    "empty",
    NEVER_ANONYMOUS,
    "each dwelling shows its own temperatures, or none",
  ),
  row(/facilities\/buildings$/, "empty", NO_DWELLING, "it has no building with dwellings"),
  row(/:buildingId/, "not-found", NO_DWELLING, "it has no building with dwellings"),
  row(/housing\/alerts/, "empty", allBut("p01"), "tenants of the first residence receive messages"),
  row(/annotations/, "empty", allBut("p01", "p15"), "two boiler rooms have a story to explain"),
  row(
    /irradiance/,
    "not-found",
    sitesWhere((index) =>
      allSites()[index]?.boilerRooms.every(({ solarM2, solarKWp }) => !solarM2 && !solarKWp) ?? true
    ),
    "only residences with solar panels measure the sun",
  ),
  row(/facilities\/computedseries$/, "empty", allBut("p01"), "one residence shares its sun"),
  row(/computedseries\/:/, "not-found", allBut("p01"), "one residence shares its sun"),
  row(/autoconsocollective\/config/, "empty", allBut("p01"), "one residence shares its sun"),
  row(/autoconsocollective\/consumers/, "not-found", allBut("p01"), "one residence shares its sun"),
  row(
    /alerting\/alarms$/,
    "empty",
    sitesWhere((index) => !DEMO_FAULTS.some(({ site, hours }) => site === index && hours === null)),
    "current alarms: in one residence of two",
  ),
  row(/alerting\/alarms\/:alarmId/, "not-found", allBut("p01"), "the alarm asked about is there"),
  row(
    /projects\/:projectId\/alerting\/reports/,
    "empty",
    allBut("p01"),
    "reports of the others are the organisation's",
  ),
  row(
    /display\/(messages|contacts)/,
    "empty",
    sitesWhere((index) => displayModeOf(index) === "none"),
    "one residence in three has no information screen",
  ),
  row(
    /display\/(screen|poster)/,
    "display-off",
    sitesWhere((index) => displayModeOf(index) === "none"),
    "one residence in three has no information screen",
  ),
  row(
    /contracting\/requests\/:requestId\/documents/,
    "forbidden",
    SAMPLES,
    "it asks no provider for documents",
  ),
  row(/\/contracting\//, "document-management-off", SAMPLES, "it asks no provider for documents"),
  row(
    /projects\/:projectId\/documents-(running|late|to-validate|refused)/,
    "some-empty",
    null,
    "a residence has its own documents to come, late, to validate or refused",
  ),
  row(/tags\/:tagId/, "not-found", SAMPLES, "the small organisation has just begun"),
  row(/stock-imports|grdfpces\/:/, "not-found", SAMPLES, "the small organisation has just begun"),
  row(
    /\/tags$|\/audit$|grdfpces$|orgs\/:orgId\/alarms|orgs\/:orgId\/alerting\/(user-)?reports|projects\/:projectId\/(roles\/:email|settings|providers)/,
    "empty",
    SAMPLES,
    "the small organisation has just begun",
  ),
];

function row(
  calls: RegExp,
  answer: string,
  where: readonly string[] | null,
  why: string,
): EmptyAnswers {
  return { calls, answer, where, why };
}
