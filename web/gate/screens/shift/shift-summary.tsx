import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { isSanitation } from '#contract/vehicle-type-names.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { Phone, ShiftClosing, ShiftKindSum } from '../../engine/entries.ts';
import { minuteText, rupeesText, typeOnPhone } from '../format-entry.ts';
import { gatePart } from '../gate-part.tsx';
import { useGateView } from '../use-gate.ts';
import { Difference, Sum } from './close-shift.tsx';

const STATE_KEYS = {
  waiting: 'gate-app.summary.waiting',
  sent: 'gate-app.summary.sent',
  refused: 'gate-app.summary.rejected',
  told: 'gate-app.summary.reported',
} as const;

/**
 * The printed summary of a shift. Its code is loaded only for printing. The service worker caches it, so that it prints
 * without a network.
 */
const ShiftPrint = gatePart(async () => (await import('./shift-print.tsx')).ShiftPrint);

export function ShiftSummary({ closing }: { closing: ShiftClosing }) {
  const [prints, setPrints] = useState(0);
  const { phone } = useGateView();
  const { opened, at, tickets, opening, expected, counted, reason, state, split = [] } = closing;
  const day = formatOfficeDay(dayOf(opened));
  return (
    <section className="card" aria-labelledby="summary-title">
      <h2 id="summary-title">{t('gate-app.summary.title')}</h2>
      <p>{t('gate-app.summary.time', { day, from: minuteText(opened), to: minuteText(at) })}</p>
      <dl className="sums">
        {split.map((sum) => (
          <Sum key={sum.kind} name={splitText(sum, phone)} text={rupeesText(sum.cents)} />
        ))}
        <Sum
          name={t('gate-app.shift.tickets', { count: tickets })}
          text={rupeesText(cents(expected - opening))}
          isStrong
        />
        <Sum name={t('gate-app.summary.openingCash')} text={rupeesText(opening)} />
        <Sum name={t('gate-app.shift.expected')} text={rupeesText(expected)} isStrong />
        <Sum name={t('gate-app.shift.counted')} text={rupeesText(counted)} isStrong />
        <Difference amount={cents(counted - expected)} />
        {reason !== '' && <Sum name={t('gate-app.shift.reason')} text={reason} />}
      </dl>
      <p className="field-hint" role="status">
        {t(STATE_KEYS[state])}
      </p>
      <button type="button" onClick={() => setPrints(prints + 1)}>
        {t('gate-app.summary.print')}
      </button>
      {prints > 0 && <ShiftPrint key={prints} closing={closing} />}
    </section>
  );
}

function splitText({ kind, tickets, voided }: ShiftKindSum, phone: Phone): string {
  const name = isSanitation(kind)
    ? `${t('gate-app.entry.sanitation')} ${rupeesText(cents(Number(kind) * 100))}`
    : typeOnPhone(kind, phone);
  return t('gate-app.summary.split', { count: tickets, kind: name, voided });
}
