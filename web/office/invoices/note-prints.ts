import { invoices } from '#contract/invoices.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

/** So many are noted at a time: each is a small write of its own. */
const AT_A_TIME = 4;

/** One print of one invoice. The key lets it be noted again after a lost answer without counting twice. */
export interface PrintToNote {
  id: string;
  key: string;
}

/** A print of each, still to be noted. */
export function printsOf(ids: readonly string[]): PrintToNote[] {
  return ids.map((id) => ({ id, key: newKey() }));
}

/** Marks each as printed; calls back after each one and gives those that could not be marked. */
export async function notePrints(prints: readonly PrintToNote[], onTried: () => void): Promise<PrintToNote[]> {
  const waiting = [...prints];
  const failed: PrintToNote[] = [];
  const work = async () => {
    for (let print = waiting.shift(); print; print = waiting.shift()) {
      if (!(await isNoted(print))) failed.push(print);
      onTried();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failed;
}

async function isNoted({ id, key }: PrintToNote): Promise<boolean> {
  try {
    await api(invoices.print, { params: { id }, body: { printed: true } }, { idempotencyKey: key });
    return true;
  } catch {
    return false;
  }
}
