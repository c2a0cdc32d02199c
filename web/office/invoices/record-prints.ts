import { invoices } from '#contract/invoices.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

/** Calls in parallel: each is a small write. */
const AT_A_TIME = 4;

/** A print with its key, so that it can be recorded again after a lost answer without counting twice. */
export interface PrintToRecord {
  id: string;
  key: string;
}

export function printsOf(ids: readonly string[]): PrintToRecord[] {
  return ids.map((id) => ({ id, key: newKey() }));
}

export async function recordPrints(prints: readonly PrintToRecord[], onTried: () => void): Promise<PrintToRecord[]> {
  const waiting = [...prints];
  const failed: PrintToRecord[] = [];
  const work = async () => {
    for (let print = waiting.shift(); print; print = waiting.shift()) {
      if (!(await isRecorded(print))) failed.push(print);
      onTried();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failed;
}

async function isRecorded({ id, key }: PrintToRecord): Promise<boolean> {
  try {
    await api(invoices.print, { params: { id }, body: { printed: true } }, { idempotencyKey: key });
    return true;
  } catch {
    return false;
  }
}
