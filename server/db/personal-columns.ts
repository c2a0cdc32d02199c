/**
 * What erasing the personal data of a person does with each column of a row: `keep`, or the value that it leaves. The
 * compiler asks about each new column.
 */
export type PersonalColumns<Row> = { [Column in keyof Row]: 'keep' | { erasedTo: Row[Column] } };

/** Returns the columns that erasing changes, with the values that it leaves. */
export function erasedColumns<Row>(columns: PersonalColumns<Row>): Partial<Row> {
  const all = Object.entries<'keep' | { erasedTo: unknown }>(columns);
  const erased = all.flatMap(([column, rule]) => (rule === 'keep' ? [] : [[column, rule.erasedTo] as const]));
  return Object.fromEntries(erased) as Partial<Row>;
}
