import { useCallback, useContext, useLayoutEffect, useRef } from 'react';
import type { Day } from '#billing/calendar.ts';
import { inLanguage } from '#contract/languages.ts';
import type { PageFrame, PricesPageData } from '#contract/site.ts';
import { formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { useFavourites } from '../favourites.ts';
import { type CardsContent, CardsContext } from './cards-context.ts';
import { EmptyDay, EmptyList } from './empty-list.tsx';
import { favouritesFirst, filterPrices } from './filter-prices.ts';
import { ListFiles, ListTools } from './list-files.tsx';
import { PriceCard, SkeletonCards } from './price-card.tsx';
import { pricesPath } from './prices-address.ts';
import type { PricesState } from './use-prices.ts';

interface PriceListProps {
  state: PricesState;
  aliases: PricesPageData['aliases'];
  today: Day;
  frame: PageFrame;
  speech: Translator;
}

export function PriceList({ state, aliases, today, frame, speech }: PriceListProps) {
  const { choice, view, chooseDay } = state;
  const all = view.status === 'ready' ? view.day.rows : [];
  const rows = filterPrices(all, choice, aliases);
  const day = view.status === 'ready' && rows.length > 0 ? view.day.date : null;
  return (
    <>
      <div className={rows.length === all.length ? 'list-bar whole' : 'list-bar'}>
        <p role="status">
          {statusOf(state, { shown: rows.length, all: all.length }, speech.t)}
          {day !== null && <span className="unseen">{` · ${formatShortDay(day, speech.t)}`}</span>}
        </p>
        {day !== null && <ListTools date={day} frame={frame} speech={speech} />}
      </div>
      {view.status === 'loading' && <SkeletonCards />}
      {view.status === 'failed' && <Failed state={state} speech={speech} />}
      {view.status === 'ready' && all.length === 0 && (
        <EmptyDay day={view.day} today={today} choice={choice} chooseDay={chooseDay} speech={speech} />
      )}
      {all.length > 0 && rows.length === 0 && <NothingFits state={state} speech={speech} />}
      {view.status === 'ready' && rows.length > 0 && (
        <PriceCards
          content={{ rows, comparisons: view.day.comparisons, listBefore: view.day.previous }}
          speech={speech}
        />
      )}
      {day !== null && <ListFiles date={day} rows={all.length} speech={speech} />}
    </>
  );
}

/** The server may insert prepared markup, equal to what the browser would render. */
function PriceCards({ content, speech }: { content: CardsContent; speech: Translator }) {
  const { rows, comparisons, listBefore } = content;
  const drawAll = useContext(CardsContext);
  const { favourites, toggle } = useFavourites();
  const { list, toggleHere } = useFocusOnMovedStar(favourites, toggle);
  if (drawAll) return <ul className="prices" dangerouslySetInnerHTML={{ __html: drawAll(content, speech) }} />;
  return (
    <ul className="prices" ref={list}>
      {favouritesFirst(rows, favourites).map((price) => (
        <PriceCard
          key={price.product_id}
          price={price}
          comparison={comparisons[price.product.code]}
          listBefore={listBefore}
          isFavourite={favourites.has(price.product_id)}
          toggle={toggleHere}
          speech={speech}
        />
      ))}
    </ul>
  );
}

/** A row that moves in the document loses the focus. */
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

/** Names the date, so that screen reader users notice a new list. */
function statusOf({ view }: PricesState, { shown, all }: { shown: number; all: number }, t: Translator['t']): string {
  if (view.status === 'loading') return t('prices.loading');
  if (view.status === 'failed' || view.day.date === null || all === 0) return '';
  return shown === all ? t('prices.count', { count: all }) : t('prices.countOf', { shown, count: all });
}

interface PartProps {
  state: PricesState;
  speech: Translator;
}

function Failed({ state, speech: { t } }: PartProps) {
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

function NothingFits({ state, speech: { language, t } }: PartProps) {
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
