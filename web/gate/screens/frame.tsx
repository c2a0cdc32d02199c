import type { ReactNode } from 'react';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { QueueBar } from './queue-bar.tsx';
import { useGateView } from './use-gate.ts';
import { goTo, usePath } from './use-path.ts';

const LINKS = [
  { path: '/gate', text: 'Tickets' },
  { path: '/gate/check', text: 'Check' },
];

/** The head of every screen of the gate: the phone's letters, the two places to go, and what waits to be sent. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { letters, person } = useGateView().phone;
  const path = usePath();
  const isChecking = path.startsWith('/gate/check');
  return (
    <>
      <header className="top">
        <a className="brand" href="/gate" onClick={onPlainClick(() => goTo('/gate'))}>
          <img src="/gate/icon.svg" alt="" width="36" height="36" />
          <span>Gate</span>
          {letters !== null && (
            <span className="letters">
              <span className="unseen">Phone </span>
              {letters}
            </span>
          )}
        </a>
        {person && (
          <nav aria-label="Screens">
            {LINKS.map((link) => (
              <a
                key={link.path}
                href={link.path}
                aria-current={(link.path === '/gate/check') === isChecking ? 'page' : undefined}
                onClick={onPlainClick(() => goTo(link.path))}
              >
                {link.text}
              </a>
            ))}
          </nav>
        )}
      </header>
      <main>
        <h1 className="unseen">{title}</h1>
        {person && <QueueBar />}
        {children}
      </main>
    </>
  );
}
