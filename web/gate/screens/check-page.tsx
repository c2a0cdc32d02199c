import './check.css';
import { useCallback, useEffect, useState } from 'react';
import { CallError, sentenceOf } from '#web/client.ts';
import { printedSanitation, printedVehicle } from '#web/documents/printed-ticket.ts';
import { useSession } from '#web/session.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import type { CheckAnswer } from '../engine/gate.ts';
import { Fault } from './fault.tsx';
import { Field } from './field.tsx';
import { useGate } from './use-gate.ts';
import { goTo, usePath } from './use-path.ts';

/** What a signed-in phone says of a ticket: by the address in its QR code, or by the number that is typed. */
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
  return (
    <section className="card">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const number = text.trim().toUpperCase();
          if (number !== '') goTo(`/gate/check/${encodeURIComponent(number)}`);
        }}
      >
        <Field
          label="Number on the ticket"
          hint="Such as K-17, T20_5 or V17"
          className="plate"
          value={text}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onType={(typed) => setText(typed.toUpperCase())}
        />
        <button type="submit" className="main">
          Check
        </button>
      </form>
    </section>
  );
}

type Known = { answer: CheckAnswer } | { failure: string } | undefined;

function Verdict({ number }: { number: string }) {
  const gate = useGate();
  const isSignedIn = useSession() !== undefined;
  const [known, setKnown] = useState<Known>();
  const ask = useCallback(() => {
    setKnown(undefined);
    gate.check(number).then(
      (answer) => setKnown({ answer }),
      (error: unknown) => setKnown({ failure: failureOf(error) }),
    );
  }, [gate, number]);
  // Whoever signs in again wants the answer that they were refused before.
  useEffect(() => {
    if (isSignedIn) ask();
    else setKnown({ failure: 'Sign in again to check it.' });
  }, [ask, isSignedIn]);

  if (!known)
    return (
      <p className="verdict asking" role="status">
        Asking for {number}…
      </p>
    );
  if ('failure' in known)
    return (
      <section className="card">
        <Fault>{`${number}: ${known.failure}`}</Fault>
        {isSignedIn && (
          <button type="button" onClick={ask}>
            Ask again
          </button>
        )}
      </section>
    );
  return <Said answer={known.answer} />;
}

function failureOf(error: unknown): string {
  if (error instanceof CallError && error.status === 400) return 'This is no number of a ticket.';
  return sentenceOf(error, 'The ticket could not be checked.');
}

const WORDS: Record<CheckAnswer['state'], [word: string, sentence: string]> = {
  valid: ['VALID', 'This ticket stands.'],
  void: ['VOID', 'This ticket was taken back. It is worth nothing.'],
  unknown: ['UNKNOWN', 'The server knows no ticket of this number. It may still wait on the phone that issued it.'],
};

function Said({ answer }: { answer: CheckAnswer }) {
  const [word, sentence] = WORDS[answer.state];
  return (
    <section className="card said" aria-label={`Ticket ${answer.number}`}>
      <div className={`verdict ${answer.state}`} role="status">
        <p className="word">{word}</p>
        <p className="number">{answer.number}</p>
        <p>{sentence}</p>
      </div>
      <dl className="sums">
        {factsOf(answer).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf({ sanitation, vehicle, voided_at, void_reason }: CheckAnswer): [name: string, text: string][] {
  const ticket = sanitation ? printedSanitation(sanitation) : vehicle ? printedVehicle(vehicle) : undefined;
  if (!ticket) return [];
  const facts: [string, string | null][] = [
    ['For', ticket.kind],
    ['Vehicle', ticket.vehicleNumber],
    ['Price', `Rs ${formatFigure(ticket.rupees)}`],
    ['Number', ticket.number],
    ['Device number', ticket.deviceNumber],
    ['Issued', formatInstant(ticket.issuedAt)],
    ['By', ticket.byWhom],
    ['Taken back', voided_at && formatInstant(voided_at)],
    ['Reason', void_reason],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
