import { NativeSelect, type NativeSelectProps } from '@mantine/core';

export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface ChoiceFieldProps<Value extends string>
  extends Omit<NativeSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange' | 'multiple' | 'children'> {
  data: readonly (Value | Choice<Value>)[];
  /** The chosen value; an empty text while nothing is chosen. */
  value?: NoInfer<Value> | '' | null;
  onChange?: (chosen: NoInfer<Value>) => void;
  placeholder?: string;
  /** The label of the empty choice, for a field that may remain empty. */
  none?: string;
}

/**
 * The browser's native selection field: typing chooses an option, Enter accepts it, phones show their own list, and
 * choosing the same value again does not clear it. Long lists use SearchedChoice.
 */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { data, value, onChange, placeholder = '', none, ...field } = props;
  const choices = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  const chosen = value ?? '';
  const isOffered = chosen === '' || choices.some((one) => one.value === chosen);
  return (
    <NativeSelect {...field} value={chosen} onChange={(event) => onChange?.(event.currentTarget.value as Value)}>
      {none !== undefined && <option value="">{none}</option>}
      {none === undefined && chosen === '' && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {/* A stored value that is not in the list is added, because the browser would show another one instead. */}
      {!isOffered && (
        <option value={chosen} disabled>
          {chosen}
        </option>
      )}
      {choices.map((one) => (
        <option key={one.value} value={one.value} disabled={one.disabled}>
          {one.label}
        </option>
      ))}
    </NativeSelect>
  );
}
