import { useRef, useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { foldPlate } from '#contract/fold-text.ts';
import type { PassTerm, VehicleKind } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import type { Phone, TicketEntry } from '../engine/entries.ts';
import { findKnown, type KnownVehicle, matchVehicles } from '../engine/known-vehicles.ts';
import { passTermsOn, vehiclePriceAt } from '../engine/tariff.ts';
import { Fault, Field } from './field.tsx';
import { kindText, minuteText, rupeesText, typeOnPhone } from './format-entry.ts';
import { KnownPassCard, PassTerms, usePassEntry } from './pass-entry.tsx';
import { openPrices } from './settings.tsx';
import { useGate, useGateView, useNow } from './use-gate.ts';
import { useIssue } from './use-issue.ts';

const MAX_LENGTH = 20;

type PriceOf = (vehicleType: string) => Cents | undefined;

export function VehicleForm() {
  const { phone } = useGateView();
  const now = useNow();
  const [term, setTerm] = useState<PassTerm>();
  const priceOf = (vehicleType: string) => vehiclePriceAt(phone, { type: vehicleType, pass: term }, now);
  const ticket = useVehicleTicket({ term, setTerm, priceOf });
  const { number, fault, repeated, setRepeated, pass } = ticket;
  return (
    <div className="vehicles" ref={ticket.form}>
      <Field
        label={t('gate-app.vehicle.number')}
        className="plate"
        value={number}
        fault={fault}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="AB-1234"
        onType={ticket.type}
        onKeyDown={(event) => {
          if (event.key === 'Enter') ticket.enter();
        }}
      />
      {pass ? (
        <KnownPassCard pass={pass} onEnter={ticket.letIn} onSell={ticket.sellAnyway} />
      ) : repeated ? (
        <RepeatedVehicle
          ticket={repeated.ticket}
          onIssue={() => ticket.choose(repeated.vehicleType)}
          onStop={() => setRepeated(undefined)}
        />
      ) : (
        <TypeButtons
          phone={phone}
          usual={ticket.usual}
          term={term}
          isFull={ticket.isFull}
          priceOf={priceOf}
          onChoose={ticket.choose}
        />
      )}
      <KnownVehicles vehicles={matchVehicles(phone.vehicles, number)} phone={phone} onChoose={ticket.type} />
      <PassTerms terms={passTermsOn(phone, dayOf(now))} chosen={term} onChoose={setTerm} />
      <p role="status">{ticket.entered}</p>
      <Fault>{ticket.failure}</Fault>
    </div>
  );
}

interface Selling {
  /** The pass that is sold; undefined for a ticket. */
  term: PassTerm | undefined;
  setTerm: (term: PassTerm | undefined) => void;
  priceOf: PriceOf;
}

/** The number that is typed, and the ticket that is issued for it when a vehicle type is chosen. */
function useVehicleTicket({ term, setTerm, priceOf }: Selling) {
  const gate = useGate();
  const { phone } = useGateView();
  const { issue, isFull, failure } = useIssue();
  const [repeated, setRepeated] = useState<Repeated>();
  const { number, shown, show } = useTypedNumber();
  const [fault, setFault] = useState<string>();
  const [unsaved, setUnsaved] = useState<string[]>([]);
  const form = useRef<HTMLDivElement>(null);
  const input = () => form.current?.querySelector('input');
  const choose = (vehicleType: string) => {
    const price = priceOf(vehicleType);
    const vehicleNumber = number.trim();
    if (price === undefined) return openPrices(vehicleType);
    const found = faultOf(vehicleNumber);
    if (found !== undefined) {
      setFault(found);
      input()?.focus();
      return;
    }
    input()?.blur();
    const ticket = gate.repeatedVehicle(vehicleNumber);
    if (ticket && !repeated) {
      setRepeated({ ticket, vehicleType });
      return;
    }
    // The field is emptied immediately, because the next number is typed before this ticket is stored.
    show('');
    const kind = { subject: 'vehicle', vehicleType, vehicleNumber, ...(term && { pass: term }) } as const;
    setTerm(undefined);
    entry.forget();
    void issue(kind, price).then((isIssued) => {
      if (!isIssued && shown.current === '') return show(vehicleNumber);
      const others = (before: string[]) => before.filter((one) => one !== vehicleNumber);
      setUnsaved((before) => [...others(before), ...(isIssued ? [] : [vehicleNumber])]);
    });
    setFault(undefined);
    setRepeated(undefined);
  };
  const entry = usePassEntry(number, () => show(''));
  const usual = usualType(phone, number);
  /** Lets a vehicle with a pass in, or issues a ticket for one that the phone knows; otherwise says what is missing. */
  const enter = () => {
    if (entry.pass) entry.letIn();
    else if (usual !== undefined && !repeated) choose(usual);
    else setFault(faultOf(number.trim()) ?? t('gate-app.vehicle.chooseType'));
  };
  const type = (text: string) => {
    show(text.toUpperCase());
    setFault(undefined);
    setRepeated(undefined);
    entry.forget();
  };
  return {
    ...entry,
    number,
    type,
    usual,
    enter,
    choose,
    form,
    isFull,
    fault,
    repeated,
    setRepeated,
    failure: entry.failure ?? (failure && [failure, ...unsaved].join(' ')),
  };
}

/** The number in the field. `shown` has it at once, also for work that began before it was typed. */
function useTypedNumber() {
  const [number, setNumber] = useState('');
  const shown = useRef('');
  const show = (text: string) => {
    shown.current = text;
    setNumber(text);
  };
  return { number, shown, show };
}

/** Returns the type that the vehicle had last, if it is still offered. */
function usualType({ vehicles, vehicleTypes }: Phone, vehicleNumber: string): string | undefined {
  const last = findKnown(vehicles, vehicleNumber)?.type;
  return vehicleTypes.find(({ name, is_offered }) => is_offered && name === last)?.name;
}

interface KnownVehiclesProps {
  vehicles: readonly KnownVehicle[];
  phone: Phone;
  onChoose: (vehicleNumber: string) => void;
}

/** The newest vehicles, or those that match what is typed. A tap completes the number, and the type is marked. */
function KnownVehicles({ vehicles, phone, onChoose }: KnownVehiclesProps) {
  return (
    <div className="recent">
      {vehicles.length > 0 ? (
        <ul aria-label={t('gate-app.vehicle.recent')}>
          {vehicles.map(({ number, type }) => (
            <li key={number}>
              <button type="button" className="small" onClick={() => onChoose(number)}>
                {number} {type !== undefined && <small>{typeOnPhone(type, phone)}</small>}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="field-hint">{phone.vehicles.length === 0 && t('gate-app.vehicle.noRecent')}</p>
      )}
    </div>
  );
}

interface TypeButtonsProps {
  phone: Phone;
  /** The type that the typed vehicle had last. */
  usual: string | undefined;
  /** The pass that is sold, which only types with a price have; undefined for a ticket. */
  term: PassTerm | undefined;
  isFull: boolean;
  priceOf: PriceOf;
  onChoose: (vehicleType: string) => void;
}

function TypeButtons({ phone, usual, term, isFull, priceOf, onChoose }: TypeButtonsProps) {
  const offered = phone.vehicleTypes.filter(
    ({ name, is_offered }) => is_offered && (term === undefined || priceOf(name) !== undefined),
  );
  if (offered.length === 0) return <p className="field-hint">{t('gate-app.vehicle.noTypes')}</p>;
  return (
    <div className="types arrives">
      {offered.map(({ name, vehicle_kind }) => {
        const price = priceOf(name);
        return (
          <button
            key={name}
            type="button"
            className={`issue type ${name === usual ? 'usual' : ''}`}
            disabled={isFull}
            onClick={() => onChoose(name)}
          >
            <VehicleSign kind={vehicle_kind} />
            <span>
              {typeOnPhone(name, phone)}
              {name === usual && <span className="unseen"> {t('gate-app.vehicle.usual')}</span>}
            </span>
            <b>{price === undefined ? t('gate-app.vehicle.setPrice') : rupeesText(price)}</b>
          </button>
        );
      })}
    </div>
  );
}

function faultOf(vehicleNumber: string): string | undefined {
  if (foldPlate(vehicleNumber) === '') return t('gate-app.vehicle.numberMissing');
  return vehicleNumber.length > MAX_LENGTH ? t('gate-app.vehicle.tooLong', { most: MAX_LENGTH }) : undefined;
}

interface Repeated {
  ticket: TicketEntry;
  vehicleType: string;
}

interface RepeatedVehicleProps {
  ticket: TicketEntry;
  onIssue: () => void;
  onStop: () => void;
}

function RepeatedVehicle({ ticket, onIssue, onStop }: RepeatedVehicleProps) {
  const { phone } = useGateView();
  return (
    <section className="card arrives">
      <p className="warn" role="alert">
        {t('gate-app.repeated.text', {
          vehicle: kindText(ticket.kind, phone),
          number: ticket.number,
          time: minuteText(ticket.at),
        })}
      </p>
      <button type="button" onClick={onStop}>
        {t('gate-app.repeated.stop')}
      </button>
      <button type="button" className="main" onClick={onIssue}>
        {t('gate-app.repeated.issue')}
      </button>
    </section>
  );
}

/** Outlines of vehicles: SVG paths in a view box of 48 x 30. */
const BODIES: Record<VehicleKind, string> = {
  lorry: 'M2 5h27v18H2zM31 10h8l7 7v6H31z',
  van: 'M3 7h29q4 0 7 4l6 7v5H3zM30 10v6h9l-4-5q-1-1-3-1zM8 10v6h9v-6zM19 10v6h9v-6z',
  'three-wheeler': 'M7 22V11q0-6 6-6h18q3 0 4 3l3 8q4 1 4 6zM12 9q-1 1-1 3v4h8V9zM23 9v9h5V9zM31 9v7h3l-2-7z',
  motorbike: 'M27 7h6l5 11-4 2-4-9h-3zM8 15h12l5-3 6 2-4 8H17q-2-5-9-5z',
  car: 'M3 22v-5q0-2 3-3l6-1 6-6h13l8 7 5 1q2 1 2 4v3zM20 9l-4 4h8V9zM26 9v4h8l-5-4z',
  other: 'M3 6h31v17H3zM8 11v2h21v-2zM8 16v2h21v-2zM34 18h11v3H34z',
};

const WHEELS: Record<VehicleKind, number[]> = {
  lorry: [9, 24, 39],
  van: [12, 36],
  'three-wheeler': [14, 34],
  motorbike: [9, 38],
  car: [12, 36],
  other: [11, 26],
};

function VehicleSign({ kind }: { kind: VehicleKind }) {
  const radius = kind === 'motorbike' ? 6 : 4.5;
  return (
    <svg className="vehicle-sign" viewBox="0 0 48 30" aria-hidden="true" focusable="false">
      <path fill="currentColor" fillRule="evenodd" d={BODIES[kind]} />
      {WHEELS[kind].map((x) => (
        <circle key={x} cx={x} cy={30 - radius - 0.5} r={radius} />
      ))}
    </svg>
  );
}
