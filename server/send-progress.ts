import { elapsedMs } from './clock.ts';

/** The time between two messages about the progress of a step. */
const SEND_EVERY_MS = 200;

/** Returns a function that sends each new step to the parent process, and the progress of a step a few times a second. */
export function progressSender<Step extends { step: string }>(): (step: Step) => void {
  let sent: { step: string; at: number } | undefined;
  return (step) => {
    const at = elapsedMs();
    if (sent?.step === step.step && at - sent.at < SEND_EVERY_MS) return;
    sent = { step: step.step, at };
    process.send?.(step);
  };
}
