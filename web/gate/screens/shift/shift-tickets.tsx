import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { cancelledNumbers, type TicketEntry, ticketsOf } from '../../engine/entries.ts';
import { Fault, Field } from '../field.tsx';
import { kindText, minuteText, rupeesText } from '../format-entry.ts';
import { useGate, useGateView } from '../use-gate.ts';
import { useGateAction } from '../use-gate-action.ts';

const MOST = 50;

/** Closed at first: it must not push the buttons off the screen. */
export function ShiftTickets({ shiftId }: { shiftId: string }) {
  const { entries } = useGateView();
  const cancelled = cancelledNumbers(entries);
  const tickets = ticketsOf(entries, shiftId);
  return (
    <details className="card tickets">
      <summary>{t('gate-app.list.title')}</summary>
      {tickets.length === 0 && <p>{t('gate-app.list.none')}</p>}
      {tickets.length > MOST && <p className="field-hint">{t('gate-app.list.newest', { count: MOST })}</p>}
      <ul>
        {tickets.slice(0, MOST).map((ticket) => (
          <TicketRow key={ticket.order} ticket={ticket} isCancelled={cancelled.has(ticket.number)} />
        ))}
      </ul>
    </details>
  );
}

function TicketRow({ ticket, isCancelled }: { ticket: TicketEntry; isCancelled: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const { number, kind, cents, at } = ticket;
  const { phone } = useGateView();
  const state = isCancelled ? 'cancelled' : ticket.state;
  return (
    <li className={isCancelled ? 'cancelled' : undefined}>
      <div className="row">
        <p>
          <b className="number">{number}</b> {kindText(kind, phone)} <b>{rupeesText(cents)}</b>
          <br />
          <span className="when">
            {minuteText(at)} · {t('gate-app.list.state', { state })}
          </span>
        </p>
        {!isCancelled && !isAsking && (
          <button type="button" className="small" onClick={() => setIsAsking(true)}>
            {t('gate-app.list.cancel', { number })}
          </button>
        )}
      </div>
      {isAsking && !isCancelled && <CancelTicket ticket={ticket} onKeep={() => setIsAsking(false)} />}
    </li>
  );
}

const REASONS = ['gate-app.last.cancelReason', 'gate-app.list.wrongEntry', 'gate-app.list.paidTwice'] as const;

function CancelTicket({ ticket, onKeep }: { ticket: TicketEntry; onKeep: () => void }) {
  const gate = useGate();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction(t('gate-app.list.failed'));
  const cancel = (reason: string) => run(() => gate.cancelTickets([ticket.order], reason));
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') cancel(text.trim());
      }}
    >
      <p>
        <b>{t('gate-app.list.question', { number: ticket.number })}</b>
      </p>
      {REASONS.map((reason) => (
        <button key={reason} type="button" onClick={() => cancel(t(reason))}>
          {t(reason)}
        </button>
      ))}
      <Field label={t('gate-app.list.other')} value={text} most={200} autoComplete="off" onType={setText} />
      <button type="submit" className="danger" disabled={text.trim() === ''}>
        {t('gate-app.last.yes')}
      </button>
      <button type="button" onClick={onKeep}>
        {t('gate-app.last.no')}
      </button>
      <Fault>{failure}</Fault>
    </form>
  );
}
