import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { keyOf, rejectedEntries, waitingOf, waitingOfOthers } from '../engine/entries.ts';
import type { SendingState } from '../engine/sender.ts';
import { RejectedList } from './rejected-list.tsx';
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
        <b>{t('gate-app.queue.waiting', { count: tickets })}</b> <span>{reasonOf(sending, isOnline)}</span>
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

function SignInAgain({ all, tickets, email }: Counts & { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isOnline = useIsOnline();
  const isIdle = all === 0;
  return (
    <section className="queue ended" aria-label={t('gate-app.queue.endedTitle')}>
      <p role="status">
        <b>{isIdle ? t('gate-app.queue.endedTitle') : t('gate-app.queue.waiting', { count: tickets })}</b>{' '}
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
