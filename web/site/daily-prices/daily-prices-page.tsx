import { useState } from 'react';
import { type Day, weekdayOf } from '#billing/calendar.ts';
import { formatDay, formatDayMonth, formatShortDay, shortMonthName } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import type { PricesPageData, ShortFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { useRowFocus } from '#web/ui/table/use-row-focus.ts';
import base from '../base.css?inline';
import chips from '../chips.css?inline';
import { ClosedReason } from '../closed-day.tsx';
import { type PageProps, page, pictureOfDay, type Thing, type Told } from '../page.ts';
import { absolute } from '../seo/structured-data.ts';
import shareStyles from '../share/share.css?inline';
import { ShareLink } from '../share/share-link.tsx';
import { ShareMenu } from '../share/share-menu.tsx';
import { type ShareMessage, shareList, shareProduct } from '../share/share-text.ts';
import shell from '../shell/shell.css?inline';
import compactList from './compact-list.css?inline';
import daily from './daily-prices.css?inline';
import { DayPicker, hrefOfDay, MORE_ID } from './day-picker.tsx';
import { withDrawnCards } from './drawn-cards.ts';
import { EARLY_CHOICE } from './early-choice.ts';
import emptyList from './empty-list.css?inline';
import { CHEAP, filterPrices, hasCheap, type ShownType, typesIn } from './filter-prices.ts';
import type { ShownDay } from './load-day.ts';
import cards from './price-cards.css?inline';
import { PriceList } from './price-list.tsx';
import { type PricesChoice, pricesPath } from './prices-address.ts';
import { useOtherNames } from './use-other-names.ts';
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
  structuredData: describeList,
  navigation: { top: 'nav.prices' },
  earlyScripts: [EARLY_CHOICE],
  // If no view was chosen, the page is compact, because the server does not know the width of the screen.
  view: ({ view }) => (view === '' ? 'compact' : view),
  saysClosed: ({ today }) => today,
  hydrated: true,
});

export function DailyPricesPage({ data: sent, frame, translator }: PageProps<'daily-prices'>) {
  const [data] = useState(() => withDrawnCards(sent, translator));
  const state = usePrices(data, frame, translator);
  const { choice, view, lastDay, chooseDay, chooseType, chooseSearch, chooseView } = state;
  const main = useRowFocus<HTMLElement>();
  const day = view.status === 'ready' ? view.day : undefined;
  const date = view.status === 'ready' ? view.day.date : view.date;
  const types = typesIn(lastDay.rows);
  const { names, areLoading } = useOtherNames(data, choice.search);
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
        share={day && <ListShare day={day} choice={choice} names={names} frame={frame} translator={translator} />}
        translator={translator}
      />
      {types.length > 0 && (
        <TypeFilter
          types={hasCheap(lastDay) ? [CHEAP, ...types] : types}
          choice={choice}
          chooseType={chooseType}
          translator={translator}
        />
      )}
      <PriceList state={state} names={names} areNamesLoading={areLoading} today={data.today} translator={translator} />
      <ShareMenu find={(subject) => findMessage(subject, day, { frame, translator })} translator={translator} />
      {frame.hasAlerts && (
        <p>
          <a href={inLanguage(translator.language, '/alerts')}>{translator.t('prices.alerts')}</a>
        </p>
      )}
    </main>
  );
}

interface ListShareProps extends Omit<PageProps<'daily-prices'>, 'data'> {
  day: ShownDay;
  choice: PricesChoice;
  names: PricesPageData['aliases'];
}

/** Shares the list, or only the product if the search finds exactly one. */
function ListShare({ day, choice, names, frame, translator }: ListShareProps) {
  const found = filterPrices(day, choice, names);
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
  { frame, translator }: { frame: ShortFrame; translator: Translator },
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

/** A list for search engines names the pages of its products; each of those has the prices. */
function describeList(told: Told<PricesPageData>): Thing[] {
  const { t } = told;
  const { date, rows, type, search } = told.data;
  if (date === null || rows.length === 0 || type !== '' || search !== '') return [];
  return [
    {
      '@type': 'ItemList',
      name: t('prices.of', { date: formatDay(date, t) }),
      numberOfItems: rows.length,
      itemListElement: rows.map(({ product_id }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        url: absolute(`/product/${product_id}/chart`, told),
      })),
    },
  ];
}

interface TypeFilterProps {
  types: readonly (ShownType | typeof CHEAP)[];
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
      {types.map((type) => link(type, t(type === CHEAP ? 'prices.cheap' : `type.${type}`)))}
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
