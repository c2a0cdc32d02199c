import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { formatDay, formatShortDay } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { ROWS_PER_PICTURE } from '#contract/share-limits.ts';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { ClosedReason, closedSentence } from '../closed-day.tsx';
import { useFavourites } from '../favourites.ts';
import { hrefOfDay } from './day-picker.tsx';
import { CHEAP, favouritesFirst, filterPrices } from './filter-prices.ts';
import type { ShownDay } from './load-day.ts';
import { PriceCard, SkeletonCards } from './price-card.tsx';
import { type PricesChoice, pricesPath } from './prices-address.ts';
import type { PricesState } from './use-prices.ts';

interface PriceListProps {
  state: PricesState;
  names: PricesPageData['aliases'];
  areNamesLoading: boolean;
  today: Day;
  translator: Translator;
}

const NOTHING: CardsContent = { rows: [], comparisons: {}, listBefore: null };

export function PriceList({ state, names, areNamesLoading, today, translator }: PriceListProps) {
  const { choice, view, chooseDay } = state;
  const shown = view.status === 'ready' ? view.day : NOTHING;
  const { rows: all } = shown;
  const rows = filterPrices(shown, choice, names);
  const day = view.status === 'ready' && rows.length > 0 ? view.day.date : null;
  const findsNothing = all.length > 0 && rows.length === 0;
  return (
    <>
      <div className={rows.length === all.length ? 'list-bar whole' : 'list-bar'}>
        <p role="status">
          {statusOf(state, { shown: rows.length, all: all.length }, translator.t)}
          {day !== null && <span className="unseen">{` · ${formatShortDay(day, translator.t)}`}</span>}
        </p>
        {day !== null && <PdfLink date={day} translator={translator} />}
      </div>
      {choice.type === CHEAP && rows.length > 0 && <p className="note">{translator.t('prices.cheapNote')}</p>}
      {view.status === 'loading' && <SkeletonCards />}
      {view.status === 'failed' && <Failed state={state} translator={translator} />}
      {view.status === 'ready' && all.length === 0 && (
        <EmptyDay day={view.day} today={today} choice={choice} chooseDay={chooseDay} translator={translator} />
      )}
      {findsNothing && areNamesLoading && <SkeletonCards />}
      {findsNothing && !areNamesLoading && <NothingFits state={state} translator={translator} />}
      {view.status === 'ready' && rows.length > 0 && (
        <PriceCards
          content={{ rows, comparisons: view.day.comparisons, listBefore: view.day.previous }}
          translator={translator}
        />
      )}
      {day !== null && <ListFiles date={day} rows={all.length} translator={translator} />}
    </>
  );
}

export interface CardsContent extends Pick<PricesPageData, 'comparisons'> {
  rows: readonly ShownPrice[];
  listBefore: PricesPageData['previous'];
}

/**
 * Writes all cards at once, and returns the placeholder that the markup contains instead of them. Only the server
 * provides this function.
 */
export const CardsContext = createContext<((content: CardsContent, translator: Translator) => string) | undefined>(
  undefined,
);

/** The server may insert prepared markup, equal to what the browser would render. */
function PriceCards({ content, translator }: { content: CardsContent; translator: Translator }) {
  const { rows, comparisons, listBefore } = content;
  const drawAll = useContext(CardsContext);
  const { favourites, toggle } = useFavourites();
  const { list, toggleHere } = useFocusOnMovedStar(favourites, toggle);
  if (drawAll) return <ul className="prices" dangerouslySetInnerHTML={{ __html: drawAll(content, translator) }} />;
  return (
    <ul className="prices" ref={list}>
      {favouritesFirst(rows, favourites).map((price) => (
        <PriceCard
          key={price.product_id}
          price={price}
          comparison={comparisons[price.product_id]}
          listBefore={listBefore}
          isFavourite={favourites.has(price.product_id)}
          toggle={toggleHere}
          translator={translator}
        />
      ))}
    </ul>
  );
}

/** Restores the focus to a star whose row moves in the document, because moving the row removes the focus. */
function useFocusOnMovedStar(favourites: ReadonlySet<number>, toggle: (id: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const toggled = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (!favourites || toggled.current === undefined) return;
    list.current
      ?.querySelector<HTMLElement>(`[href$="/${toggled.current}/chart"] ~ .star`)
      ?.focus({ preventScroll: true });
    toggled.current = undefined;
  }, [favourites]);
  const toggleHere = useCallback(
    (id: number) => {
      toggled.current = id;
      toggle(id);
    },
    [toggle],
  );
  return { list, toggleHere };
}

/** Returns the status text. The page adds the date to it, so that screen reader users notice a new list. */
function statusOf({ view }: PricesState, { shown, all }: { shown: number; all: number }, t: Translator['t']): string {
  if (view.status === 'loading') return t('prices.loading');
  if (view.status === 'failed' || view.day.date === null || all === 0) return '';
  return shown === all ? t('prices.count', { count: all }) : t('prices.countOf', { shown, count: all });
}

interface PartProps {
  state: PricesState;
  translator: Translator;
}

function Failed({ state, translator: { t } }: PartProps) {
  return (
    <EmptyList>
      <div role="alert">
        <p className="empty-title">{t('prices.updating')}</p>
        <p>{t('prices.loadFailed')}</p>
      </div>
      <button type="button" onClick={state.retry}>
        {t('prices.retry')}
      </button>
    </EmptyList>
  );
}

function NothingFits({ state, translator: { language, t } }: PartProps) {
  const { choice, clearFilter } = state;
  return (
    <EmptyList>
      <p className="empty-title">{t('prices.nothingFits')}</p>
      <a
        className="button"
        href={inLanguage(language, pricesPath({ ...choice, type: '', search: '' }))}
        onClick={onPlainClick(clearFilter)}
      >
        {t('prices.showAll')}
      </a>
    </EmptyList>
  );
}

function PdfLink({ date, translator: { language, t } }: { date: Day; translator: Translator }) {
  return (
    <a className="button download" href={`/price-list/${language}/${date}.pdf`} download>
      {t('prices.download')}
    </a>
  );
}

function ListFiles({ date, rows, translator: { language, t } }: { date: Day; rows: number; translator: Translator }) {
  const [isBlocked, setIsBlocked] = useState(false);
  const address = inLanguage(language, `/print/prices/${date}`);
  return (
    <div className="list-files">
      <a
        className="button"
        href={address}
        target="_blank"
        onClick={onPlainClick(() => setIsBlocked(window.open(address, '_blank') === null))}
        rel="noopener"
      >
        {t('print.print')}
      </a>
      <span>{t('share.pictures')}</span>
      {Array.from({ length: Math.ceil(rows / ROWS_PER_PICTURE) }, (_, at) => at + 1).map((number) => (
        <a
          key={number}
          className="number"
          href={`/share/${language}/${date}/${number}.png`}
          download
          aria-label={t('share.pictureNumber', { number })}
        >
          {number}
        </a>
      ))}
      {isBlocked && (
        <p role="alert" className="warning">
          {t('prices.popupBlocked')}
        </p>
      )}
    </div>
  );
}

function EmptyList({ children }: { children: ReactNode }) {
  return (
    <div className="empty">
      <EmptyCrate />
      {children}
    </div>
  );
}

interface EmptyDayProps {
  day: ShownDay;
  today: Day;
  choice: PricesChoice;
  chooseDay: (date: Day) => void;
  translator: Translator;
}

function EmptyDay({ day, today, choice, chooseDay, translator }: EmptyDayProps) {
  const { language, t } = translator;
  const offered = new Set([day.previous, day.next, day.latest].filter((date) => date !== null));
  return (
    <EmptyList>
      <WhyEmpty date={day.date} closed={day.closed} today={today} translator={translator} />
      {offered.size > 0 && <p>{t('prices.nearest')}</p>}
      <ul className="nearest">
        {[...offered].map((date) => (
          <li key={date}>
            <a
              className="button"
              href={hrefOfDay(language, choice, date)}
              onClick={onPlainClick(() => chooseDay(date))}
            >
              {formatDay(date, t)}
            </a>
          </li>
        ))}
      </ul>
    </EmptyList>
  );
}

interface WhyEmptyProps {
  date: Day | null;
  closed: ClosedDay;
  today: Day;
  translator: Translator;
}

function WhyEmpty({ date, closed, today, translator }: WhyEmptyProps) {
  const { t } = translator;
  if (date === null || !closed)
    return (
      <>
        {(date === null || date === today) && <p className="empty-title">{t('prices.updating')}</p>}
        <p>{t(reason(date, today))}</p>
      </>
    );
  const sentence = closedSentence(closed, { date, today }, t);
  if (closed.kind === 'weekday') return <p className="empty-title">{sentence}</p>;
  return (
    <>
      <p className="empty-title">
        <ClosedReason closed={closed} date={date} translator={translator} />
      </p>
      <p>{sentence}</p>
    </>
  );
}

function reason(date: Day | null, today: Day): SiteMessageKey {
  if (date === null) return 'prices.noneAtAll';
  if (date === today) return 'prices.noneToday';
  return date > today ? 'prices.noneFuture' : 'prices.noneThatDay';
}

function EmptyCrate() {
  return (
    <svg className="crate" viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      <ellipse className="crate-shadow" cx="80" cy="110" rx="52" ry="6" />
      <g className="crate-leaf">
        <path fill="#5c9e45" d="M70 26c2-14 12-22 28-22 0 16-12 26-28 22z" />
        <path fill="none" stroke="#dcebc8" strokeWidth="1.5" strokeLinecap="round" d="M68 30c6-9 13-15 22-20" />
      </g>
      <g className="crate-box">
        <path fill="#7a5227" d="M26 50h108v52H26z" />
        <path fill="#c08a4a" d="M22 48h116v14H22zm0 20h116v14H22zm0 20h116v14H22z" />
        <path fill="#dba75f" d="M22 48h116v4H22zm0 20h116v4H22zm0 20h116v4H22z" />
        <path fill="#9a6a34" d="M28 44h10v62H28zm94 0h10v62h-10z" />
      </g>
    </svg>
  );
}
