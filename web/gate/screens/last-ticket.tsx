import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { cancelledNumbers, type TicketEntry } from '../engine/entries.ts';
import { entryText, kindText, minuteText, rupeesText } from './format-entry.ts';
import { TicketPrint } from './ticket-print.tsx';
import { useGate, useGateView } from './use-gate.ts';

interface LastTicketProps {
  ticket: TicketEntry | undefined;
  isCompact: boolean;
}

export function LastTicket({ ticket, isCompact }: LastTicketProps) {
  const { entries } = useGateView();
  const isCancelled = ticket !== undefined && cancelledNumbers(entries).has(ticket.number);
  const state = isCancelled ? 'cancelled' : 'issued';
  return (
    <>
      <p className="unseen" role="status">
        {ticket && t('gate-app.last.status', { entry: entryText(ticket), state })}
      </p>
      <div className={isCompact ? 'compact' : undefined}>
        <TicketCard ticket={ticket} isCancelled={isCancelled} />
      </div>
    </>
  );
}

function TicketCard({ ticket, isCancelled }: { ticket: TicketEntry | undefined; isCancelled: boolean }) {
  if (!ticket)
    return (
      <section className="last none" aria-label={t('gate-app.last.label')}>
        <p>{t('gate-app.last.none')}</p>
      </section>
    );
  if (isCancelled)
    return (
      <section className="last wrong cancelled" aria-label={t('gate-app.last.label')}>
        <Facts ticket={ticket} word={t('gate-app.last.cancelled')} />
        <p className="sum">{t('gate-app.last.notCounted')}</p>
      </section>
    );
  return <IssuedTicket key={ticket.order} ticket={ticket} />;
}

function Facts({ ticket, word }: { ticket: TicketEntry; word: string }) {
  return (
    <div>
      <p className="number">{ticket.number}</p>
      <p className="what">
        {kindText(ticket.kind)} <b>{rupeesText(ticket.cents)}</b>
      </p>
      <p className="when">{word}</p>
    </div>
  );
}

function IssuedTicket({ ticket }: { ticket: TicketEntry }) {
  const gate = useGate();
  const [isAsking, setIsAsking] = useState(false);
  const [prints, setPrints] = useState(0);
  const { number, state, at } = ticket;
  const isRejected = state === 'refused' || state === 'told';
  const word = isRejected ? t('gate-app.last.rejected') : t('gate-app.last.issued', { time: minuteText(at) });
  return (
    <section className={`last ${isRejected ? 'wrong' : 'issued'}`} aria-label={t('gate-app.last.label')}>
      <Facts ticket={ticket} word={isAsking ? t('gate-app.last.question', { number }) : word} />
      {isAsking ? (
        <div className="acts">
          <button
            type="button"
            className="danger"
            onClick={() => void gate.cancelTicket(ticket.order, t('gate-app.last.cancelReason'))}
          >
            {t('gate-app.last.yes')}
          </button>
          <button type="button" onClick={() => setIsAsking(false)}>
            {t('gate-app.last.no')}
          </button>
        </div>
      ) : (
        <div className="acts">
          <button type="button" onClick={() => setPrints(prints + 1)}>
            {t('gate-app.last.print')}
          </button>
          <button type="button" onClick={() => setIsAsking(true)}>
            {t('gate-app.last.cancel')}
          </button>
        </div>
      )}
      {prints > 0 && <TicketPrint key={prints} ticket={ticket} />}
    </section>
  );
}
