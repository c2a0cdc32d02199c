import './settings.css';
import { useRef, useState } from 'react';
import { parseRupees, toRupees } from '#billing/money.ts';
import type { VehicleType } from '#contract/tickets.ts';
import { useSession } from '#web/session.ts';
import { waitingOf } from '../engine/entries.ts';
import { vehicleTypes } from '../engine/vehicle-types.ts';
import { Field } from './field.tsx';
import { countText } from './format-entry.ts';
import { PasswordPanel } from './password-panel.tsx';
import { useGate, useGateView } from './use-gate.ts';

const FOLD_ID = 'settings';

/** Opens the settings at the price of that type. */
export function openPrices(type: VehicleType): void {
  const fold = document.getElementById(FOLD_ID);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
  const input = fold?.querySelector<HTMLInputElement>(`input[name="${type}"]`);
  input?.focus();
  input?.scrollIntoView({ block: 'center' });
}

/** What is seldom changed: prices of this phone, the password, who works with it. */
export function Settings() {
  return (
    <details className="fold" id={FOLD_ID}>
      <summary>Settings</summary>
      <Prices />
      <Account />
    </details>
  );
}

function Prices() {
  const gate = useGate();
  const { phone } = useGateView();
  const [typed, setTyped] = useState<Partial<Record<VehicleType, string>>>({});
  const [isKept, setKept] = useState(false);
  const shownOf = (type: VehicleType) => {
    const price = phone.prices[type];
    return typed[type] ?? (price === undefined ? '' : String(toRupees(price)));
  };
  const priceOf = (type: VehicleType) => parseRupees(shownOf(type).trim());
  const faultOf = (type: VehicleType) =>
    shownOf(type).trim() !== '' && !(Number(priceOf(type)) > 0) ? 'Enter a price, such as 50.' : undefined;
  const keep = async () => {
    await gate.remember(({ prices }) => {
      const kept = { ...prices };
      for (const type of vehicleTypes) {
        const price = priceOf(type);
        if (price === undefined) delete kept[type];
        else kept[type] = price;
      }
      return { prices: kept };
    });
    setTyped({});
    setKept(true);
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (vehicleTypes.every((type) => faultOf(type) === undefined)) void keep();
      }}
    >
      <h2>Prices of vehicle tickets</h2>
      <div className="price-fields">
        {vehicleTypes.map((type) => (
          <Field
            key={type}
            name={type}
            label={type}
            unit="Rs"
            inputMode="decimal"
            autoComplete="off"
            value={shownOf(type)}
            fault={faultOf(type)}
            onType={(text) => {
              setTyped({ ...typed, [type]: text });
              setKept(false);
            }}
          />
        ))}
      </div>
      <button type="submit">Keep prices on this phone</button>
      <p role="status">{isKept ? 'The prices are kept.' : ''}</p>
    </form>
  );
}

function Account() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const isSignedIn = useSession() !== undefined;
  const leaving = useRef<HTMLDialogElement>(null);
  const email = phone.person?.email ?? '';
  const { tickets } = waitingOf(entries, email);
  return (
    <section className="stack">
      <h2>Who works with this phone</h2>
      <p>{email}</p>
      {isSignedIn && (
        <details>
          <summary>Change password</summary>
          <PasswordPanel />
        </details>
      )}
      <button type="button" onClick={() => leaving.current?.showModal()}>
        Sign out
      </button>
      <dialog ref={leaving} aria-labelledby="leaving-title">
        <h2 id="leaving-title">Sign out?</h2>
        {tickets > 0 && (
          <p className="warn">
            {countText(tickets, 'ticket')} {tickets === 1 ? 'is' : 'are'} not sent yet. They stay on this phone and go
            when you sign in here again.
          </p>
        )}
        <form method="dialog" className="stack">
          <button type="submit" className="main" onClick={() => void gate.signOut()}>
            Sign out
          </button>
          <button type="submit">Stay</button>
        </form>
      </dialog>
    </section>
  );
}
