import { type ReactNode, useSyncExternalStore } from 'react';
import type { Language } from '#contract/languages.ts';
import { useLanguage } from '#web/i18n/choose-language.ts';
import { t } from '#web/i18n/t.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { changeGateLanguage } from '../change-language.ts';
import { isRenewed, watchRenewal } from '../register-worker.ts';
import { Fault } from './field.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';
import { goTo, usePath } from './use-path.ts';

export function Frame({ title, children }: { title: string; children: ReactNode }) {
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
  const isChecking = usePath().startsWith('/gate/check');
  return (
    <a
      href={path}
      aria-current={(path === '/gate/check') === isChecking ? 'page' : undefined}
      onClick={onPlainClick(() => goTo(path))}
    >
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
