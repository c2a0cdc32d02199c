import IconCopy from 'virtual:icons/copy';
import { Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { addDays } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { programTokens } from '#contract/program-tokens.ts';
import { type ProgramScope, programScopes } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { CloseButton, ShownOnce } from '#web/ui/dialog/shown-once.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { api } from '../api.ts';
import { copyText } from '../copy-text.ts';

const USUAL_DAYS = 365;

type TokenValues = {
  label: string;
  scopes: ProgramScope[];
  last_day: string;
};

export function MakeTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const initialValues: TokenValues = { label: '', scopes: [], last_day: addDays(browserToday(), USUAL_DAYS) };
  const form = useOfficeForm({
    initialValues,
    schema: programTokens.make.body,
    toBody: (values) => values,
    save: (values) => api(programTokens.make, { body: values }),
    fallback: t('program-tokens.makeFailed'),
    onSaved: (made) => {
      onClose();
      onMade();
      void openDialog<void>((close) => <TokenDialog made={made} close={close} />, undefined);
    },
  });
  return (
    <FormDialog form={form} title={t('program-tokens.add')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('program-tokens.add')} onCancel={close}>
          <TextInput
            label={t('program-tokens.label')}
            description={t('program-tokens.labelHint')}
            required
            autoComplete="off"
            {...form.field('label')}
          />
          <Checkbox.Group label={t('program-tokens.scopes')} required {...form.field('scopes')}>
            <Stack gap="xs" mt="xs">
              {programScopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={word('programScope', scope)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <DayField
            label={t('program-tokens.lastDayLabel')}
            required
            value={form.inner.values.last_day}
            {...form.field('last_day')}
          />
        </Form>
      )}
    </FormDialog>
  );
}

function TokenDialog({ made, close }: { made: Answer<typeof programTokens.make>; close: () => void }) {
  return (
    <ShownOnce title={t('program-tokens.shown', { label: made.program_token.label })} close={close}>
      <Text size="sm">{t('program-tokens.shownOnce')}</Text>
      <Code block mt="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        {made.token}
      </Code>
      <Group justify="flex-end" mt="md">
        {/* The clipboard exists only on a secure site. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => void copyText(made.token)}
          >
            {t('program-tokens.copy')}
          </Button>
        )}
        <CloseButton close={close} />
      </Group>
    </ShownOnce>
  );
}
