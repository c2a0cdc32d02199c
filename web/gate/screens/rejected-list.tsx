import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type QueueEntry, rejectedEntries } from '../engine/entries.ts';
import { Field } from './field.tsx';
import { entryText, minuteText } from './format-entry.ts';
import { useGate, useGateView } from './use-gate.ts';

export function RejectedList() {
  const { entries, phone } = useGateView();
  const rejected = rejectedEntries(entries);
  if (rejected.length === 0) return null;
  return (
    // A long list, as of a phone with a wrong date, must not push the buttons off the screen.
    <details className="refused" open={rejected.length <= 2}>
      <summary>{t('gate-app.rejected.count', { count: rejected.length })}</summary>
      <ul>
        {rejected.map((entry) => (
          <li key={entry.order}>
            <p>
              <b>{entryText(entry, phone)}</b>, {formatOfficeDay(dayOf(entry.at))} {minuteText(entry.at)}
            </p>
            <p className="warn">{entry.refusal?.message}</p>
            {entry.what === 'closing' && entry.refusal?.code === 'difference_unexplained' ? (
              <Explain entry={entry} />
            ) : (
              <Report entry={entry} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The office enters it manually, so it is listed until somebody confirms the report. */
function Report({ entry }: { entry: QueueEntry }) {
  const gate = useGate();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking)
    return (
      <>
        <p>{adviceOn(entry.refusal?.code)}</p>
        <button type="button" className="small" onClick={() => setIsAsking(true)}>
          {t('gate-app.rejected.report')}
        </button>
      </>
    );
  return (
    <>
      <p>{t('gate-app.rejected.question')}</p>
      <div className="two">
        <button type="button" className="small" onClick={() => void gate.markReported(entry.order)}>
          {t('gate-app.rejected.yes')}
        </button>
        <button type="button" className="small" onClick={() => setIsAsking(false)}>
          {t('gate-app.rejected.no')}
        </button>
      </div>
    </>
  );
}

function adviceOn(code: string | undefined): string {
  switch (code) {
    case 'issued_too_early':
      return t('gate-app.rejected.tooEarly');
    case 'issued_in_future':
      return t('gate-app.rejected.inFuture');
    case 'device_number_used':
      return t('gate-app.rejected.numberUsed');
    default:
      return t('gate-app.rejected.advice');
  }
}

/** The server expects other cash than this phone, for example after the office cancelled a ticket. */
function Explain({ entry }: { entry: QueueEntry }) {
  const gate = useGate();
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') void gate.explainClosing(entry.order, reason.trim());
      }}
    >
      <Field label={t('gate-app.shift.why')} value={reason} most={200} required onType={setReason} />
      <button type="submit" className="small">
        {t('gate-app.rejected.sendReason')}
      </button>
    </form>
  );
}
