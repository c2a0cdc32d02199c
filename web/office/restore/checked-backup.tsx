import { Alert, Stack, Text } from '@mantine/core';
import type { Sending } from '#contract/call.ts';
import { type RestoreReport, type RestoreState, restore } from '#contract/restore.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { FormFrame } from '#web/ui/form/form-frame.tsx';
import { usePlainForm } from '#web/ui/form/use-plain-form.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { AuditKeyFields, OriginField, TokenSecretField } from './key-fields.tsx';
import { LastNumberFields } from './number-fields.tsx';
import { beginningAnswers, findGaps, needsTrust, type RestoreValues } from './restore-answers.ts';
import { RestoredCountList } from './restored-counts.tsx';

interface CheckedBackupProps {
  id: string;
  report: RestoreReport;
  onStarted: (id: string) => void;
  /** The backup is no longer here, because somebody stopped or began another restore. */
  onFailed: (state: RestoreState) => void;
}

/** What a checked backup contains, and the questions that `npm run restore` asks in a terminal. */
export function CheckedBackupForm({ id, report, onStarted, onFailed }: CheckedBackupProps) {
  const form = usePlainForm<RestoreValues, RestoreState>({
    initialValues: beginningAnswers(report),
    check: (values) => findGaps(values, report),
    ask: async () => ((await confirm(questionOf(report))) ? {} : undefined),
    save: async (values) => {
      const state = await api(restore.write, { body: bodyOf(id, values, report) });
      if (state.stage === 'checked' && state.fault !== null)
        throw new CallError(400, { code: 'invalid_input', message: state.fault });
      return state;
    },
    onSaved: (state) => (state.stage === 'writing' ? onStarted(state.id) : onFailed(state)),
    fallback: t('restore.notStarted'),
  });
  const { made_at, rows, counts, superadmins } = report;
  return (
    <Stack gap="lg" maw={760}>
      <Alert color="leaf" role="status" title={t('restore.report.title')}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {superadmins.length > 0
            ? t('restore.report.signIn', { emails: superadmins.join(', ') })
            : t('restore.report.noSuperadmin')}
        </Text>
      </Alert>
      <RestoredCountList made={made_at} rows={rows} counts={counts} />
      <FormFrame form={form} saveLabel={t('restore.write')} failureTitle={t('restore.failed')}>
        <Stack gap="xl">
          <AuditKeyFields form={form} report={report} />
          {needsTrust(form.inner.getValues(), report) && <OriginField form={form} report={report} />}
          {report.secrets > 0 && <TokenSecretField form={form} report={report} />}
          {report.numbers.length > 0 && <LastNumberFields form={form} report={report} />}
        </Stack>
      </FormFrame>
    </Stack>
  );
}

function questionOf({ made_at }: RestoreReport) {
  return {
    title: t('restore.write.title'),
    body: <Text size="sm">{t('restore.write.about', { made: formatInstant(made_at) })}</Text>,
    action: t('restore.write'),
  };
}

function bodyOf(
  id: string,
  { keyChoice, audit_key, trusts_unsigned, token_secret, since, used }: RestoreValues,
  { numbers }: RestoreReport,
): Sending<typeof restore.write>['body'] {
  const said = numbers.flatMap(({ name }, at) => {
    const last = used[at];
    return typeof last === 'number' ? [[name, last] as const] : [];
  });
  return {
    id,
    ...(keyChoice === 'own' && { audit_key }),
    ...(keyChoice === 'other' && { continues_with_other_key: true }),
    ...(trusts_unsigned && { trusts_unsigned }),
    ...(token_secret.trim() !== '' && { token_secret }),
    ...(since === 'nothing' && { nothing_since: true }),
    ...(since === 'maybe' && said.length > 0 && { used: Object.fromEntries(said) }),
  };
}
