import { message } from '#contract/messages/message.ts';

export type ChangeDescription = Readonly<Record<string, string | number | null>>;

/** Returns all fields in the form `shop_name: Nimal Stores; location: Block A; ...`. */
export function describeAll(fields: ChangeDescription): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${value ?? message('audit.value.none')}`)
    .join('; ');
}

export function describeChanges(
  before: ChangeDescription,
  after: ChangeDescription,
): { oldValue: string; newValue: string } | undefined {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  const only = (fields: ChangeDescription) =>
    describeAll(Object.fromEntries(changed.map((field) => [field, fields[field] ?? null])));
  return { oldValue: only(before), newValue: only(after) };
}
