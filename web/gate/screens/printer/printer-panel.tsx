import { type ReactNode, useState } from 'react';
import { ticketPaper } from '#contract/documents/ticket-paper.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { drawTicket } from '../../printer/draw-ticket.ts';
import { kindsHere } from '../../printer/open-link.ts';
import { dotsAcross, type PhonePrinter, type RollWidth } from '../../printer/phone-printer.ts';
import type { PrinterKind } from '../../printer/printer-link.ts';
import { Fault } from '../field.tsx';
import { paperIssue } from '../printed-entry.ts';
import { useGate, useGateView } from '../use-gate.ts';
import { useGateAction } from '../use-gate-action.ts';
import { usePrinter } from './use-printer.ts';

const rolls = Object.keys(dotsAcross).map(Number) as RollWidth[];
const SPEEDS = [9600, 19_200, 38_400, 115_200];
/** Of most printers with a serial cable. */
const [FIRST_SPEED = 9600] = SPEEDS;

export function PrinterPanel() {
  const kinds = kindsHere();
  const { choice } = usePrinter();
  return (
    <section className="stack">
      <h2>{t('gate-app.printer.title')}</h2>
      {kinds.length === 0 && <p>{t('gate-app.printer.notHere')}</p>}
      {choice ? <OwnPrinter choice={choice} /> : kinds.length > 0 && <Connect kinds={kinds} />}
    </section>
  );
}

function Connect({ kinds }: { kinds: readonly PrinterKind[] }) {
  const gate = useGate();
  const { printer } = usePrinter();
  const [baudRate, setBaudRate] = useState(FIRST_SPEED);
  const [failure, setFailure] = useState<string>();
  const connect = async (kind: PrinterKind) => {
    setFailure(undefined);
    try {
      await printer.connect({ kind, baudRate, hasCutter: false }, true);
      const { name } = printer.state();
      const choice: PhonePrinter = { kind, name, baudRate, roll: 58, hasCutter: false, isAutomatic: true };
      await gate.updatePhone(() => ({ printer: choice }));
    } catch (error) {
      // The list of devices was closed without a choice.
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) setFailure(t('gate-app.printer.failed'));
    }
  };
  return (
    <>
      <p>{t('gate-app.printer.text')}</p>
      {kinds.map((kind) => (
        <button key={kind} type="button" onClick={() => void connect(kind)}>
          {t('gate-app.printer.connect', { kind })}
        </button>
      ))}
      {kinds.includes('serial') && (
        <label className="row">
          {t('gate-app.printer.speed')}
          <select value={baudRate} onChange={(event) => setBaudRate(Number(event.currentTarget.value))}>
            {SPEEDS.map((speed) => (
              <option key={speed}>{speed}</option>
            ))}
          </select>
        </label>
      )}
      <Fault>{failure}</Fault>
    </>
  );
}

function OwnPrinter({ choice }: { choice: PhonePrinter }) {
  const gate = useGate();
  const { printer } = usePrinter();
  const { failure, run } = useGateAction(t('gate-app.printer.failed'));
  const types = useGateView().phone.vehicleTypes;
  const change = (part: Partial<PhonePrinter>) =>
    run(async () => {
      const changed = { ...choice, ...part };
      printer.choose(changed);
      await gate.updatePhone(() => ({ printer: changed }));
    });
  const printTest = () => {
    const number = t('gate-app.printer.testNumber');
    const test = { number, deviceNumber: null, vehicle: null, rupees: 0, issuedAt: gate.now(), byWhom: '' };
    const paper = ticketPaper(test, paperIssue(types, currentLanguage()));
    printer.print({ number, draw: () => drawTicket(paper, choice.roll), onPrinted: async () => undefined });
  };
  return (
    <>
      <p>{choice.name || t('gate-app.printer.kind', { kind: choice.kind })}</p>
      <p aria-hidden>{t('gate-app.printer.roll')}</p>
      <fieldset className="modes">
        <legend className="unseen">{t('gate-app.printer.roll')}</legend>
        {rolls.map((roll) => (
          <label key={roll}>
            <input type="radio" name="roll" checked={roll === choice.roll} onChange={() => change({ roll })} />
            <span>{t('gate-app.printer.millimetres', { roll })}</span>
          </label>
        ))}
      </fieldset>
      <Tick isOn={choice.isAutomatic} onChange={(isAutomatic) => change({ isAutomatic })}>
        {t('gate-app.printer.automatic')}
      </Tick>
      <Tick isOn={choice.hasCutter} onChange={(hasCutter) => change({ hasCutter })}>
        {t('gate-app.printer.cutter')}
      </Tick>
      <Fault>{failure}</Fault>
      <button type="button" onClick={printTest}>
        {t('gate-app.printer.test')}
      </button>
      <button
        type="button"
        onClick={() =>
          run(async () => {
            await printer.disconnect();
            await gate.updatePhone(() => ({ printer: undefined }));
          })
        }
      >
        {t('gate-app.printer.remove')}
      </button>
    </>
  );
}

function Tick({ isOn, onChange, children }: { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }) {
  return (
    <label className="tick">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
    </label>
  );
}
