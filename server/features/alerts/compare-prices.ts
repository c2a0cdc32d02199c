import { addDays, type Day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { AlertMessageRow, SubscriptionRow } from './queries.ts';

export interface AlertPrice {
  min: Cents;
  max: Cents;
}

export interface AlertFigure {
  id: number;
  pair: AlertPrice | null;
  was?: AlertPrice;
}

export interface MarketPrices {
  today: Day;
  latest: Day;
  before: ReadonlyMap<number, AlertPrice>;
  pairOf: (day: Day, productId: number) => AlertPrice | undefined;
}

export type AlertStep =
  | { do: 'queue'; occasion: string; day: Day; figures: AlertFigure[] }
  | { do: 'update'; id: number; figures: AlertFigure[] }
  | { do: 'delete'; id: number }
  | { do: 'wait' };

/** The maximum age in days of a price list about which new alerts are sent. */
const NEWS_DAYS = 1;

type Wish = Pick<SubscriptionRow, 'kind' | 'products' | 'limit_cents' | 'after_day'>;
type Report = Pick<AlertMessageRow, 'id' | 'day' | 'occasion' | 'figures' | 'state' | 'leased_by'>;

export function comparePrices(wish: Wish, reports: readonly Report[], market: MarketPrices): AlertStep[] {
  const dated = reports.flatMap((report) => (report.day === '' ? [] : [{ ...report, day: report.day }]));
  const byDay = Map.groupBy(dated, ({ day }) => day);
  const isNews = market.latest >= addDays(market.today, -NEWS_DAYS) && market.latest > wish.after_day;
  const isReported = byDay.has(market.latest);
  const figures = isNews && !isReported ? figuresOf(wish, market) : [];
  const hasNewer = wish.kind === 'daily' && (isReported || figures.length > 0);
  const steps = [...byDay].flatMap(([day, ofDay]) =>
    compareReports(wish, { day, ofDay, isReplaced: hasNewer && day < market.latest }, market),
  );
  if (figures.length > 0) steps.push({ do: 'queue', occasion: `list ${market.latest}`, day: market.latest, figures });
  return steps;
}

function compareReports(
  wish: Wish,
  { day, ofDay, isReplaced }: { day: Day; ofDay: readonly Report[]; isReplaced: boolean },
  market: MarketPrices,
): AlertStep[] {
  const arrived = ofDay.filter(({ state }) => state !== 'failed');
  const last = arrived.at(-1);
  if (!last) return [];
  const isQueued = last.state === 'queued';
  const known = isQueued ? arrived.at(-2) : last;
  const wanted = known ? correct(figuresIn(known), day, market) : day === market.latest ? figuresOf(wish, market) : [];
  if (!isQueued) {
    if (wanted.length === 0) return [];
    return [{ do: 'queue', occasion: `correction ${day} ${ofDay.length}`, day, figures: wanted }];
  }
  // If a newer list was published while the message was queued, as can happen in quiet hours, the message is deleted,
  // unless it is about a crossed limit.
  if (!known && day !== market.latest)
    return isReplaced && last.leased_by === null ? [{ do: 'delete', id: last.id }] : [];
  if (JSON.stringify(wanted) === last.figures) return [];
  if (last.leased_by !== null) return [{ do: 'wait' }];
  return [wanted.length === 0 ? { do: 'delete', id: last.id } : { do: 'update', id: last.id, figures: wanted }];
}

function correct(reported: readonly AlertFigure[], day: Day, { pairOf }: MarketPrices): AlertFigure[] {
  const figures = reported.map(({ id, pair }) => {
    const now = pairOf(day, id) ?? null;
    const isSame = now?.min === pair?.min && now?.max === pair?.max;
    return { id, pair: now, ...(!isSame && pair && { was: pair }), isSame };
  });
  if (figures.every(({ isSame }) => isSame)) return [];
  return figures.map(({ isSame: _, ...figure }) => figure);
}

function figuresOf({ kind, products, limit_cents }: Wish, { latest, before, pairOf }: MarketPrices): AlertFigure[] {
  const figures = (JSON.parse(products) as number[]).flatMap((id) => {
    const pair = pairOf(latest, id);
    return pair ? [{ id, pair }] : [];
  });
  if (kind === 'daily' || limit_cents === null) return figures;
  const isBeyond = ({ min, max }: AlertPrice) => (kind === 'above' ? max > limit_cents : min < limit_cents);
  return figures.filter(({ id, pair }) => {
    const earlier = before.get(id);
    return isBeyond(pair) && !(earlier && isBeyond(earlier));
  });
}

export function figuresIn({ figures }: Pick<AlertMessageRow, 'figures'>): AlertFigure[] {
  return JSON.parse(figures) as AlertFigure[];
}
