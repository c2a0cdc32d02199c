import IconDoor from 'virtual:icons/door';
import IconTag from 'virtual:icons/tag';
import IconTrash from 'virtual:icons/trash';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MOST_UNITS, type Rectangle } from '#contract/plan/lay-out.ts';
import type { PlanPart } from '#contract/plan.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { unreadMark } from '#web/ui/form/unread-fields.ts';
import { type ChosenPart, marksOf, renameMark } from './chosen-part.ts';
import classes from './plan.module.css';

interface PartFieldsProps {
  parts: PlanPart[];
  shopIds: readonly string[];
  chosen: ChosenPart | undefined;
  place: Rectangle | undefined;
  frame: Rectangle;
  onChoose: (part: ChosenPart) => void;
  onChange: (parts: PlanPart[]) => void;
  onMove: (place: Rectangle) => void;
  onRemove: () => void;
}

/** The chosen part in numbers, and buttons that add entrances and labels. */
export function PartFields(props: PartFieldsProps) {
  const { parts, shopIds, chosen, place, frame, onChoose, onChange, onMove, onRemove } = props;
  const marks = marksOf(parts);
  const add = (kind: 'entrance' | 'label') => {
    const size = kind === 'entrance' ? { width: 10, height: 3 } : { width: 16, height: 4 };
    // Above the stalls, where the rule leaves room.
    const corner = { x: Math.max(0, Math.round(frame.x + frame.width / 2)), y: Math.max(0, Math.round(frame.y - 4)) };
    onChange([...parts, { kind, shop_id: null, text: t(`plan.add.${kind}.text`), ...corner, ...size }]);
    onChoose({ mark: marks.length });
  };
  const choices = [
    ...shopIds.map((shopId) => ({ value: `shop ${shopId}`, label: shopId })),
    ...marks.map(({ kind, text }, at) => ({
      value: `mark ${at}`,
      label: kind === 'stall' ? text : t(`plan.part.${kind}`, { text }),
    })),
  ];
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" leftSection={<IconDoor size={18} aria-hidden />} onClick={() => add('entrance')}>
          {t('plan.add.entrance')}
        </Button>
        <Button variant="default" leftSection={<IconTag size={18} aria-hidden />} onClick={() => add('label')}>
          {t('plan.add.label')}
        </Button>
      </Group>
      <ChoiceField
        label={t('plan.edit.part')}
        placeholder={t('plan.edit.choose')}
        data={choices}
        value={chosen === undefined ? '' : nameOf(chosen)}
        onChange={(value) => onChoose(readName(value))}
        maw="20rem"
      />
      {chosen !== undefined && place !== undefined && (
        <>
          <MarkText parts={parts} chosen={chosen} onChange={onChange} />
          <div className={classes.fields}>
            {(['x', 'y', 'width', 'height'] as const).map((side) => (
              <UnitField
                key={`${nameOf(chosen)} ${side}`}
                label={t(`plan.edit.${side}`)}
                least={side === 'x' || side === 'y' ? 0 : 1}
                value={place[side]}
                onChange={(value) => onMove({ ...place, [side]: value })}
              />
            ))}
          </div>
          <Group>
            <Button
              variant="default"
              disabled={'shopId' in chosen && !parts.some(({ shop_id }) => shop_id === chosen.shopId)}
              leftSection={'mark' in chosen && <IconTrash size={18} aria-hidden />}
              onClick={onRemove}
            >
              {t('shopId' in chosen ? 'plan.edit.byRule' : 'plan.edit.remove')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function nameOf(chosen: ChosenPart): string {
  return 'shopId' in chosen ? `shop ${chosen.shopId}` : `mark ${chosen.mark}`;
}

function readName(value: string): ChosenPart {
  const [kind, name = ''] = value.split(' ');
  return kind === 'mark' ? { mark: Number(name) } : { shopId: name };
}

interface MarkTextProps {
  parts: PlanPart[];
  chosen: ChosenPart;
  onChange: (parts: PlanPart[]) => void;
}

function MarkText({ parts, chosen, onChange }: MarkTextProps) {
  if (!('mark' in chosen)) return null;
  return (
    <TextInput
      label={t('plan.edit.text')}
      value={marksOf(parts)[chosen.mark]?.text ?? ''}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(renameMark(parts, chosen.mark, currentTarget.value))}
      maw="20rem"
    />
  );
}

interface UnitFieldProps {
  label: string;
  least: number;
  value: number;
  onChange: (value: number) => void;
}

/** A whole number of units. Other text stays in the field with a reason, and is not saved. */
function UnitField({ label, least, value, onChange }: UnitFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(value);
  const read = readUnits(text, least);
  const fault = read === undefined ? t('plan.edit.units', { least, most: MOST_UNITS }) : undefined;
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={fault}
      {...unreadMark(fault)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const units = readUnits(currentTarget.value, least);
        if (units !== undefined && units !== value) onChange(units);
      }}
      onBlur={() => {
        if (fault === undefined) setTyped(undefined);
      }}
    />
  );
}

function readUnits(text: string, least: number): number | undefined {
  const units = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : undefined;
  return units !== undefined && units >= least && units <= MOST_UNITS ? units : undefined;
}
