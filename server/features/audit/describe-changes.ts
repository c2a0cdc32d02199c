/** The fields of a thing by the names that the office knows them by. */
export type ChangeDescription = Readonly<Record<string, string | number | null>>;

/** A thing in one text for the audit log: `shop_name: Nimal Stores; location: Block A; ...`. */
export function describeAll(fields: ChangeDescription): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${value ?? 'none'}`)
    .join('; ');
}

/** What differs, before and after, in texts that a person can compare; undefined when nothing does. */
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
