import { page } from "fresh";
import { ConsentForm } from "@/components/housing/ConsentForm.tsx";
import { OwnClimateList } from "@/components/housing/OwnClimateList.tsx";
import { OwnContactList } from "@/components/housing/OwnContactList.tsx";
import { OwnMonthList } from "@/components/housing/OwnMonthList.tsx";
import { OwnYearTable } from "@/components/housing/OwnYearTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { YearNavigator } from "@/components/periods/YearNavigator.tsx";
import { links } from "@/lib/links/links.ts";
import {
  type OwnHouseRead,
  readOwnHouse,
  saveOwnConsent,
} from "@/lib/pages/housing/own_house_page.ts";
import { runningMonthPlace } from "@/lib/pages/housing/running_months.ts";
import {
  CONSENT_INTRO,
  messageUntil,
  NOTHING_MEASURED,
  OWN_DATA_INTRO,
  OWN_MONTH_INTRO,
  ownHouseText,
} from "@/lib/text/housing/own_house.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readOwnHouse(ctx);
    ctx.state.title = windowTitle(PAGE_NAMES.ownHouse, read.home.residence);
    return page(read);
  },

  async POST(ctx) {
    const at = await saveOwnConsent(ctx);
    return seeOther(ctx, savedPath(links.ownHouse(at), "consent"));
  },
});

/** One's own dwelling: the messages of the day, this month, the year, one's agreement, one's data (domain §3). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { home, months, climate, year } = data;
  const { names, days } = runningMonthPlace(state);
  const daysOf = (seriesId: string) => links.ownSeries(home, seriesId, days);
  return (
    <>
      <PageTitle title={PAGE_NAMES.ownHouse} subtitle={ownHouseText(home)} />
      {home.messages.map((message) => (
        <Notice key={message.id} title={messageUntil(message)}>
          <p>{message.message}</p>
        </Notice>
      ))}
      {home.series.length === 0 && (
        <EmptyState title={NOTHING_MEASURED.title} icon="sensor">
          <p>{NOTHING_MEASURED.next}</p>
        </EmptyState>
      )}
      {months.length > 0 && (
        <Section id="month" title={`Ce mois-ci, ${names.now}`} intro={OWN_MONTH_INTRO}>
          <OwnMonthList names={names} months={months} hrefOf={daysOf} />
        </Section>
      )}
      {climate.length > 0 && (
        <Section id="climate" title="Chez moi">
          <OwnClimateList climate={climate} hrefOf={daysOf} />
        </Section>
      )}
      {months.length > 0 && <YearSection home={home} year={year} />}
      {home.contacts.length > 0 && (
        <Section id="contacts" title="Contacts de la résidence">
          <OwnContactList contacts={home.contacts} />
        </Section>
      )}
      <Section
        id="consent"
        title="Partager mes relevés heure par heure"
        intro={CONSENT_INTRO}
        saved={url.searchParams.get("saved") === "consent"}
      >
        <ConsentForm consent={home.consent} action={`${links.ownHouse(home)}#consent`} />
      </Section>
      <Section id="data" title="Mes données" intro={OWN_DATA_INTRO}>
        <p>
          <a class="button" href={links.ownData(home)} download="">Télécharger mes données (zip)</a>
        </p>
      </Section>
    </>
  );
});

function YearSection({ home, year }: Pick<OwnHouseRead, "home" | "year">) {
  const { firstYear, lastYear } = year;
  return (
    <Section id="year" title="Mes consommations, mois par mois">
      {firstYear < lastYear && (
        <YearNavigator
          year={year.year}
          firstYear={firstYear}
          lastYear={lastYear}
          hrefOf={(to) => `${links.ownHouse(home, to)}#year`}
        />
      )}
      <OwnYearTable {...year} />
    </Section>
  );
}
