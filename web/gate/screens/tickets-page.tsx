import { useEffect, useState } from 'react';
import { type Cents, cents, parseRupees } from '#billing/money.ts';
import type { sanitationPrices as offered, SanitationPrice } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import {
  cancelledNumbers,
  keyOf,
  lastClosingOf,
  openShiftOf,
  type TicketEntry,
  type TicketKind,
  ticketsOf,
} from '../engine/entries.ts';
import { CancelTickets } from './cancel-tickets.tsx';
import { Fault, Field } from './field.tsx';
import { kindText, minuteText, parseCash, rupeesText } from './format-entry.ts';
import { LastTicket } from './last-ticket.tsx';
import { LateTicketPrint } from './late-ticket-print.tsx';
import { usePrintOnRoll } from './printer/use-printer.ts';
import { QueueBar } from './queue-bar.tsx';
import { Settings } from './settings.tsx';
import { CloseShift } from './shift/close-shift.tsx';
import { ShiftSummary } from './shift/shift-summary.tsx';
import { useGate, useGateView, useIsOnline } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';
import { useIssue } from './use-issue.ts';
import { VehicleForm } from './vehicle-form.tsx';

export function TicketsPage() {
  const { phone, entries } = useGateView();
  const [isClosing, setIsClosing] = useState(false);
  const shift = openShiftOf(entries, phone.person ? keyOf(phone.person) : '');
  if (!shift)
    return (
      <>
        <QueueBar />
        <OpenShift />
        <Settings />
      </>
    );
  if (isClosing || shift.counted !== undefined)
    return (
      <>
        <QueueBar />
        <CloseShift shift={shift} onDone={() => setIsClosing(false)} />
      </>
    );
  return (
    <>
      <Modes mode={phone.mode} />
      <LastTicket shiftId={shift.id} isCompact={phone.mode === 'vehicle'} />
      {phone.mode === 'sanitation' ? <SanitationButtons tickets={shift.tickets} /> : <VehicleForm />}
      <QueueBar />
      <section className="shift" aria-label={t('gate-app.shift.label')}>
        <p>{t('gate-app.shift.since', { count: shift.tickets.length, time: minuteText(shift.opened) })}</p>
        <button type="button" className="small" onClick={() => setIsClosing(true)}>
          {t('gate-app.shift.close')}
        </button>
      </section>
      <ShiftTickets shiftId={shift.id} />
      <Settings />
    </>
  );
}

const MODES = ['sanitation', 'vehicle'] as const;

function Modes({ mode: current }: { mode: TicketKind['subject'] }) {
  const gate = useGate();
  return (
    <fieldset className="modes">
      <legend className="unseen">{t('gate-app.tickets.subject')}</legend>
      {MODES.map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name="mode"
            checked={mode === current}
            onChange={() => void gate.updatePhone(() => ({ mode }))}
          />
          <span>{t(`gate-app.tickets.${mode}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns what the user holds as the server knows it; 0 without a network. */
function useHeld(who: string): Cents {
  const gate = useGate();
  const isOnline = useIsOnline();
  const [held, setHeld] = useState(0);
  useEffect(() => {
    setHeld(0);
    if (!isOnline || who === '') return;
    let isCurrent = true;
    gate.loadHeld().then(
      (answer) => isCurrent && setHeld(answer),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [gate, isOnline, who]);
  return parseRupees(String(held)) ?? cents(0);
}

/** The form that opens a shift. If there is no opening cash, one tap is enough. */
function OpenShift() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction(t('gate-app.openShift.failed'));
  const who = phone.person ? keyOf(phone.person) : '';
  const closing = lastClosingOf(entries, who);
  const cash = text.trim() === '' ? cents(0) : parseCash(text);
  const held = useHeld(who);
  return (
    <>
      {closing && <ShiftSummary closing={closing} />}
      <section className="card">
        <h2>{t(closing ? 'gate-app.openShift.next' : 'gate-app.openShift.title')}</h2>
        {held > 0 && <p>{t('gate-app.openShift.held', { amount: rupeesText(held) })}</p>}
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (cash !== undefined) run(() => gate.openShift(cash));
          }}
        >
          <Field
            label={t('gate-app.openShift.cash')}
            unit={t('shared.money.rs')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            fault={cash === undefined ? t('gate-app.shift.amountFault') : failure}
            onType={setText}
          />
          <button type="submit" className="main" disabled={cash === undefined}>
            {cash === undefined
              ? t('gate-app.openShift.submit')
              : t('gate-app.openShift.submitWith', { amount: rupeesText(cash) })}
          </button>
        </form>
      </section>
    </>
  );
}

/** The contract's prices, repeated here because importing them would load the contract's schemas. */
const sanitationPrices: typeof offered = [20, 100];
const QUANTITIES = [1, 2, 3, 5] as const;

function SanitationButtons({ tickets }: { tickets: readonly TicketEntry[] }) {
  const { issue, isFull, failure } = useIssue();
  const [quantity, setQuantity] = useState(1);
  const tap = (price: SanitationPrice) => {
    void issue({ subject: 'sanitation', price }, amountOf(price), quantity);
    setQuantity(1);
  };
  return (
    <div className="prices arrives">
      <fieldset className="modes quantities">
        <legend className="unseen">{t('gate-app.sanitation.quantity')}</legend>
        {QUANTITIES.map((count) => (
          <label key={count}>
            <input
              type="radio"
              name="quantity"
              checked={count === quantity}
              onChange={() => setQuantity(count)}
              aria-label={t('gate-app.shift.tickets', { count })}
            />
            <span aria-hidden>× {count}</span>
          </label>
        ))}
      </fieldset>
      {sanitationPrices.map((price) => (
        <button
          key={price}
          type="button"
          className={`issue price-${price}`}
          disabled={isFull}
          onClick={() => tap(price)}
        >
          <span className="figure">
            <small>{t('shared.money.rs')}</small> {price}
          </span>
          <span className="count">
            {quantity === 1
              ? t('gate-app.sanitation.count', { count: countOf(tickets, price) })
              : t('gate-app.sanitation.several', { count: quantity, sum: rupeesText(amountOf(price * quantity)) })}
          </span>
        </button>
      ))}
      <Fault>{failure}</Fault>
    </div>
  );
}

function amountOf(rupees: number): Cents {
  return cents(rupees * 100);
}

function countOf(tickets: readonly TicketEntry[], price: SanitationPrice): number {
  return tickets.filter(({ kind }) => kind.subject === 'sanitation' && kind.price === price).length;
}

const MOST = 50;

/** The list is collapsed at first, because it would push the buttons off the screen. */
function ShiftTickets({ shiftId }: { shiftId: string }) {
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
  const [prints, setPrints] = useState(0);
  const printOnRoll = usePrintOnRoll();
  const { number, kind, cents, at } = ticket;
  const print = () => (printOnRoll ? printOnRoll([ticket]) : setPrints(prints + 1));
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
          <div className="two">
            <button type="button" className="small" onClick={print}>
              {t('gate-app.list.print', { number })}
            </button>
            <button type="button" className="small" onClick={() => setIsAsking(true)}>
              {t('gate-app.list.cancel', { number })}
            </button>
          </div>
        )}
      </div>
      {prints > 0 && <LateTicketPrint key={prints} tickets={[ticket]} />}
      {isAsking && !isCancelled && <CancelTickets tickets={[ticket]} onKeep={() => setIsAsking(false)} />}
    </li>
  );
}
