import { Radio, Stack } from '@mantine/core';
import type { PlainForm } from '#web/ui/form/use-plain-form.ts';
import type { RestoreValues } from './restore-answers.ts';

interface ChoiceQuestionProps {
  form: PlainForm<RestoreValues>;
  path: 'keyChoice' | 'since';
  label: string;
  choices: readonly { value: string; label: string; hint?: string }[];
}

/** A question without a default. The focus goes to its first choice if it was not answered. */
export function ChoiceQuestion({ form, path, label, choices }: ChoiceQuestionProps) {
  return (
    <Radio.Group label={label} {...form.field(path)} data-path={undefined}>
      <Stack gap="sm" mt="xs">
        {choices.map((choice, at) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            description={choice.hint}
            {...(at === 0 && { 'data-path': path })}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
