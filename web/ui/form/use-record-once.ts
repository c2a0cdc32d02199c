import { CallError } from '#web/client.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';

/**
 * Records once what a form was filled with, however often it is sent, and the next filling anew. When an answer was lost
 * and the form was changed before the second try, it says that the first one counts, and takes the third for a new one.
 * `list` is where the first one can be found.
 */
export function useRecordOnce(list = 'payments') {
  const { key, renew } = useFormKey();
  return async <Answer>(record: (options: { idempotencyKey: string }) => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await record({ idempotencyKey: key });
      renew();
      return answer;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'key_reused') throw error;
      renew();
      throw new CallError(error.status, error.code, already(list));
    }
  };
}

function already(list: string): string {
  return `This was recorded at the first try, with the figures of then. Look at the ${list} before you send it again.`;
}
