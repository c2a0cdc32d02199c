import { t } from '#web/i18n/t.ts';
import type { PrinterState } from '../../printer/ticket-printer.ts';
import { usePrinter } from './use-printer.ts';

const MOST_NUMBERS = 3;

/** What the receipt printer does, and the tickets that wait for paper. Absent on a phone without a printer. */
export function PrinterBar() {
  const { printer, state, choice } = usePrinter();
  if (!choice) return null;
  const { waiting, missed } = state;
  const isFine = state.state === 'ready' || state.state === 'printing' || state.state === 'connecting';
  return (
    <div className={`queue ${isFine && missed === 0 ? 'sent' : 'waiting'}`}>
      <p role="status">
        <b>{t('gate-app.printer.state', { state: state.state })}</b>{' '}
        <span>
          {waiting.length > 0 && t('gate-app.printer.waiting', { count: waiting.length, numbers: numbersOf(state) })}
        </span>{' '}
        <span>{missed > 0 && t('gate-app.printer.missed', { count: missed })}</span>
      </p>
      {!isFine && (
        <button type="button" className="small" onClick={printer.retry}>
          {t('gate-app.printer.retry')}
        </button>
      )}
      {(missed > 0 || (!isFine && waiting.length > 0)) && (
        <button type="button" className="small" onClick={() => printer.forget()}>
          {t('gate-app.printer.forget')}
        </button>
      )}
    </div>
  );
}

function numbersOf({ waiting }: PrinterState): string {
  return waiting.length > MOST_NUMBERS ? `${waiting.slice(0, MOST_NUMBERS).join(' ')} …` : waiting.join(' ');
}
