import { Refusal } from '#contract/refusals.ts';
import { ConfigFault } from '#server/config.ts';

/** One line for whoever typed a command; a refused connection has a code and no message. */
export function describeFault(fault: unknown): string {
  if (fault instanceof ConfigFault) return fault.faults.join('; ');
  if (fault instanceof Refusal) return [fault.message, ...fault.details.map(({ message }) => message)].join(' ');
  if (!(fault instanceof Error)) return String(fault);
  return (fault.message || ('code' in fault ? String(fault.code) : fault.name)).replaceAll('\n', ' ');
}
