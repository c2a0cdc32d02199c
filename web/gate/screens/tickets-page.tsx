import './tickets.css';

import { useState } from 'react';
import { lastTicketOf, openShiftOf, type TicketKind } from '../engine/entries.ts';
import { CloseShift } from './close-shift.tsx';
import { countText, minuteOf, rupeesText } from './format-entry.ts';
import { LastTicket } from './last-ticket.tsx';
import { OpenShift } from './open-shift.tsx';
import { SanitationButtons } from './sanitation-buttons.tsx';
import { Settings } from './settings.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { VehicleForm } from './vehicle-form.tsx';

/** The screen of the shift: the newest ticket, and below it one tap for the next. */
export function TicketsPage() {
  const { phone, entries } = useGateView();
  const [isClosing, setClosing] = useState(false);
  const shift = openShiftOf(entries, phone.person?.email ?? '');
  if (!shift)
    return (
      <>
        <OpenShift />
        <Settings />
      </>
    );
  if (isClosing) return <CloseShift shift={shift} onDone={() => setClosing(false)} />;
  return (
    <>
      <Modes mode={phone.mode} />
      <LastTicket ticket={lastTicketOf(entries, shift.id)} />
      {phone.mode === 'sanitation' ? <SanitationButtons tickets={shift.tickets} /> : <VehicleForm />}
      <section className="shift" aria-label="Shift">
        <p>
          <b>{rupeesText(shift.expected)} in the box</b>
          <br />
          {countText(shift.tickets.length, 'ticket')} since {minuteOf(shift.opened)}
        </p>
        <button type="button" className="small" onClick={() => setClosing(true)}>
          Close shift
        </button>
      </section>
      <Settings />
    </>
  );
}

const MODES: { mode: TicketKind['subject']; text: string }[] = [
  { mode: 'sanitation', text: 'Sanitation' },
  { mode: 'vehicle', text: 'Vehicles' },
];

function Modes({ mode: current }: { mode: TicketKind['subject'] }) {
  const gate = useGate();
  return (
    <fieldset className="modes">
      <legend className="unseen">Tickets for</legend>
      {MODES.map(({ mode, text }) => (
        <label key={mode}>
          <input
            type="radio"
            name="mode"
            checked={mode === current}
            onChange={() => void gate.remember(() => ({ mode }))}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
