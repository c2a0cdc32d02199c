import './queue.css';
import { useState } from 'react';
import { useSession } from '#web/session.ts';
import { rejectedEntries, waitingOf, waitingOfOthers } from '../engine/entries.ts';
import type { SendingState } from '../engine/sender.ts';
import { countText } from './format-entry.ts';
import { RefusedList } from './refused-list.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useGate, useGateView, useIsOnline } from './use-gate.ts';

/** What is on the phone and not yet on the server, why, and what to do about it. */
export function QueueBar() {
  const { phone, entries } = useGateView();
  const by = phone.person?.email ?? '';
  const waiting = waitingOf(entries, by);
  const hasSession = useSession()?.email === by;
  return (
    <>
      {hasSession ? <Waiting {...waiting} /> : <SignInAgain {...waiting} email={by} />}
      {[...waitingOfOthers(entries, by)].map(([email, tickets]) => (
        <p key={email} className="note">
          {whatWaits(tickets)} of {email} {tickets === 1 ? 'waits' : 'wait'} on this phone until they sign in here.
        </p>
      ))}
      <RefusedList />
    </>
  );
}

interface Counts {
  all: number;
  tickets: number;
}

function Waiting({ all, tickets }: Counts) {
  const gate = useGate();
  const { sending, entries } = useGateView();
  const isWhole = rejectedEntries(entries).length === 0;
  const isOnline = useIsOnline();
  if (all === 0)
    return (
      <p className={`queue ${isWhole ? 'sent' : ''}`} role="status">
        <b>{isWhole ? 'All sent' : 'Nothing waiting'}</b>
      </p>
    );
  return (
    <div className="queue waiting">
      <p role="status">
        <b>{tickets > 0 ? `${tickets} waiting` : 'Shift waiting'}</b> <span>{reasonOf(sending, isOnline)}</span>
      </p>
      {sending.state !== 'sending' && (
        <button type="button" className="small" onClick={gate.nudge}>
          Send now
        </button>
      )}
    </div>
  );
}

function reasonOf(sending: SendingState, isOnline: boolean): string {
  if (sending.state === 'sending' || sending.state === 'resting') return 'Sending…';
  // Refused as of a time that is still to come.
  if (sending.stop === undefined) return 'Set the clock of this phone.';
  if (sending.stop.reason === 'not allowed') return sending.stop.message;
  return isOnline ? 'No answer. Trying again.' : 'No network. Safe here.';
}

function SignInAgain({ all, tickets, email }: Counts & { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const isOnline = useIsOnline();
  const why = all === 0 ? 'Sign in again' : `Sign in again to send ${whatWaits(tickets)}`;
  return (
    <section className="queue ended" aria-label="Your session has ended">
      <p role="status">
        <b>{all === 0 ? 'Your session has ended.' : `${tickets} waiting`}</b>{' '}
        <span>
          {all === 0
            ? 'You can go on issuing tickets.'
            : 'Your session has ended. They are safe here, and you can go on issuing.'}
        </span>
      </p>
      {isOpen ? (
        <SignInPanel email={email} onCancel={() => setOpen(false)} />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          {why}
        </button>
      )}
      {isOpen && !isOnline && <p>There is no network now.</p>}
    </section>
  );
}

function whatWaits(tickets: number): string {
  return tickets > 0 ? countText(tickets, 'ticket') : 'the shift';
}
