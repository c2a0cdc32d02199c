import { fieldLabel } from '#contract/messages/input-message.ts';
import { replacedFields, type Versioned } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import type { FormValues } from './form-values.ts';

export interface StoredObject<Values extends FormValues, Saved> {
  call: Versioned;
  object: object;
  valuesOf(object: object): Partial<Values>;
  objectOf(saved: Saved): object;
  show?: Partial<Record<keyof Values, (value: never) => string>>;
  onStored?(object: object): void;
}

export interface FieldChange {
  field: string;
  label: string;
  /**
   * The stored text before and after somebody else's change. Both are equal for a value that has no text, such as a
   * picture.
   */
  before: string;
  now: string;
  /** The user's entry; undefined if there is none, or if it equals the stored text. */
  mine: string | undefined;
}

export function findChanges<Values extends FormValues, Saved>(
  { call, valuesOf, show }: StoredObject<Values, Saved>,
  { before, now, values }: { before: object; now: object; values: Values },
): Omit<FieldChange, 'label'>[] {
  const old = replacedFields(call, before);
  const current = replacedFields(call, now);
  const oldValues = valuesOf(before);
  const currentValues = valuesOf(now);
  const textOf = (field: string, from: Partial<Values>) => {
    const value = from[field];
    const showOwn = show?.[field] as ((given: unknown) => string) | undefined;
    return showOwn && value !== '' ? showOwn(value) : showValue(value);
  };
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(current[field]))
    .map((field) => {
      const [was, is, own] = [oldValues, currentValues, values].map((from) => textOf(field, from));
      const isMine = own !== was && own !== is;
      return { field, before: was ?? '', now: is ?? '', mine: isMine ? own : undefined };
    });
}

/** Returns the label that the form shows for a field. If it shows none, returns the label used in messages. */
export function labelOf(form: HTMLFormElement | null, field: string): string {
  const input = form?.querySelector<HTMLInputElement>(`[data-path="${CSS.escape(field)}"]`);
  const shown = input?.labels?.[0]?.textContent ?? input?.getAttribute('aria-label') ?? '';
  const label = shown.replace(/\s*\*$/, '').trim() || fieldLabel(field, t);
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

function showValue(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'ui.merge.yes' : 'ui.merge.no');
  if (value instanceof File) return value.name;
  if (Array.isArray(value)) return value.map(showValue).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(showValue).join(', ');
  return value === undefined || value === null || value === '' ? t('ui.merge.empty') : String(value);
}
