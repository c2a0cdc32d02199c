import { useEffect } from 'react';
import { useSession } from '#web/session.ts';
import { CheckPage } from './check-page.tsx';
import { DeviceCodePage } from './device-code-page.tsx';
import { Frame } from './frame.tsx';
import { NewVersion } from './new-version.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SignInPage } from './sign-in.tsx';
import { TicketsPage } from './tickets-page.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { usePath } from './use-path.ts';

/** The gate's screens: whatever stands in the way of issuing comes first. */
export function GateApp() {
  const isChecking = usePath().startsWith('/gate/check');
  const { title, screen } = useScreen(isChecking);
  useEffect(() => {
    document.title = `${title} · Pola gate`;
  }, [title]);
  return (
    <Frame title={title}>
      <NewVersion />
      {screen}
    </Frame>
  );
}

function useScreen(isChecking: boolean) {
  const { phone } = useGateView();
  const session = useSession();
  if (!phone.person) return { title: 'Sign in', screen: <SignInPage isChecking={isChecking} /> };
  if (session?.mustChangePassword) return { title: 'Choose a password', screen: <OwnPassword /> };
  if (isChecking) return { title: 'Check a ticket', screen: <CheckPage /> };
  if (phone.letters === null) return { title: 'Letters of this phone', screen: <DeviceCodePage /> };
  return { title: 'Tickets', screen: <TicketsPage /> };
}

function OwnPassword() {
  const gate = useGate();
  return (
    <section className="card">
      <h2>Choose a password of your own</h2>
      <p>You signed in with a password somebody else chose.</p>
      <PasswordPanel onDone={gate.nudge} />
    </section>
  );
}
