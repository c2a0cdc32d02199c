import { useEffect } from 'react';
import { Fault } from './fault.tsx';
import { useGate } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** A new phone gets letters of its own from the server, so that no two phones ever give the same number. */
export function DeviceCodePage() {
  const gate = useGate();
  const { isBusy, failure, run } = useGateAction('The letters could not be fetched.');
  useEffect(() => run(gate.fetchLetters), [run, gate]);
  return (
    <section className="card">
      <h2>Letters of this phone</h2>
      <p>This phone numbers its tickets itself, such as K-17. It gets its letters from the server, once.</p>
      <Fault>{failure}</Fault>
      <button type="button" className="main" disabled={isBusy} onClick={() => run(gate.fetchLetters)}>
        {isBusy ? 'Fetching…' : 'Fetch letters'}
      </button>
    </section>
  );
}
