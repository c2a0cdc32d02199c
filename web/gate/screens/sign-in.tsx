import { useSession } from '#web/session.ts';
import { waitingOfOthers } from '../engine/entries.ts';
import { countText } from './format-entry.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { useGateView, useIsOnline } from './use-gate.ts';

/** The first screen of a phone that nobody works with. What others left on it is not forgotten. */
export function SignInPage({ isChecking }: { isChecking: boolean }) {
  const { entries } = useGateView();
  const isOnline = useIsOnline();
  const isSignedIn = useSession() !== undefined;
  if (isSignedIn) return null;
  return (
    <section className="card">
      <h2>{isChecking ? 'Sign in to check the ticket' : 'Sign in to issue tickets'}</h2>
      {!isOnline && <p className="warn">There is no network. Signing in needs it once; issuing does not.</p>}
      <SignInPanel />
      {[...waitingOfOthers(entries, undefined)].map(([email, tickets]) => (
        <p key={email} className="note">
          {tickets > 0 ? countText(tickets, 'ticket') : 'A shift'} of {email} {tickets > 1 ? 'wait' : 'waits'} on this
          phone and {tickets > 1 ? 'go' : 'goes'} when they sign in.
        </p>
      ))}
    </section>
  );
}
