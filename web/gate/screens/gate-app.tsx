import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Language } from '#contract/languages.ts';
import { may } from '#contract/permissions.ts';
import { useLanguage } from '#web/i18n/choose-language.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { useHeldKeys } from '#web/ui/use-held-keys.ts';
import { changeGateLanguage } from '../change-language.ts';
import type { Person } from '../engine/entries.ts';
import { isRenewed, watchRenewal } from '../register-worker.ts';
import { Fault } from './field.tsx';
import { gatePart } from './gate-part.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { useStoredPrinter } from './printer/use-printer.ts';
import { QueueBar } from './queue-bar.tsx';
import { SignInPage } from './sign-in.tsx';
import { TicketsPage } from './tickets-page.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';
import { goTo, usePath } from './use-path.ts';

const WalkPage = gatePart(async () => (await import('./walk/walk-page.tsx')).WalkPage);
const CheckPage = gatePart(async () => (await import('./check/check-page.tsx')).CheckPage);

export function GateApp() {
  useLanguage();
  useHeldKeys();
  useStoredPrinter();
  const { title, screen } = useScreen(usePath());
  useEffect(() => {
    document.title = t('gate-app.title', { title });
  }, [title]);
  return <Frame title={title}>{screen}</Frame>;
}

function useScreen(path: string) {
  const isChecking = path.startsWith('/gate/check');
  const { phone } = useGateView();
  const session = useSession();
  if (!phone.person) return { title: t('gate-app.signIn.title'), screen: <SignInPage isChecking={isChecking} /> };
  if (session?.mustChangePassword)
    return { title: t('gate-app.password.title'), screen: <BelowQueue screen={<OwnPassword />} /> };
  if (session?.mustAddFactor)
    return { title: t('gate-app.addFactor.title'), screen: <BelowQueue screen={<MissingFactor />} /> };
  if (isChecking) return { title: t('gate-app.check.title'), screen: <BelowQueue screen={<CheckPage />} /> };
  if (path.startsWith('/gate/walk') && mayWalk(phone.person))
    return { title: t('gate-app.walk.title'), screen: <BelowQueue screen={<WalkPage />} /> };
  if (phone.deviceCode === null)
    return { title: t('gate-app.deviceCode.title'), screen: <BelowQueue screen={<DeviceCode />} /> };
  return { title: t('gate-app.frame.tickets'), screen: <TicketsPage /> };
}

/** Whoever walks sees the names of tenants, so the role must be allowed to see them. */
function mayWalk({ role }: Person): boolean {
  return may(role, 'books.read') && may(role, 'tickets.write');
}

function BelowQueue({ screen }: { screen: ReactNode }) {
  return (
    <>
      <QueueBar />
      {screen}
    </>
  );
}

function OwnPassword() {
  const gate = useGate();
  return (
    <section className="card">
      <h2>{t('gate-app.password.title')}</h2>
      <p>{t('gate-app.password.text')}</p>
      <PasswordPanel onDone={gate.nudge} />
    </section>
  );
}

function MissingFactor() {
  return (
    <section className="card">
      <h2>{t('gate-app.addFactor.title')}</h2>
      <p>{t('gate-app.addFactor.text')}</p>
      <button type="button" className="main" onClick={() => location.assign('/second-factor')}>
        {t('gate-app.addFactor.open')}
      </button>
    </section>
  );
}

/** Requests the device code. Codes come from the server, so that no two phones issue the same number. */
function DeviceCode() {
  const gate = useGate();
  const { isBusy, failure, run } = useGateAction(t('gate-app.deviceCode.failed'));
  useEffect(() => run(gate.fetchDeviceCode), [run, gate]);
  return (
    <section className="card">
      <h2>{t('gate-app.deviceCode.title')}</h2>
      <p>{t('gate-app.deviceCode.text')}</p>
      <Fault>{failure}</Fault>
      <button type="button" className="main" disabled={isBusy} onClick={() => run(gate.fetchDeviceCode)}>
        {t(isBusy ? 'gate-app.deviceCode.getting' : 'gate-app.deviceCode.get')}
      </button>
    </section>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { deviceCode, person } = useGateView().phone;
  return (
    <>
      <header className="top">
        <a className="brand" href="/gate" onClick={onPlainClick(() => goTo('/gate'))}>
          <img src="/gate/icon.svg" alt="" width="36" height="36" />
          <span>{t('gate-app.frame.brand')}</span>
          {deviceCode !== null && (
            <span className="device-code">
              <span className="unseen">{t('gate-app.frame.phone')} </span>
              {deviceCode}
            </span>
          )}
        </a>
        {person && (
          <nav aria-label={t('gate-app.frame.screens')}>
            <ScreenLink path="/gate" text={t('gate-app.frame.tickets')} />
            <ScreenLink path="/gate/check" text={t('gate-app.frame.check')} />
            {mayWalk(person) && <ScreenLink path="/gate/walk" text={t('gate-app.frame.walk')} />}
          </nav>
        )}
      </header>
      <main>
        <h1 className="unseen">{title}</h1>
        {children}
        <NewVersion />
        <Languages />
      </main>
    </>
  );
}

function ScreenLink({ path, text }: { path: string; text: string }) {
  const here = usePath();
  const isCurrent = path === '/gate' ? !/^\/gate\/(check|walk)/.test(here) : here.startsWith(path);
  return (
    <a href={path} aria-current={isCurrent ? 'page' : undefined} onClick={onPlainClick(() => goTo(path))}>
      {text}
    </a>
  );
}

function Languages() {
  const gate = useGate();
  const shown = useLanguage();
  const { failure, run } = useGateAction(t('shared.call.unreached'));
  const choose = async (language: Language) => {
    await changeGateLanguage(language);
    void gate.tellLanguage(language);
  };
  return (
    <footer>
      <LanguageSwitch shown={shown} choose={(language) => run(() => choose(language))} />
      <Fault>{failure}</Fault>
    </footer>
  );
}

function NewVersion() {
  if (!useSyncExternalStore(watchRenewal, isRenewed)) return null;
  return (
    <div className="note row">
      <p role="status">{t('gate-app.newVersion.text')}</p>
      <button type="button" className="small" onClick={() => location.reload()}>
        {t('gate-app.newVersion.update')}
      </button>
    </div>
  );
}
