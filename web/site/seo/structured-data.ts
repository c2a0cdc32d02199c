import { type Cents, toRupees } from '#billing/money.ts';
import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import type { Thing, Told } from '../page.ts';

const CURRENCY = 'LKR';
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function originOf({ publicUrl }: PageFrame): string {
  return publicUrl ?? '';
}

/** Returns the absolute URL of a path, in the language of the page. */
export function absolute(path: string, { frame, language }: Told): string {
  return originOf(frame) + inLanguage(language, path);
}

export function describeWebsite(told: Told): Thing {
  return { '@type': 'WebSite', name: told.centre, url: absolute('/', told), inLanguage: told.language };
}

export function describeMarket(told: Told): Thing {
  const { frame, language } = told;
  const { centre } = frame;
  return {
    ...describeSeller(told),
    url: absolute('/', told),
    image: `${originOf(frame)}/icon-512.png`,
    ...(centre.hotline !== '' && { telephone: centre.hotline }),
    ...(centre.email !== '' && { email: centre.email }),
    address: {
      '@type': 'PostalAddress',
      ...(centre.address[language] !== '' && { streetAddress: centre.address[language] }),
      addressLocality: centre.place[language],
      addressCountry: 'LK',
    },
    geo: { '@type': 'GeoCoordinates', latitude: centre.latitude, longitude: centre.longitude },
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: frame.openWeekdays.map((weekday) => WEEKDAYS[weekday]),
      opens: centre.openingHours.opens,
      closes: centre.openingHours.closes,
    },
    currenciesAccepted: CURRENCY,
    sameAs: centre.socialLinks.map(({ url }) => url),
  };
}

export function describeSeller({ frame, centre }: Told): Thing {
  return { '@type': 'WholesaleStore', '@id': `${originOf(frame)}/#market`, name: centre };
}

export function graphOf(things: Thing[]): Thing {
  return { '@context': 'https://schema.org', '@graph': things };
}

export function pricesOfOffer(min: Cents, max: Cents): Thing {
  return { lowPrice: toRupees(min), highPrice: toRupees(max) };
}

export function describeOffer(prices: Thing, description: string): Thing {
  return { '@type': 'AggregateOffer', priceCurrency: CURRENCY, ...prices, description };
}
