import { NumberInput, type NumberInputProps } from '@mantine/core';

export function AmountField(props: NumberInputProps) {
  return (
    <NumberInput
      step={0.01}
      decimalScale={2}
      thousandSeparator=","
      allowNegative={false}
      clampBehavior="none"
      hideControls
      autoComplete="off"
      {...props}
    />
  );
}
