import IconMinus from 'virtual:icons/minus';
import IconPlus from 'virtual:icons/plus';
import { ActionIcon, Group } from '@mantine/core';
import { t } from '#web/i18n/t.ts';

/** Pixels for a unit of the drawing. */
const SMALLEST = 2;
const LARGEST = 14;
const STEP = 1.5;

interface UnitButtonsProps {
  unit: number;
  onChange: (unit: number) => void;
}

/** Makes the drawing larger or smaller. */
export function UnitButtons({ unit, onChange }: UnitButtonsProps) {
  const buttons = [
    { label: t('plan.unit.smaller'), to: Math.max(SMALLEST, unit / STEP), icon: <IconMinus size={18} aria-hidden /> },
    { label: t('plan.unit.larger'), to: Math.min(LARGEST, unit * STEP), icon: <IconPlus size={18} aria-hidden /> },
  ];
  return (
    <Group gap="xs">
      {buttons.map(({ label, to, icon }) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={label}
          title={label}
          disabled={to === unit}
          onClick={() => onChange(to)}
        >
          {icon}
        </ActionIcon>
      ))}
    </Group>
  );
}
