import { type Publication, publications } from '#contract/publications.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

/** Asks, naming the publication, and deletes it; true when it is gone from the list. */
export async function deletePublication({ id, topic }: Publication): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete “${topic}”?`,
    body: 'It leaves the public pages and the feed at once. What it said stays in the system logs.',
    action: 'Delete',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(publications.remove, { params: { id: String(id) } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to delete publication.'), 5);
    return false;
  }
}
