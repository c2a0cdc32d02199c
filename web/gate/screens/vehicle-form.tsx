import { useRef, useState } from 'react';
import type { VehicleType } from '#contract/tickets.ts';
import { vehicleTypes } from '../engine/vehicle-types.ts';
import { Fault } from './fault.tsx';
import { Field } from './field.tsx';
import { rupeesText } from './format-entry.ts';
import { openPrices } from './settings.tsx';
import { useGateView } from './use-gate.ts';
import { useIssue } from './use-issue.ts';
import { VehicleSign } from './vehicle-sign.tsx';

const MOST_LETTERS = 20;
const MISSING = 'Enter the number of the vehicle first.';

/** The number of the vehicle, then one tap on its type. */
export function VehicleForm() {
  const { phone } = useGateView();
  const { issue, isResting, failure } = useIssue();
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  const input = () => form.current?.querySelector('input');

  const choose = (vehicleType: VehicleType) => {
    const price = phone.prices[vehicleType];
    const vehicleNumber = number.trim();
    if (price === undefined) return openPrices(vehicleType);
    if (vehicleNumber === '') {
      setFault(MISSING);
      input()?.focus();
      return;
    }
    input()?.blur();
    issue({ subject: 'vehicle', vehicleType, vehicleNumber }, price);
    setNumber('');
    setFault(undefined);
  };
  const type = (text: string) => {
    setNumber(text.toUpperCase());
    setFault(undefined);
  };

  return (
    <div className="vehicles" ref={form}>
      <Field
        label="Vehicle number"
        className="plate"
        value={number}
        fault={fault}
        maxLength={MOST_LETTERS}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="AB-1234"
        onType={type}
      />
      <div className="recent">
        {phone.recent.length > 0 ? (
          <ul aria-label="Recent vehicles">
            {phone.recent.map((recent) => (
              <li key={recent}>
                <button type="button" className="small" onClick={() => type(recent)}>
                  {recent}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="field-hint">Recent vehicles will stand here.</p>
        )}
      </div>
      <div className="types">
        {vehicleTypes.map((vehicleType) => {
          const price = phone.prices[vehicleType];
          return (
            <button
              key={vehicleType}
              type="button"
              className="issue type"
              disabled={isResting}
              onClick={() => choose(vehicleType)}
            >
              <VehicleSign type={vehicleType} />
              <span>{vehicleType}</span>
              <b>{price === undefined ? 'Set price' : rupeesText(price)}</b>
            </button>
          );
        })}
      </div>
      <Fault>{failure}</Fault>
    </div>
  );
}
