import '#web/ui/tokens.css';
import '#web/ui/fonts.css';
import './gate.css';
import './screens/screens.css';
import './screens/tickets.css';
import { createRoot, type Root } from 'react-dom/client';
import { chosenLanguage } from '#web/i18n/choose-language.ts';
import { t } from '#web/i18n/t.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { showGateIn } from './change-language.ts';
import { Gate } from './engine/gate.ts';
import { realServer } from './engine/gate-server.ts';
import { openIndexedStore } from './engine/indexed-store.ts';
import type { OpenLink } from './printer/printer-link.ts';
import { TicketPrinter } from './printer/ticket-printer.ts';
import { registerWorker } from './register-worker.ts';
import { GateApp } from './screens/gate-app.tsx';
import { PrinterContext } from './screens/printer/use-printer.ts';
import { GateContext } from './screens/use-gate.ts';

const NUDGE_MS = 5 * 60_000;

/** Loaded only on a phone with a printer. */
const openLink: OpenLink = async (...asked) => (await import('./printer/open-link.ts')).openLink(...asked);

async function start(root: Root): Promise<void> {
  // If the texts cannot be loaded, the gate starts in English.
  await showGateIn(chosenLanguage()).catch(() => undefined);
  const tabs = new BroadcastChannel('pola-gate');
  const gate = await Gate.start({
    store: await openIndexedStore(),
    server: realServer,
    now: browserNow,
    runExclusively,
    announce: () => tabs.postMessage('changed'),
  });
  tabs.addEventListener('message', () => void gate.refresh().then(gate.nudge));
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, gate.nudge);
  document.addEventListener('visibilitychange', gate.nudge);
  setInterval(gate.nudge, NUDGE_MS);
  root.render(
    <GateContext value={gate}>
      <PrinterContext value={new TicketPrinter(openLink)}>
        <GateApp />
      </PrinterContext>
    </GateContext>,
  );
  // Asks the browser not to delete the queue when the phone runs out of space.
  await (navigator.storage as StorageManager | undefined)?.persist().catch(() => false);
}

/**
 * Runs work in one tab at a time. In browsers without the Web Locks API, several tabs may send the same entry, but the
 * server records it only once.
 */
function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request('pola-gate', work) : work();
}

function NoStorage() {
  return (
    <main>
      <section className="card" role="alert">
        <h1>{t('gate-app.noStorage.title')}</h1>
        <p>{t('gate-app.noStorage.text')}</p>
      </section>
    </main>
  );
}

const element = document.getElementById('gate');
if (element) {
  const root = createRoot(element);
  start(root).catch(() => root.render(<NoStorage />));
  registerWorker();
}
