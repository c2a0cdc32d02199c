import { useCallback, useEffect, useState } from 'react';
import type { Instant } from '#billing/calendar.ts';
import { printedSanitation, printedVehicle } from '#contract/documents/ticket-paper.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';
import type { Phone } from '../../engine/entries.ts';
import type { CheckAnswer } from '../../engine/gate.ts';
import { Fault, Field } from '../field.tsx';
import { typeOnPhone } from '../format-entry.ts';
import { gatePart } from '../gate-part.tsx';
import { useGate, useGateView } from '../use-gate.ts';
import { goTo, usePath } from '../use-path.ts';

const ScanCode = gatePart(async () => (await import('./scan-code.tsx')).ScanCode);

const canScan = () => 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator;

export function CheckPage() {
  const number = decode(usePath().split('/')[3] ?? '');
  return (
    <>
      {number !== '' && <Verdict key={number} number={number} />}
      <NumberForm key={`form ${number}`} />
    </>
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function NumberForm() {
  const [text, setText] = useState('');
  const [isScanning, setIsScanning] = useState(false);
  const show = (number: string) => goTo(`/gate/check/${encodeURIComponent(number)}`);
  if (isScanning) return <ScanCode onFound={show} onStop={() => setIsScanning(false)} />;
  return (
    <section className="card">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const number = text.trim().toUpperCase();
          if (number !== '') show(number);
        }}
      >
        <Field
          label={t('gate-app.check.number')}
          hint={t('gate-app.check.hint')}
          className="plate"
          value={text}
          most={30}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onType={(typed) => setText(typed.toUpperCase())}
        />
        <button type="submit" className="main">
          {t('gate-app.check.submit')}
        </button>
        {canScan() && (
          <button type="button" onClick={() => setIsScanning(true)}>
            {t('gate-app.check.scan')}
          </button>
        )}
      </form>
    </section>
  );
}

type Known = { answer: CheckAnswer; before: Instant | undefined } | { failure: string } | undefined;

function Verdict({ number }: { number: string }) {
  const gate = useGate();
  const isSignedIn = useSession() !== undefined;
  const [known, setKnown] = useState<Known>();
  const check = useCallback(() => {
    setKnown(undefined);
    gate.check(number).then(setKnown, (error: unknown) => setKnown({ failure: failureOf(error) }));
  }, [gate, number]);
  // A check needs a session, so it runs again when the user signs in.
  useEffect(() => {
    if (isSignedIn) check();
    else setKnown({ failure: t('gate-app.check.signIn') });
  }, [check, isSignedIn]);

  if (!known)
    return (
      <p className="verdict asking" role="status">
        {t('gate-app.check.checking', { number })}
      </p>
    );
  if ('failure' in known)
    return (
      <section className="card">
        <Fault>{`${number}: ${known.failure}`}</Fault>
        {isSignedIn && (
          <button type="button" onClick={check}>
            {t('gate-app.check.again')}
          </button>
        )}
      </section>
    );
  return <Answer {...known} />;
}

function failureOf(error: unknown): string {
  if (error instanceof CallError && error.status === 400) return t('gate-app.check.notANumber');
  return sentenceOf(error, t('gate-app.check.failed'));
}

function Answer({ answer, before }: { answer: CheckAnswer; before: Instant | undefined }) {
  const { phone } = useGateView();
  const { state, number } = answer;
  return (
    <section className="card said" aria-label={t('gate-app.check.ticket', { number })}>
      <div className={`verdict ${state}`} role="status">
        <p className="word">{t('gate-app.check.word', { state })}</p>
        <p className="number">{number}</p>
        <p>{t('gate-app.check.sentence', { state })}</p>
        {before !== undefined && (
          <p className="before">{t('gate-app.check.before', { time: formatInstant(before) })}</p>
        )}
      </div>
      <dl className="sums">
        {factsOf(answer, phone).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf(
  { sanitation, vehicle, voided_at, void_reason }: CheckAnswer,
  phone: Phone,
): [name: string, text: string][] {
  const ticket = sanitation ? printedSanitation(sanitation) : vehicle ? printedVehicle(vehicle) : undefined;
  if (!ticket) return [];
  const facts: [string, string | null][] = [
    [
      t('gate-app.check.kind'),
      ticket.vehicle ? typeOnPhone(ticket.vehicle.type, phone) : t('gate-app.tickets.sanitation'),
    ],
    [t('gate-app.check.vehicle'), ticket.vehicle?.number ?? null],
    [t('gate-app.check.price'), formatTicketPrice(ticket.rupees)],
    [t('gate-app.check.number'), ticket.number],
    [t('gate-app.check.deviceNumber'), ticket.deviceNumber],
    [t('gate-app.check.issued'), formatInstant(ticket.issuedAt)],
    [t('gate-app.check.by'), ticket.byWhom],
    [t('gate-app.check.cancelled'), voided_at && formatInstant(voided_at)],
    [t('gate-app.check.reason'), voided_at && (void_reason || t('gate-app.check.noReason'))],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
