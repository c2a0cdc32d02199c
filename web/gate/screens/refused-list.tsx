import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type QueueEntry, rejectedEntries } from '../engine/entries.ts';
import { Field } from './field.tsx';
import { entryText, minuteOf } from './format-entry.ts';
import { useGate, useGateView } from './use-gate.ts';

/** What the server refused: each with its sentence and what to do. None of it goes by itself. */
export function RefusedList() {
  const refused = rejectedEntries(useGateView().entries);
  if (refused.length === 0) return null;
  return (
    // Many at once, as of a phone with a wrong date, must not push the buttons off the screen.
    <details className="refused" open={refused.length <= 2}>
      <summary>{refused.length} not taken by the server</summary>
      <ul>
        {refused.map((entry) => (
          <li key={entry.order}>
            <p>
              <b>{entryText(entry)}</b>, {formatOfficeDay(dayOf(entry.at))} {minuteOf(entry.at)}
            </p>
            <p className="warn">{entry.refusal?.message}</p>
            {entry.what === 'closing' && entry.refusal?.code === 'difference_unexplained' ? (
              <Explain entry={entry} />
            ) : (
              <Tell entry={entry} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The office has to write it down by hand; it stays here until somebody says that it knows. */
function Tell({ entry }: { entry: QueueEntry }) {
  const gate = useGate();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <>
        <p>{ADVICE[entry.refusal?.code ?? ''] ?? 'Show this to the office: they put it right.'}</p>
        <button type="button" className="small" onClick={() => setAsked(true)}>
          The office knows
        </button>
      </>
    );
  return (
    <>
      <p>Has the office written it down? It goes from this list.</p>
      <div className="two">
        <button type="button" className="small" onClick={() => void gate.tell(entry.order)}>
          Yes, it has
        </button>
        <button type="button" className="small" onClick={() => setAsked(false)}>
          No
        </button>
      </div>
    </>
  );
}

const ADVICE: Record<string, string> = {
  issued_too_early:
    'It waited too long on this phone, or the date of the phone is wrong. Show it to the office: they enter it by hand.',
  issued_in_future: 'The clock of this phone was wrong. Show it to the office: they enter it by hand.',
  device_number_used: 'Two phones have used this number. Show it to the office before you go on.',
};

/** The server counts otherwise than this phone did, for instance after the office took a ticket back. */
function Explain({ entry }: { entry: QueueEntry }) {
  const gate = useGate();
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') void gate.explain(entry.order, reason.trim());
      }}
    >
      <Field label="Why does it differ?" value={reason} maxLength={200} required onType={setReason} />
      <button type="submit" className="small">
        Send with this reason
      </button>
    </form>
  );
}
