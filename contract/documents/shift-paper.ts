import type { Instant } from '#billing/calendar.ts';
import texts from '#texts/shift-paper.json' with { type: 'json' };
import { writeFigure } from '../figures.ts';
import type { Shift, ShiftSplit } from '../gate.ts';
import type { Language } from '../languages.ts';
import { writeInstant } from '../messages/day-words.ts';
import { fill, type MessageValues } from '../messages/format-message.ts';
import { isSanitation, type NamedVehicleType, vehicleTypeName } from '../vehicle-type-names.ts';

export interface PrintedShift {
  id: string;
  byWhom: string;
  device: string | null;
  openedAt: Instant;
  closedAt: Instant;
  opening: number;
  expected: number;
  counted: number;
  reason: string;
  split: ShiftSplit;
  /** False when the figures are those of a phone that has not sent them to the server. */
  isSent: boolean;
}

export interface ShiftPaper {
  language: Language;
  name: string;
  lines: { place: 'centre' | 'title' | 'fact' | 'row' | 'total' | 'signature'; text: string; amount: string }[];
}

type PartOf<Key> = Key extends `shift-paper.${infer Part}` ? Part : never;
type ShiftText = PartOf<keyof (typeof texts)['paper']>;

interface SlipIssue {
  centre: string;
  language: Language;
  types: readonly NamedVehicleType[];
}

export function shiftPaper(shift: PrintedShift, { centre, language, types }: SlipIssue): ShiftPaper {
  const textOf = (part: ShiftText, values: MessageValues = {}) =>
    fill(texts.paper, { key: `shift-paper.${part}`, values }, language);
  const { id, byWhom, device, opening, expected, counted, reason, split } = shift;
  const difference = Math.round((counted - expected) * 100) / 100;
  const side = difference === 0 ? 'none' : difference > 0 ? 'over' : 'short';
  const lines: ShiftPaper['lines'] = [
    line('centre', centre),
    line('title', textOf('title')),
    line('fact', shift.isSent ? '' : textOf('unsent')),
    line('fact', textOf('shift', { id: id.slice(0, 8).toUpperCase() })),
    line('fact', textOf('cashier', { name: byWhom })),
    line('fact', device === null ? '' : textOf('device', { code: device })),
    line('fact', textOf('opened', { time: writeInstant(shift.openedAt, language) })),
    line('fact', textOf('closed', { time: writeInstant(shift.closedAt, language) })),
    ...split.map(({ kind: name, ticket_count: count, ticket_sum, void_count: voided }) => {
      const kind = isSanitation(name) ? textOf('sanitation', { price: name }) : vehicleTypeName(types, name, language);
      const values = { count, kind, voided };
      return line('row', textOf(voided > 0 ? 'rowVoid' : 'row', values), ticket_sum);
    }),
    line('fact', split.length === 0 ? textOf('none') : ''),
    line('row', textOf('opening'), opening),
    line('total', textOf('expected'), expected),
    line('total', textOf('counted'), counted),
    line('total', textOf('difference', { kind: side }), Math.abs(difference)),
    line('fact', reason === '' ? '' : textOf('reason', { reason })),
    line('signature', textOf('handedOver')),
    line('signature', textOf('received')),
  ];
  return { language, name: textOf('name', { cashier: byWhom }), lines: lines.filter(({ text }) => text !== '') };
}

function line(place: ShiftPaper['lines'][number]['place'], text: string, rupees?: number): ShiftPaper['lines'][number] {
  return { place, text, amount: rupees === undefined ? '' : writeFigure(rupees) };
}

export function printedShift(shift: Shift, split: ShiftSplit): PrintedShift | undefined {
  const { id, byWhom, device, opened_at, closed_at, opening_cash, expected_cash, counted_cash, reason } = shift;
  if (closed_at === null || counted_cash === null || expected_cash === null) return undefined;
  return {
    id,
    byWhom,
    device,
    openedAt: opened_at,
    closedAt: closed_at,
    reason,
    split,
    isSent: true,
    opening: opening_cash,
    expected: expected_cash,
    counted: counted_cash,
  };
}
