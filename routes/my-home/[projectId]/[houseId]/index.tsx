import {
  ConsentForm,
  OwnClimateList,
  OwnContactList,
  OwnMonthList,
  OwnYearTable,
} from "@/components/accounts/OwnHouse.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { EmptyState, Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { YearNavigator } from "@/components/ui/PeriodNavigator.tsx";
import {
  ownHouseForms,
  type OwnHouseRead,
  readOwnHouse,
} from "@/lib/accounts/own_dwelling_page.ts";
import {
  CONSENT_INTRO,
  messageUntil,
  NOTHING_MEASURED,
  ownHouseText,
} from "@/lib/accounts/own_dwelling_text.ts";
import { ownHeatingForm } from "@/lib/heating_control/forms.ts";
import type { OwnPilot } from "@/lib/heating_control/schema.ts";
import { ownHeatingText } from "@/lib/heating_control/text.ts";
import { runningMonthPlace } from "@/lib/housing/month_pages.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readOwnHouse, ownHouseForms));

/** The occupant's dwelling: messages of the day, this month, the year, consent, personal data (domain §3). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { home, months, climate, year, pilot, page } = data;
  const { names, days } = runningMonthPlace(state);
  const daysOf = (seriesId: string) => links.ownSeries(home, seriesId, days);
  return (
    <>
      <PageTitle subtitle={ownHouseText(home)} />
      {home.messages.map((message) => (
        <Notice key={message.id} title={messageUntil(message)}>
          <p>{message.message}</p>
        </Notice>
      ))}
      {home.series.length === 0 && <EmptyState {...NOTHING_MEASURED} icon="sensor" />}
      {months.length > 0 && (
        <Section
          id="month"
          title={`Ce mois-ci, ${names.now}`}
          intro="Jusqu’à hier, à côté du même mois un an avant."
        >
          <OwnMonthList names={names} months={months} hrefOf={daysOf} />
          {home.hasReports && (
            <p>
              <a href={links.ownReport({ ...home, month: runningMonthPlace(state).month })}>
                Mon bilan de consommation
              </a>
            </p>
          )}
        </Section>
      )}
      {climate.length > 0 && (
        <Section id="climate" title="Chez moi">
          <OwnClimateList climate={climate} hrefOf={daysOf} />
        </Section>
      )}
      {pilot && <HeatingSection pilot={pilot} page={page} />}
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
        saved={url.searchParams.get(SAVED_PARAMETER) === "consent"}
      >
        <ConsentForm consent={home.consent} action={`${links.ownHouse(home)}#consent`} />
      </Section>
      <Section
        id="data"
        title="Mes données"
        intro="Votre fiche (nom, email, dates, accord), la température choisie et vos relevés jour par jour depuis votre arrivée. Pour les corriger ou les faire effacer, écrivez à votre bailleur."
      >
        <p>
          <a class="button" href={links.ownData(home)} download="">Télécharger mes données (zip)</a>
        </p>
      </Section>
    </>
  );
});

/** The heating, when the landlord controls it; a form when the occupant may choose. @spec pilot.occupant-range */
function HeatingSection({ pilot, page }: { pilot: OwnPilot; page: FormPage }) {
  const title = "Mon chauffage";
  const intro = ownHeatingText(pilot);
  if (pilot.minC === null) {
    return (
      <Section id="heating" title={title} intro={intro}>
        <p>Ce réglage ne se change pas depuis cette page.</p>
      </Section>
    );
  }
  return (
    <FormSection
      title={title}
      intro={intro}
      form={ownHeatingForm(pilot)}
      stored={pilot}
      page={page}
    />
  );
}

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
