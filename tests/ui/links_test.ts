import { strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { withMore, withQuery } from "@/lib/ui/query.ts";

Deno.test("links: every address of the application", async (t) => {
  const p = "p/1";
  const b = "b 2";
  const document = { orgId: "o 1", requestId: "r/1", documentId: "r/1.d~2" };
  const all: Record<keyof typeof links, string> = {
    start: links.start(),
    accessibility: links.accessibility(),
    tour: links.tour(),
    legalNotice: links.legalNotice(),
    privacy: links.privacy(),
    login: `${links.login("/entree")} ${links.login("/login", { back: "/home?page=2" })}`,
    logout: links.logout(),
    firstRun: links.firstRun(),
    forgottenPassword: `${links.forgottenPassword()} ${links.forgottenPassword("a@b.fr")}`,
    confirmEmail: `${links.confirmEmail({ token: "a.b" })} ${links.confirmEmail({ done: "1" })}`,
    resetPassword: `${links.resetPassword()} ${
      links.resetPassword({ email: "a@b.fr", code: "c" })
    }`,
    providerLogin: `${links.providerLogin({ token: "a.b" })} ${links.providerLogin({ new: "1" })}`,
    providerLogout: links.providerLogout(),
    providerDocuments: links.providerDocuments({ list: "late", page: "2" }),
    providerDeposits: links.providerDeposits(),
    providerDepositParts: links.providerDepositParts(),
    providerDocument: links.providerDocument(document, 2),
    providerParts: links.providerParts(document),
    providerPdf: links.providerPdf(document, "inline"),
    ownHouses: links.ownHouses(),
    ownHouse: links.ownHouse({ projectId: "p 1", houseId: "h/1" }, 2025),
    ownData: links.ownData({ projectId: "p 1", houseId: "h/1" }),
    ownSeries: links.ownSeries({ projectId: "p1", houseId: "h1" }, "s/1", "daily/2024/07"),
    account: `${links.account()} ${links.account("email")}`,
    accountExport: links.accountExport(),
    apiDocs: `${links.apiDocs()} ${links.apiDocs("projects")}`,
    apiCall: links.apiCall("getDju"),
    chooseRefresh: links.chooseRefresh("/home?page=2"),
    openApi: links.openApi(),
    ingest: links.ingest(),
    residences: `${links.residences()} ${links.residences("page=2")}`,
    inOrganisation: links.inOrganisation("o 1", "/home/alarms?page=2"),
    chooseOrganisation: `${links.chooseOrganisation()} ${links.chooseOrganisation("/home/gas")}`,
    residencePins: links.residencePins("o 1", "filter:city=Nancy"),
    newOrganisation: links.newOrganisation(),
    newResidence: links.newResidence(),
    search: links.search(),
    stockImports: links.stockImports(),
    stockImport: links.stockImport("i/1"),
    administrators: links.administrators(),
    users: `${links.users()} ${links.users("page=2")}`,
    user: links.user("a+b@c.fr"),
    invitation: `${links.invitation()} ${links.invitation("a+b@c.fr")}`,
    tags: links.tags(),
    tagGroup: links.tagGroup("t/1"),
    equipmentKinds: links.equipmentKinds(),
    organisationOptions: links.organisationOptions(),
    purgeCountedWhole: links.purgeCountedWhole(),
    teams: links.teams(),
    newTeam: links.newTeam(),
    team: links.team(b),
    audit: `${links.audit()} ${links.audit("area=roles")}`,
    platformOrganisations: links.platformOrganisations(),
    platformOrganisation: links.platformOrganisation(b),
    platformAccounts: links.platformAccounts(),
    platformJobs: links.platformJobs(),
    platformStorage: links.platformStorage(),
    platformAudit: `${links.platformAudit()} ${links.platformAudit("after=1.a")}`,
    platformMails: links.platformMails(),
    residence: links.residence(p),
    residenceSheet: links.residenceSheet(p),
    features: links.features(p),
    orgAlarms: `${links.orgAlarms("page=2")} ${links.orgAlarms("", 2026)}`,
    alarms: `${links.alarms(p)} ${links.alarms(p, "page=2", 2026)}`,
    alarm: links.alarm(p, "a/1"),
    alarmSettings: links.alarmSettings(p, { place: "house:h 1" }),
    alarmReports: links.alarmReports(p),
    newAlarmReport: links.newAlarmReport(p),
    alarmReport: links.alarmReport(p, "r/1"),
    orgAlarmReports: links.orgAlarmReports(),
    newOrgAlarmReport: links.newOrgAlarmReport(),
    orgAlarmReport: links.orgAlarmReport("r/1"),
    ownAlarmReports: links.ownAlarmReports(),
    newOwnAlarmReport: links.newOwnAlarmReport(),
    ownAlarmReport: links.ownAlarmReport("r/1"),
    consumptionReports: `${links.consumptionReports(p)} ${
      links.consumptionReports(p, "2026-10", "page=2")
    }`,
    consumptionReport: links.consumptionReport(
      { projectId: p, houseId: "h/1", month: "2026-10" },
      "2026-10-12",
    ),
    consumptionReportPdf: links.consumptionReportPdf({
      projectId: p,
      houseId: "h/1",
      month: "2026-10",
    }),
    consumptionReportSettings: links.consumptionReportSettings(p),
    consumptionReportImage: links.consumptionReportImage(p),
    ownReport: links.ownReport({ projectId: p, houseId: "h/1", month: "2026-10" }),
    ownReportImage: links.ownReportImage({ projectId: p, houseId: "h/1" }),
    queuedReports: links.queuedReports(),
    queuedReport: links.queuedReport("r/1"),
    pilot: links.pilot(p, "page=2"),
    pilotConfig: links.pilotConfig(p),
    pilotModule: links.pilotModule(p, "l/1"),
    pilotThresholds: `${links.pilotThresholds(p)} ${links.pilotThresholds(p, "series=s1")}`,
    roles: links.roles(p),
    userRoles: links.userRoles(p, "a+b@c.fr"),
    manualIndexes: links.manualIndexes(p),
    autoconsumption: links.autoconsumption(p),
    useOfProduction: links.useOfProduction(p, "daily/2024/07"),
    newConsumer: links.newConsumer(p),
    consumer: links.consumer(p, "c1"),
    consumerExport: links.consumerExport(p, "c/1"),
    gasPces: links.gasPces("sort=pce:asc"),
    gasConsents: links.gasConsents(),
    silences: links.silences("sort=name:asc"),
    gasImport: links.gasImport("GI123456"),
    gasYear: links.gasYear("GI123456", "monthly/2024", { orgId: "o 1", query: "page=2" }),
    providers: links.providers("sort=name:asc"),
    provider: links.provider("p/1"),
    contracts: links.contracts(),
    contract: links.contract("c/1"),
    typedocs: links.typedocs(),
    typedoc: links.typedoc("t/1"),
    documents: links.documents(),
    documentList: links.documentList("history/2026", "?page=2"),
    documentAction: links.documentAction("a/1"),
    residenceDocuments: links.residenceDocuments("p/1"),
    document: links.document("r/1", "r/1.d"),
    documentPdf: links.documentPdf("r/1", "r/1.d", "inline"),
    documentRequests: links.documentRequests(),
    newDocumentRequest: links.newDocumentRequest("t/1"),
    documentRequest: links.documentRequest("r/1"),
    outdoorSources: links.outdoorSources(p),
    outdoorSource: `${links.outdoorSource(p, b)} ${links.outdoorSource(p, b, "monthly-2024")}`,
    sensors: links.sensors(p),
    newSeries: links.newSeries(p),
    readings: links.readings(p),
    facilitySeries: `${links.facilitySeries(p, "s/1")} ${
      links.facilitySeries(p, "s/1", "daily/2024/07")
    }`,
    seriesList: links.seriesList(p, "filter:quantity=TEMP"),
    seriesSettings: links.seriesSettings(p, "s/1"),
    deletedReadings: `${links.deletedReadings(p, "s/1")} ${
      links.deletedReadings(p, "s/1", {
        from: "2026-01-12T08:00:00Z",
        to: "2026-01-12T08:00:59Z",
        houseId: "h/1",
      })
    }`,
    meterEvent: links.meterEvent(p, "s/1", { date: "2026-01-12", firstIndex: "5,5" }),
    equipments: links.equipments(p, "filter:kind=cmv"),
    newEquipment: `${links.newEquipment(p)} ${links.newEquipment(p, b)}`,
    equipment: links.equipment(p, b),
    building: links.building(p, b),
    newBoilerRoom: links.newBoilerRoom(p),
    houses: links.houses(p, "page=2"),
    housingSeries: `${links.housingSeries({ projectId: p }, "s/1")} ${
      links.housingSeries({ projectId: p, houseId: "a/1" }, "s/1", "daily/2024/07")
    } ${links.housingSeries({ projectId: p }, "s/1", "monthly/2024", "2024-03-01")}`,
    houseGroups: `${links.houseGroups(p, "s/1")} ${
      links.houseGroups(p, "s/1", "daily/2024/07/15")
    }`,
    eachHouse: `${links.eachHouse(p, "s/1")} ${links.eachHouse(p, "s/1", "daily/2024/07")}`,
    runningMonth: links.runningMonth(p),
    newHouse: links.newHouse(p),
    houseSettings: links.houseSettings(p),
    house: links.house(p, "a/1"),
    occupants: `${links.occupants(p, "a/1")} ${links.occupants(p, "a/1", "o 1")}`,
    displayMessages: `${links.displayMessages(p)} ${links.displayMessages(p, "m 1")}`,
    displayContacts: `${links.displayContacts(p)} ${links.displayContacts(p, "c 1")}`,
    displayPoster: links.displayPoster(p),
    displayTokens: links.displayTokens(p),
    informationScreen: `${links.informationScreen(p)} ${links.informationScreen(p, "a.b")}`,
    tenantAlerts: `${links.tenantAlerts(p)} ${links.tenantAlerts(p, "a 1")}`,
    occupantExport: links.occupantExport(p, "a/1", "o 1"),
    boilerRoom: links.boilerRoom(p, b),
    boilerRoomSettings: links.boilerRoomSettings(p, b),
    everySeason: links.everySeason("p/1", "b 2"),
    machines: links.machines(p, b),
    heatCurve: `${links.heatCurve(p, b, "r/1")} ${links.heatCurve(p, b, "r/1", "daily/2024/07")}`,
    heatPumps: `${links.heatPumps(p, b)} ${links.heatPumps(p, b, "monthly/2024")}`,
    solar: `${links.solar(p, b)} ${links.solar(p, b, "daily/2024/06")}`,
    signature: `${links.signature(p, b)} ${
      links.signature(p, b, { season: 2024, reference: 2022 })
    }`,
    hotWater: `${links.hotWater(p, b)} ${links.hotWater(p, b, "monthly/2024")}`,
    energyBalance: `${links.energyBalance(p, b)} ${
      links.energyBalance(p, b, "monthly/2024", "a=1")
    }`,
    boilerRoomReports: `${links.boilerRoomReports(p, b)} ${
      links.boilerRoomReports(p, b, "monthly-2024")
    }`,
  };
  await t.assertSnapshot(all);
});

Deno.test("withQuery() and withMore() write no trailing question mark", () => {
  strictEqual(withQuery("/home", ""), "/home");
  strictEqual(withQuery("/home", "page=2"), "/home?page=2");
  strictEqual(withMore("/home", ""), "/home");
  strictEqual(withMore("/home", "a=1"), "/home?a=1");
  strictEqual(withMore("/home?page=2", "a=1"), "/home?page=2&a=1");
});
