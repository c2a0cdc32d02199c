import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';

const kept = { createdAt: 'instant?', updatedAt: 'instant?' } as const;
const ofInvoice = { shop_id: 'ref', invoice_id: 'ref' } as const;
const ofCharge = {
  ...ofInvoice,
  paid_amount: 'money?',
  generate_date: 'instant?',
  paid_date: 'instant?',
  status: 'text?',
  ...kept,
} as const;

/**
 * The tables and columns of the previous system that the import reads. The report lists all other columns of a dump. A
 * column whose kind ends in `?` may be NULL.
 */
export const legacyTables = {
  Admins: { admin_id: 'id', username: 'text', email: 'text', password: 'text', role: 'text', ...kept },
  shops: {
    shop_id: 'ref',
    shop_name: 'text',
    location: 'text',
    rent_amount: 'money',
    vat_rate: 'money',
    operation_fee: 'money',
    ...kept,
  },
  tenants: {
    tenant_id: 'id',
    shop_id: 'ref',
    name: 'text',
    contact: 'text',
    address: 'text',
    email: 'text?',
    ...kept,
  },
  shop_balances: { shop_id: 'ref', balance_amount: 'money?' },
  invoices: {
    invoice_id: 'ref',
    shop_id: 'ref',
    month_year: 'instant',
    rent_amount: 'money',
    operation_fee: 'money?',
    vat_amount: 'money?',
    previous_balance: 'money?',
    fines: 'money?',
    previous_fines: 'money?',
    total_arrears: 'money?',
    total_amount: 'money',
    status: 'text?',
    printedtime: 'id?',
    ...kept,
  },
  rents: { rent_id: 'id', rent_amount: 'money', ...ofCharge },
  operation_fees: { operation_fee_id: 'id', operation_amount: 'money', ...ofCharge },
  vat: { vat_id: 'id', vat_amount: 'money', ...ofCharge },
  fines: { fine_id: 'id', fine_amount: 'money', ...ofCharge },
  payments: {
    payment_id: 'id',
    shop_id: 'ref',
    invoice_id: 'ref?',
    amount_paid: 'money',
    payment_date: 'instant?',
    payment_method: 'text',
    ...kept,
  },
  audit_trail: {
    audit_id: 'id',
    shop_id: 'ref?',
    invoice_id: 'ref?',
    event_type: 'text',
    event_description: 'text',
    old_value: 'text?',
    new_value: 'text?',
    edit_reason: 'text?',
    event_date: 'instant?',
    user_actioned: 'text',
  },
  Products: { id: 'id', name: 'text', type: 'text', image: 'bytes?', ...kept },
  Prices: { id: 'id', product_id: 'id', min_price: 'number', max_price: 'number', date: 'day?', ...kept },
  publications: { id: 'id', type: 'text', topic: 'text', description: 'text', image: 'bytes?', ...kept },
  sanitation: { id: 'id', price: 'money', byWhom: 'text', date: 'day?', ...kept },
  vehicle_tickets: {
    id: 'id',
    vehicleNumber: 'text',
    vehicleType: 'text',
    ticketPrice: 'money',
    byWhom: 'text',
    date: 'day?',
    ...kept,
  },
} as const satisfies Record<string, Record<string, Kind>>;

export type LegacyTable = keyof typeof legacyTables;
export const legacyTableNames = Object.keys(legacyTables) as LegacyTable[];

interface KindValues {
  id: number;
  /** An id that is a text. Ids are compared with `sameId`, which ignores case and trailing spaces. */
  ref: string;
  text: string;
  money: Cents;
  /** The text of a number, as it is in the dump. */
  number: string;
  instant: Instant;
  day: Day;
  bytes: Uint8Array;
}
type RequiredKind = keyof KindValues;
export type Kind = RequiredKind | `${RequiredKind}?`;

type ValueOf<K extends Kind> = K extends `${infer R extends RequiredKind}?`
  ? KindValues[R] | null
  : K extends RequiredKind
    ? KindValues[K]
    : never;

export type LegacyRow<Table extends LegacyTable> = {
  [Column in keyof (typeof legacyTables)[Table]]: ValueOf<(typeof legacyTables)[Table][Column] & Kind>;
};

const OPTIONAL = ['sanitation.date', 'vehicle_tickets.date', 'invoices.printedtime'];

/**
 * Returns whether a dump may lack a column, because another column has the same information or nothing depends on it.
 */
export function isOptionalColumn(table: LegacyTable, column: string): boolean {
  return column === 'updatedAt' || OPTIONAL.includes(`${table}.${column}`);
}

/** Returns the name of the first column, which is the key in every table. */
export function keyColumnOf(table: LegacyTable): string {
  return Object.keys(legacyTables[table])[0] ?? '';
}

/** Returns an id without the differences that MySQL ignores: case and trailing spaces. */
export function sameId(id: string): string {
  return id.trimEnd().toLowerCase();
}

export function keyOfRow<Table extends LegacyTable>(table: Table, row: LegacyRow<Table>): string {
  return String((row as Record<string, unknown>)[keyColumnOf(table)]);
}
