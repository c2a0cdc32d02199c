import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { keyOf, openShiftOf, type TicketKind } from '../engine/entries.ts';
import { minuteText } from './format-entry.ts';
import { LastTicket } from './last-ticket.tsx';
import { QueueBar } from './queue-bar.tsx';
import { SanitationButtons } from './sanitation-buttons.tsx';
import { Settings } from './settings.tsx';
import { CloseShift } from './shift/close-shift.tsx';
import { OpenShift } from './shift/open-shift.tsx';
import { ShiftTickets } from './shift/shift-tickets.tsx';
import { useGate, useGateView } from './use-gate.ts';
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
