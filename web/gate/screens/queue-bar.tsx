import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { keyOf, type QueueEntry, rejectedEntries, waitingOf, waitingOfOthers } from '../engine/entries.ts';
import type { SendingState } from '../engine/sender.ts';
import { Field } from './field.tsx';
import { entryText, minuteText } from './format-entry.ts';
import { PrinterBar } from './printer/printer-bar.tsx';
import { SignInPanel } from './sign-in.tsx';
import { useGate, useGateView, useIsOnline } from './use-gate.ts';

export function QueueBar() {
  const { phone, entries } = useGateView();
  const { person } = phone;
  const by = person ? keyOf(person) : '';
  const waiting = waitingOf(entries, by);
  const session = useSession();
  const hasSession = session !== undefined && keyOf(session) === by;
  return (
    <>
      {hasSession ? <Waiting {...waiting} /> : <SignInAgain {...waiting} email={person?.email ?? ''} />}
      {[...waitingOfOthers(entries, by)].map(([email, count]) => (
        <p key={email} className="note">
          {t('gate-app.queue.ofOther', { count, email })}
        </p>
      ))}
      <RejectedList />
      <PrinterBar />
    </>
  );
}

interface Counts {
  all: number;
  tickets: number;
  walks: number;
}

/** Says how many tickets and stalls are not sent yet. */
function countWaiting({ all, tickets, walks }: Counts): string {
  const others = all - walks;
  return [
    ...(others > 0 ? [t('gate-app.queue.waiting', { count: tickets })] : []),
    ...(walks > 0 ? [t('gate-app.queue.walks', { count: walks })] : []),
  ].join(', ');
}

function Waiting(counts: Counts) {
  const { all } = counts;
  const gate = useGate();
  const { sending, entries } = useGateView();
  const isWhole = rejectedEntries(entries).length === 0;
  const isOnline = useIsOnline();
  if (all === 0)
    return (
      <div className={`queue ${isWhole && isOnline ? 'sent' : ''}`}>
        <p role="status">
          <b>{t(isWhole ? 'gate-app.queue.allSent' : 'gate-app.queue.nothingWaiting')}</b>
          {!isOnline && <span>{t('gate-app.queue.isOffline')}</span>}
        </p>
      </div>
    );
  return (
    <div className="queue waiting">
      <p role="status">
        <b>{countWaiting(counts)}</b> <span>{reasonOf(sending, isOnline)}</span>
      </p>
      {sending.state !== 'sending' && (
        <button type="button" className="small" onClick={gate.nudge}>
          {t('gate-app.queue.sendNow')}
        </button>
      )}
    </div>
  );
}

function reasonOf(sending: SendingState, isOnline: boolean): string {
  if (sending.state === 'sending' || sending.state === 'resting') return t('gate-app.queue.sending');
  if (sending.stop === undefined) return t('gate-app.queue.clock');
  switch (sending.stop.reason) {
    case 'not-allowed':
      return sending.stop.message;
    case 'signed-out':
      return t('gate-app.queue.signIn');
    case 'new-password':
      return t('gate-app.queue.newPassword');
    case 'add-factor':
      return t('gate-app.queue.addFactor');
    case 'no-answer':
      return t(isOnline ? 'gate-app.queue.noAnswer' : 'gate-app.queue.offline');
  }
}

function SignInAgain({ email, ...counts }: Counts & { email: string }) {
  const { all, tickets } = counts;
  const [isOpen, setIsOpen] = useState(false);
  const isOnline = useIsOnline();
  const isIdle = all === 0;
  return (
    <section className="queue ended" aria-label={t('gate-app.queue.endedTitle')}>
      <p role="status">
        <b>{isIdle ? t('gate-app.queue.endedTitle') : countWaiting(counts)}</b>{' '}
        <span>{t(isIdle ? 'gate-app.queue.endedIdle' : 'gate-app.queue.endedWaiting')}</span>
      </p>
      {isOpen ? (
        <SignInPanel email={email} onCancel={() => setIsOpen(false)} />
      ) : (
        <button type="button" onClick={() => setIsOpen(true)}>
          {isIdle ? t('gate-app.queue.signInAgain') : t('gate-app.queue.signInToSend', { count: tickets })}
        </button>
      )}
      {isOpen && !isOnline && <p>{t('gate-app.queue.isOffline')}</p>}
    </section>
  );
}

function RejectedList() {
  const { entries, phone } = useGateView();
  const rejected = rejectedEntries(entries);
  if (rejected.length === 0) return null;
  return (
    // If the phone's date is wrong, many entries are rejected. A list of more than two is collapsed at first, because
    // it would push the buttons off the screen.
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

/** A rejected ticket. The office enters it manually, so it is listed until somebody confirms that it was reported. */
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

/**
 * Asks for a reason when the server expects a different amount of cash than this phone, for example after the office
 * cancelled a ticket.
 */
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
