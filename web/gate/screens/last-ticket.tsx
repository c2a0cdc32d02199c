import { useState } from 'react';
import { cancelledNumbers, type TicketEntry } from '../engine/entries.ts';
import { entryText, kindText, minuteOf, rupeesText } from './format-entry.ts';
import { TicketPrint } from './ticket-print.tsx';
import { useGate, useGateView } from './use-gate.ts';

/** The newest ticket of the shift, its number large enough to be read across a counter; from here it is printed or undone. */
export function LastTicket({ ticket }: { ticket: TicketEntry | undefined }) {
  const { entries } = useGateView();
  const isUndone = ticket !== undefined && cancelledNumbers(entries).has(ticket.number);
  return (
    <>
      <p className="unseen" role="status">
        {ticket && `${entryText(ticket)}, ${isUndone ? 'taken back' : 'issued'}`}
      </p>
      <Shown ticket={ticket} isUndone={isUndone} />
    </>
  );
}

function Shown({ ticket, isUndone }: { ticket: TicketEntry | undefined; isUndone: boolean }) {
  if (!ticket)
    return (
      <section className="last none" aria-label="Last ticket">
        <p>The number of the ticket will stand here.</p>
      </section>
    );
  if (isUndone)
    return (
      <section className="last wrong undone" aria-label="Last ticket">
        <Facts ticket={ticket} word="Taken back" />
        <p className="sum">Not valid. It is in no sum.</p>
      </section>
    );
  return <Issued key={ticket.order} ticket={ticket} />;
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

function Issued({ ticket }: { ticket: TicketEntry }) {
  const gate = useGate();
  const [isAsked, setAsked] = useState(false);
  const [prints, setPrints] = useState(0);
  const isRefused = ticket.state === 'refused' || ticket.state === 'told';
  const word = isRefused ? 'Not taken by the server' : `Issued ${minuteOf(ticket.at)}`;
  return (
    <section className={`last ${isRefused ? 'wrong' : 'issued'}`} aria-label="Last ticket">
      <Facts ticket={ticket} word={isAsked ? `Take ${ticket.number} back?` : word} />
      {isAsked ? (
        <div className="acts">
          <button type="button" className="danger" onClick={() => void gate.undo(ticket.order)}>
            Yes, take back
          </button>
          <button type="button" onClick={() => setAsked(false)}>
            Keep it
          </button>
        </div>
      ) : (
        <div className="acts">
          <button type="button" onClick={() => setPrints(prints + 1)}>
            Print
          </button>
          <button type="button" onClick={() => setAsked(true)}>
            Undo
          </button>
        </div>
      )}
      {prints > 0 && <TicketPrint key={prints} ticket={ticket} />}
    </section>
  );
}
