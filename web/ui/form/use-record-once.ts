import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useFormKey } from './use-form-key.ts';

/**
 * Returns a function that makes a call with the form's idempotency key, so that a retry records nothing twice. If an
 * answer was lost and the form has been changed since, the server refuses the key. The function then throws a
 * CallError, and the next try uses a new key.
 */
export function useRecordOnce() {
  const { key, renew } = useFormKey();
  return async <Answer>(record: (options: { idempotencyKey: string }) => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await record({ idempotencyKey: key });
      renew();
      return answer;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'key_reused') throw error;
      renew();
      throw new CallError(error.status, { code: error.code, message: t('ui.form.alreadySaved') });
    }
  };
}
