import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useFormKey } from './use-form-key.ts';

/**
 * Returns a function that records what a form contains once, however often it is sent; the next content gets a new key.
 * If an answer was lost and the form was changed before the second try, it throws a CallError that says so, and the third
 * try counts as new.
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
      throw new CallError(error.status, error.code, t('ui.form.alreadySaved'));
    }
  };
}
