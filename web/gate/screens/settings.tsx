import { useRef, useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { moveOnWithEnter } from '#web/ui/form/form-keys.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type GateTariff, keyOf, waitingOf } from '../engine/entries.ts';
import { nextTariff, tariffOn } from '../engine/tariff.ts';
import { Field } from './field.tsx';
import { parseCash, rupeesText, typeOnPhone } from './format-entry.ts';
import { gatePart } from './gate-part.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { Sum } from './shift/close-shift.tsx';
import { useGate, useGateView, useNow } from './use-gate.ts';

const PrinterPanel = gatePart(async () => (await import('./printer/printer-panel.tsx')).PrinterPanel);

const FOLD_ID = 'settings';

export function openPrices(type: string): void {
  const fold = document.getElementById(FOLD_ID);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
  const input = fold?.querySelector<HTMLInputElement>(`input[name="${type}"]`);
  input?.focus();
  input?.scrollIntoView({ block: 'center' });
}

export function Settings() {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details className="fold" id={FOLD_ID} onToggle={() => setWasOpen(true)}>
      <summary>{t('gate-app.settings.title')}</summary>
      <VehiclePrices />
      {wasOpen && <PrinterPanel />}
      <Account />
    </details>
  );
}

function VehiclePrices() {
  const { phone } = useGateView();
  const today = dayOf(useNow());
  const current = tariffOn(phone, today);
  const next = nextTariff(phone, today);
  const own = phone.vehicleTypes
    .filter(({ name, is_offered }) => is_offered && current?.prices[name] === undefined)
    .map(({ name }) => name);
  return (
    <>
      {current && <Tariff title={t('gate-app.settings.prices')} tariff={current} />}
      {own.length > 0 && <Prices types={own} isOnly={current === undefined} />}
      {next && (
        <Tariff title={t('gate-app.settings.nextPrices', { day: formatOfficeDay(next.validFrom) })} tariff={next} />
      )}
    </>
  );
}

function Tariff({ title, tariff: { prices } }: { title: string; tariff: GateTariff }) {
  const { phone } = useGateView();
  return (
    <section className="stack">
      <h2>{title}</h2>
      <dl className="sums">
        {phone.vehicleTypes.map(({ name, is_offered }) => {
          const price = prices[name];
          if (price === undefined || !is_offered) return null;
          return <Sum key={name} name={typeOnPhone(name, phone)} text={rupeesText(price)} />;
        })}
      </dl>
      <p className="field-hint">{t('gate-app.settings.byOffice')}</p>
    </section>
  );
}

/** The price fields for vehicle types that have no price from the office. */
function Prices({ types, isOnly }: { types: readonly string[]; isOnly: boolean }) {
  const gate = useGate();
  const { phone } = useGateView();
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({});
  const [isSaved, setIsSaved] = useState(false);
  const shownOf = (type: string) => {
    const price = phone.prices[type];
    return typed[type] ?? (price === undefined ? '' : String(toRupees(price)));
  };
  const priceOf = (type: string) => parseCash(shownOf(type));
  const faultOf = (type: string) =>
    shownOf(type).trim() !== '' && !(Number(priceOf(type)) > 0) ? t('gate-app.settings.priceFault') : undefined;
  const save = async () => {
    await gate.updatePhone(({ prices }) => {
      const saved = { ...prices };
      for (const type of types) {
        const price = priceOf(type);
        if (price === undefined) delete saved[type];
        else saved[type] = price;
      }
      return { prices: saved };
    });
    setTyped({});
    setIsSaved(true);
  };
  return (
    <form
      className="stack"
      onKeyDown={moveOnWithEnter}
      onSubmit={(event) => {
        event.preventDefault();
        if (types.every((type) => faultOf(type) === undefined)) void save();
      }}
    >
      <h2>{t(isOnly ? 'gate-app.settings.prices' : 'gate-app.settings.ownPrices')}</h2>
      <div className="price-fields">
        {types.map((type) => (
          <Field
            key={type}
            name={type}
            label={typeOnPhone(type, phone)}
            unit={t('shared.money.rs')}
            inputMode="decimal"
            autoComplete="off"
            value={shownOf(type)}
            fault={faultOf(type)}
            onType={(text) => {
              setTyped({ ...typed, [type]: text });
              setIsSaved(false);
            }}
          />
        ))}
      </div>
      <button type="submit">{t('gate-app.settings.savePrices')}</button>
      <p role="status">{isSaved ? t('gate-app.settings.pricesSaved') : ''}</p>
    </form>
  );
}

function Account() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const isSignedIn = useSession() !== undefined;
  const leaving = useRef<HTMLDialogElement>(null);
  const { person } = phone;
  const { tickets } = waitingOf(entries, person ? keyOf(person) : '');
  return (
    <section className="stack">
      <h2>{t('gate-app.settings.user')}</h2>
      <p>{person?.email}</p>
      {isSignedIn && (
        <details>
          <summary>{t('gate-app.password.change')}</summary>
          <PasswordPanel />
        </details>
      )}
      <button type="button" onClick={() => leaving.current?.showModal()}>
        {t('gate-app.settings.signOut')}
      </button>
      <dialog ref={leaving} aria-labelledby="leaving-title">
        <h2 id="leaving-title">{t('gate-app.settings.signOutTitle')}</h2>
        {tickets > 0 && <p className="warn">{t('gate-app.settings.unsent', { count: tickets })}</p>}
        <form method="dialog" className="stack">
          <button type="submit" className="main" onClick={() => void gate.signOut()}>
            {t('gate-app.settings.signOut')}
          </button>
          <button type="submit">{t('gate-app.settings.stay')}</button>
        </form>
      </dialog>
    </section>
  );
}
