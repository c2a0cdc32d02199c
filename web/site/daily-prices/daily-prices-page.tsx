import { useState } from 'react';
import { type Day, weekdayOf } from '#billing/calendar.ts';
import { formatDay, formatDayMonth, formatShortDay, shortMonthName } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import type { PageFrame, PricesPageData, ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';
import base from '../base.css?inline';
import chips from '../chips.css?inline';
import { ClosedReason } from '../closed-day.tsx';
import { type PageProps, page, pictureOfDay, type Thing, type Told } from '../page.ts';
import { nameOf } from '../product-name.tsx';
import { absolute, describeOffer, pricesOfOffer } from '../seo/structured-data.ts';
import shareStyles from '../share/share.css?inline';
import { ShareLink } from '../share/share-link.tsx';
import { ShareMenu } from '../share/share-menu.tsx';
import { type ShareMessage, shareList, shareProduct } from '../share/share-text.ts';
import shell from '../shell/shell.css?inline';
import compactList from './compact-list.css?inline';
import daily from './daily-prices.css?inline';
import { DayPicker, hrefOfDay, MORE_ID } from './day-picker.tsx';
import { withDrawnShapes } from './drawn-shapes.ts';
import { EARLY_CHOICE } from './early-choice.ts';
import emptyList from './empty-list.css?inline';
import { filterPrices, type ShownType, typesIn } from './filter-prices.ts';
import type { ShownDay } from './load-day.ts';
import cards from './price-cards.css?inline';
import { PriceList } from './price-list.tsx';
import { type PricesChoice, pricesPath } from './prices-address.ts';
import { type PricesState, pricesTitle, usePrices } from './use-prices.ts';

export const dailyPricesPage = page({
  show: DailyPricesPage,
  path: '/home-dailyprice',
  query: ['date', 'type', 'q', 'view'],
  texts: ['prices'],
  styles: [base, shell, chips, daily, cards, compactList, emptyList, shareStyles],
  title: ({ data, t }) => pricesTitle(data.date, t),
  description: describePrices,
  indexed: 'each-day',
  canonical: ({ isAsked, date, rows }, here) => {
    if (!isAsked) return here;
    return rows.length === 0 ? undefined : `${here}?date=${date}`;
  },
  picture: ({ date, rows }) => pictureOfDay(rows.length === 0 ? null : date),
  structuredData: (told) => describeList(told),
  navigation: { top: 'nav.prices' },
  earlyScripts: [EARLY_CHOICE],
  // If no view was chosen, the page is compact, because the server does not know the width of the screen.
  view: ({ view }) => (view === '' ? 'compact' : view),
  saysClosed: ({ today }) => today,
  hydrated: true,
});

export function DailyPricesPage({ data: sent, frame, translator }: PageProps<'daily-prices'>) {
  const [data] = useState(() => withDrawnShapes(sent));
  const state = usePrices(data, frame, translator);
  const { choice, view, lastDay, chooseDay, chooseType, chooseSearch, chooseView } = state;
  const main = useRowFocus<HTMLElement>();
  const day = view.status === 'ready' ? view.day : undefined;
  const date = view.status === 'ready' ? view.day.date : view.date;
  const types = typesIn(lastDay.rows);
  return (
    <main ref={main} id="main" className="wrap daily" tabIndex={-1}>
      <DayHeading state={state} date={date} today={data.today} translator={translator} />
      {choice.date === null && data.unread !== undefined && (
        <p className="note" role="status">
          {translator.t('prices.unreadDay', { text: data.unread })}
        </p>
      )}
      {day && <DayNote day={day} today={data.today} state={state} translator={translator} />}
      <input type="checkbox" id={MORE_ID} className="unseen more" defaultChecked={data.type !== ''} />
      <DayPicker
        choice={choice}
        date={date}
        chooseDay={chooseDay}
        chooseSearch={chooseSearch}
        chooseView={chooseView}
        share={day && <ListShare day={day} choice={choice} data={data} frame={frame} translator={translator} />}
        translator={translator}
      />
      {types.length > 0 && <TypeFilter types={types} choice={choice} chooseType={chooseType} translator={translator} />}
      <PriceList state={state} aliases={data.aliases} today={data.today} translator={translator} />
      <ShareMenu find={(subject) => findMessage(subject, day, { frame, translator })} translator={translator} />
      {frame.hasAlerts && (
        <p>
          <a href={inLanguage(translator.language, '/alerts')}>{translator.t('prices.alerts')}</a>
        </p>
      )}
    </main>
  );
}

interface ListShareProps extends PageProps<'daily-prices'> {
  day: ShownDay;
  choice: PricesChoice;
}

/** Shares the list, or only the product if the search finds exactly one. */
function ListShare({ day, choice, data, frame, translator }: ListShareProps) {
  const found = filterPrices(day.rows, choice, data.aliases);
  const [only, ...others] = found;
  if (day.date === null || only === undefined) return null;
  const origin = frame.publicUrl ?? '';
  const isOnly = others.length === 0 && choice.search !== '';
  return (
    <ShareLink
      subject={isOnly ? only.product.id : 'list'}
      message={isOnly ? shareProduct(only, origin, translator) : shareList(day.date, origin, translator)}
      frame={frame}
      translator={translator}
    />
  );
}

function findMessage(
  subject: string,
  day: ShownDay | undefined,
  { frame, translator }: { frame: PageFrame; translator: Translator },
): ShareMessage | undefined {
  const origin = frame.publicUrl ?? location.origin;
  if (subject === 'list') return day?.date ? shareList(day.date, origin, translator) : undefined;
  const price = day?.rows.find(({ product }) => String(product.id) === subject);
  return price && shareProduct(price, origin, translator);
}

interface DayNoteProps {
  day: ShownDay;
  today: Day;
  state: PricesState;
  translator: Translator;
}

function NotToday({ closed, today, translator }: { closed: ClosedDay; today: Day; translator: Translator }) {
  const { t } = translator;
  const text = t(closed ? 'closed.today' : 'prices.notToday', { today: formatShortDay(today, t) });
  if (!closed) return <p className="note">{text}</p>;
  return (
    <p className="note">
      <b>
        <ClosedReason closed={closed} date={today} translator={translator} />
      </b>
      <br />
      {text}
    </p>
  );
}

function DayNote({ day, today, state, translator }: DayNoteProps) {
  const { language, t } = translator;
  const { choice, chooseDay } = state;
  const { date, latest } = day;
  if (date === null || day.rows.length === 0) return null;
  if (choice.date === null && date !== today)
    return <NotToday closed={day.closedToday} today={today} translator={translator} />;
  if (latest === null || date >= latest) return null;
  return (
    <p className="note">
      <a href={hrefOfDay(language, choice, latest)} onClick={onPlainClick(() => chooseDay(latest))}>
        {t('prices.newerList', { date: formatDay(latest, t) })}
      </a>
    </p>
  );
}

function describePrices({ data: { date, rows }, centre, t }: Told<PricesPageData>): string {
  if (date === null || rows.length === 0) return t('prices.description', { centre });
  return t('seo.day', { centre, date: formatDay(date, t), count: rows.length });
}

export function describeList(told: Told<PricesPageData>, items = describeItems(told)): Thing[] {
  const { t } = told;
  const { date, rows, type, search } = told.data;
  if (date === null || rows.length === 0 || type !== '' || search !== '') return [];
  return [
    {
      '@type': 'ItemList',
      name: t('prices.of', { date: formatDay(date, t) }),
      numberOfItems: rows.length,
      itemListElement: items,
    },
  ];
}

function describeItems(told: Told<PricesPageData>): Thing[] {
  return told.data.rows.map(({ product, minCents, maxCents }, at) =>
    describeItem({ product, position: at + 1, prices: pricesOfOffer(minCents, maxCents) }, told),
  );
}

interface ListItem {
  product: ShownPrice['product'];
  position: number | string;
  prices: Thing;
}

export function describeItem({ product, position, prices }: ListItem, told: Told): Thing {
  return {
    '@type': 'ListItem',
    position,
    item: {
      '@type': 'Product',
      name: nameOf(product, told.language).text,
      url: absolute(`/product/${product.id}/chart`, told),
      offers: describeOffer(prices, told.t(`unit.${product.unit}`)),
    },
  };
}

interface TypeFilterProps {
  types: readonly ShownType[];
  choice: PricesChoice;
  chooseType: (type: string) => void;
  translator: Translator;
}

function TypeFilter({ types, choice, chooseType, translator: { language, t } }: TypeFilterProps) {
  const link = (type: string, text: string) => (
    <a
      key={type}
      href={inLanguage(language, pricesPath({ ...choice, type }))}
      aria-current={type === choice.type ? 'true' : undefined}
      onClick={onPlainClick(() => chooseType(type))}
    >
      {text}
    </a>
  );
  return (
    <nav className="chips types" aria-label={t('prices.types')}>
      {link('', t('prices.allTypes'))}
      {types.map((type) => link(type, t(`type.${type}`)))}
    </nav>
  );
}

interface DayHeadingProps {
  state: PricesState;
  date: Day | null;
  today: Day;
  translator: Translator;
}

function DayHeading({ state, date, today, translator }: DayHeadingProps) {
  const { t } = translator;
  const { choice, chooseDay, lastDay, view } = state;
  const isCompared = view.status === 'ready' && Object.keys(view.day.comparisons).length > 0;
  const link = { choice, chooseDay, translator };
  return (
    <header className="day-heading">
      <DayLink date={lastDay.previous} direction="previous" {...link} />
      {date && <CalendarSheet date={date} t={t} />}
      <div className="day-title">
        <h1>
          {pricesTitle(date, t)}
          {date === today && <span className="today">{t('prices.today')}</span>}
        </h1>
        <p className="compared">
          <span className="per-kg">{t('prices.perKg')}</span>
          {isCompared && lastDay.previous && (
            <span>{t('prices.since', { date: formatDayMonth(lastDay.previous, t) })}</span>
          )}
        </p>
      </div>
      <DayLink date={lastDay.next} direction="next" {...link} />
    </header>
  );
}

function CalendarSheet({ date, t }: { date: Day; t: Translator['t'] }) {
  return (
    <span className={weekdayOf(date) === 0 ? 'sheet sunday' : 'sheet'} aria-hidden="true">
      <span className="sheet-month">{shortMonthName(date, t)}</span>
      <span className="sheet-day">{Number(date.slice(8))}</span>
    </span>
  );
}

interface DayLinkProps {
  date: Day | null;
  direction: 'previous' | 'next';
  choice: PricesChoice;
  chooseDay: (date: Day) => void;
  translator: Translator;
}

function DayLink({ date, direction, choice, chooseDay, translator: { language, t } }: DayLinkProps) {
  if (date === null) return null;
  const name = direction === 'previous' ? 'prices.previousDay' : 'prices.nextDay';
  return (
    <a
      className={`day-link ${direction}`}
      href={hrefOfDay(language, choice, date)}
      aria-label={t(name, { date: formatShortDay(date, t) })}
      onClick={onPlainClick(() => chooseDay(date))}
    >
      <span>{formatDayMonth(date, t)}</span>
    </a>
  );
}
