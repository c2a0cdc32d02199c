import type { Day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Comparison } from '#contract/comparisons.ts';
import { formatDayMonth } from '#contract/days.ts';
import { writeAmount } from '#contract/figures.ts';
import type { ShownComparison, ShownPrice } from '#contract/site.ts';
import { formatRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';

export const ARROWS: Record<Comparison['trend'], string> = { up: '▲', down: '▼', same: '=', wider: '↔', narrower: '↔' };

/**
 * Returns arrow, amount in whole rupees and word of a change. The day of the earlier price is named unless it is the day
 * of the previous list, which the page mentions once for all prices.
 */
export function changeText({ trend, change }: ShownComparison, listBefore: Day | null, { t }: Translator): string {
  if (typeof change === 'string') return change;
  const { cents: changed, since } = change;
  const from = since === listBefore ? '' : ` ${t('change.since', { date: formatDayMonth(since, t) })}`;
  return `${ARROWS[trend]} ${amountOf(changed, t)}${t(`change.${trend}`)}${from}`;
}

/** Returns the change of a midpoint in whole rupees; empty if it is less than half a rupee. */
function amountOf(changeCents: number, t: Translator['t']): string {
  const rupees = Math.round(Math.abs(changeCents) / 100);
  return rupees === 0 ? '' : `${formatRupees(cents(rupees * 100), t)} `;
}

interface ChangeLineProps {
  comparison: Pick<ShownComparison, 'trend' | 'standing'>;
  text: string;
  translator: Translator;
}

/** Shows a change as arrow, amount and word, so that it can be read without seeing the colour. */
export function ChangeLine({ comparison: { trend, standing }, text, translator: { t } }: ChangeLineProps) {
  return (
    <p className="change-line">
      <span className={`trend ${trend}`}>{text}</span>
      {standing && (
        <span className={`standing ${standing}`}>
          <span className="in-full">{t(`change.${standing}`)}</span>
          <span className="in-short">{t(`change.${standing}Short`)}</span>
        </span>
      )}
    </p>
  );
}

interface ChangeSignsProps {
  from: PriceRange;
  to: PriceRange;
  translator: Translator;
}
type PriceRange = Pick<ShownPrice, 'minCents' | 'maxCents'>;

/** Shows the changes of the minimum and of the maximum; only one change if both prices have a single value. */
export function ChangeSigns({ from, to, translator }: ChangeSignsProps) {
  const changes = [to.minCents - from.minCents, to.maxCents - from.maxCents] as const;
  if (from.minCents === from.maxCents && to.minCents === to.maxCents)
    return <ChangeSign change={changes[0]} translator={translator} />;
  return (
    <>
      <ChangeSign name={translator.t('change.min')} change={changes[0]} translator={translator} />
      <ChangeSign name={translator.t('change.max')} change={changes[1]} translator={translator} />
    </>
  );
}

function ChangeSign({ name, change, translator: { t } }: { name?: string; change: number; translator: Translator }) {
  const trend = change === 0 ? 'same' : change > 0 ? 'up' : 'down';
  const amount = change === 0 ? '' : writeAmount(cents(Math.abs(change)));
  return (
    <b className={`trend ${trend}`}>{[name, ARROWS[trend], amount, t(`change.${trend}`)].filter(Boolean).join(' ')}</b>
  );
}
