import { useRef, useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { VehicleType } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type GateTariff, gateVehicleTypes, keyOf, waitingOf } from '../engine/entries.ts';
import { nextTariff, tariffOn } from '../engine/tariff.ts';
import { Field } from './field.tsx';
import { parseCash, rupeesText } from './format-entry.ts';
import { PasswordPanel } from './password-panel.tsx';
import { Sum } from './shift/close-shift.tsx';
import { useGate, useGateView, useNow } from './use-gate.ts';

const FOLD_ID = 'settings';

export function openPrices(type: VehicleType): void {
  const fold = document.getElementById(FOLD_ID);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
  const input = fold?.querySelector<HTMLInputElement>(`input[name="${type}"]`);
  input?.focus();
  input?.scrollIntoView({ block: 'center' });
}

export function Settings() {
  return (
    <details className="fold" id={FOLD_ID}>
      <summary>{t('gate-app.settings.title')}</summary>
      <VehiclePrices />
      <Account />
    </details>
  );
}

function VehiclePrices() {
  const { phone } = useGateView();
  const today = dayOf(useNow());
  const current = tariffOn(phone, today);
  const next = nextTariff(phone, today);
  return (
    <>
      {current ? <Tariff title={t('gate-app.settings.prices')} tariff={current} /> : <Prices />}
      {next && (
        <Tariff title={t('gate-app.settings.nextPrices', { day: formatOfficeDay(next.validFrom) })} tariff={next} />
      )}
    </>
  );
}

function Tariff({ title, tariff: { prices } }: { title: string; tariff: GateTariff }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      <dl className="sums">
        {gateVehicleTypes.map((type) => {
          const price = prices[type];
          return price !== undefined && <Sum key={type} name={t(`stored.${type}`)} text={rupeesText(price)} />;
        })}
      </dl>
      <p className="field-hint">{t('gate-app.settings.byOffice')}</p>
    </section>
  );
}

function Prices() {
  const gate = useGate();
  const { phone } = useGateView();
  const [typed, setTyped] = useState<Partial<Record<VehicleType, string>>>({});
  const [isSaved, setIsSaved] = useState(false);
  const shownOf = (type: VehicleType) => {
    const price = phone.prices[type];
    return typed[type] ?? (price === undefined ? '' : String(toRupees(price)));
  };
  const priceOf = (type: VehicleType) => parseCash(shownOf(type));
  const faultOf = (type: VehicleType) =>
    shownOf(type).trim() !== '' && !(Number(priceOf(type)) > 0) ? t('gate-app.settings.priceFault') : undefined;
  const save = async () => {
    await gate.updatePhone(({ prices }) => {
      const saved = { ...prices };
      for (const type of gateVehicleTypes) {
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
      onSubmit={(event) => {
        event.preventDefault();
        if (gateVehicleTypes.every((type) => faultOf(type) === undefined)) void save();
      }}
    >
      <h2>{t('gate-app.settings.prices')}</h2>
      <div className="price-fields">
        {gateVehicleTypes.map((type) => (
          <Field
            key={type}
            name={type}
            label={t(`stored.${type}`)}
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
