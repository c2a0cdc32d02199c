import { Card, Checkbox, Stack, Title } from '@mantine/core';
import { factors } from '#contract/factors.ts';
import { type Role, roles } from '#contract/roles.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { OneOfSeveral } from '#web/ui/form/form-frame.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

type Requirement = { roles: Role[] };

export function RequirementPanel() {
  const load = useLoad('second-factor', (signal) => api(factors.requirement, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="second-factor" withBorder padding="md" mt="md">
      <Title order={2} size="h4" id="second-factor" mb="sm">
        {t('factors.requirement.title')}
      </Title>
      <AsyncState load={load} failure={t('factors.requirement.loadFailed')}>
        {(stored) => (
          <OneOfSeveral value>
            <RequirementForm stored={stored} />
          </OneOfSeveral>
        )}
      </AsyncState>
    </Card>
  );
}

function RequirementForm({ stored }: { stored: Requirement }) {
  const form: OfficeForm<Requirement> = useOfficeForm({
    initialValues: stored,
    schema: factors.setRequirement.body,
    save: (body, seen) => api(factors.setRequirement, { body }, seen),
    stored: {
      call: factors.setRequirement,
      object: stored,
      valuesOf: (object: Requirement): Partial<Requirement> => object,
      objectOf: (saved) => saved.requirement,
      show: { roles: (chosen: Role[]) => chosen.map((role) => word('role', role)).join(', ') },
    },
    fallback: t('factors.requirement.failed'),
    onSaved: ({ message }) => toastDone(message, 3),
  });
  return (
    <Form form={form} saveLabel={t('factors.requirement.save')} withoutHint>
      <Checkbox.Group
        label={t('factors.requirement.roles')}
        description={t('factors.requirement.hint')}
        {...form.field('roles')}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={word('role', role)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
