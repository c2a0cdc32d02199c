import type { RestoreReport } from '#contract/restore.ts';
import { t } from '#web/i18n/t.ts';
import type { TypedAmount } from '#web/ui/form/amount-field.tsx';

/** The answers to the questions about a backup. Fields that the call has too are named as there. */
export interface RestoreValues {
  [name: string]: unknown;
  keyChoice: '' | 'own' | 'other';
  audit_key: string;
  trusts_unsigned: boolean;
  token_secret: string;
  since: '' | 'nothing' | 'maybe';
  /** The last numbers, in the order of the report. */
  used: TypedAmount[];
}

export function beginningAnswers({ numbers }: RestoreReport): RestoreValues {
  return {
    keyChoice: '',
    audit_key: '',
    trusts_unsigned: false,
    token_secret: '',
    since: '',
    used: numbers.map(() => ''),
  };
}

/** Returns true if neither the key of the server nor the one that the person enters proves who made the backup. */
export function needsTrust({ keyChoice }: RestoreValues, { audit_key, signature }: RestoreReport): boolean {
  if (signature.origin !== 'other_key') return signature.origin === 'unsigned';
  return keyChoice === 'other' || signature.fingerprint !== audit_key.fingerprint;
}

/** Returns what is missing or impossible, by the path of its field. */
export function findGaps(values: RestoreValues, report: RestoreReport): Record<string, string> {
  const { audit_key, numbers } = report;
  const { keyChoice, since, used } = values;
  const gaps: [string, string][] = [];
  if (!audit_key.is_here && keyChoice === '') gaps.push(['keyChoice', t('restore.key.choose')]);
  if (keyChoice === 'own' && values.audit_key.trim() === '') gaps.push(['audit_key', t('restore.key.missing')]);
  if (needsTrust(values, report) && !values.trusts_unsigned)
    gaps.push(['trusts_unsigned', t('restore.origin.missing')]);
  if (numbers.length > 0 && since === '') gaps.push(['since', t('restore.numbers.choose')]);
  if (since === 'maybe')
    for (const [at, { last }] of numbers.entries()) {
      const number = used[at];
      if (typeof number === 'number' && number < last)
        gaps.push([`used.${at}`, t('restore.numbers.tooLow', { last: String(last) })]);
    }
  return Object.fromEntries(gaps);
}
