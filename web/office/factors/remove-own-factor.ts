import { factors } from '#contract/factors.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

interface Question {
  id: number;
  title: string;
  body: string;
}

export async function attempt(work: () => Promise<unknown>, failed: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    toastFailed(sentenceOf(error, failed), 5);
  }
}

export async function removeOwnFactor({ id, title, body }: Question, onRemoved: () => void): Promise<void> {
  if (!(await confirm({ title, body, action: t('factors.page.remove'), isDangerous: true }))) return;
  await attempt(async () => {
    toastDone((await api(factors.remove, { params: { id: String(id) } })).message, 3);
  }, t('factors.page.removeFailed'));
  onRemoved();
}
