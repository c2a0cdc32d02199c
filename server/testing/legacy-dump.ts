/** Dumps in the formats of several programs. */

export type DumpValue = null | number | string | Uint8Array;

export interface DumpTable {
  name: string;
  /** The columns as SQL defines them: `shop_id varchar(10) NOT NULL`. */
  columns: readonly string[];
  rows: readonly (readonly DumpValue[])[];
}

export const dumpPrograms = ['mariadb', 'mysql', 'phpmyadmin', 'heidisql', 'adminer', 'navicat'] as const;

export interface DumpForm {
  /** The program whose header and footer the dump has. */
  program: (typeof dumpPrograms)[number];
  /** The number of rows in each INSERT; 1 is what --skip-extended-insert writes. */
  rowsAtOnce: number;
  hasColumnNames: boolean;
  hasHexBytes: boolean;
  hasComments: boolean;
  lineEnd: '\n' | '\r\n';
  hasByteOrderMark: boolean;
  verb: 'INSERT INTO' | 'INSERT IGNORE INTO' | 'REPLACE INTO';
  charset: string;
  quote: "'" | '"';
  /** Returns the comment or white space at the next place where one is allowed in an INSERT and between statements. */
  gap: () => string;
  /** Returns the statements before the table of this number; after the last table, that number is their count. */
  before: (table: number) => string;
}

const USUAL_FORM: DumpForm = {
  program: 'mariadb',
  rowsAtOnce: 1000,
  hasColumnNames: false,
  hasHexBytes: false,
  hasComments: true,
  lineEnd: '\n',
  hasByteOrderMark: false,
  verb: 'INSERT INTO',
  charset: 'utf8mb4',
  quote: "'",
  gap: () => '',
  before: () => '',
};

const ESCAPES: Record<number, string> = {
  0: '\\0',
  10: '\\n',
  13: '\\r',
  26: '\\Z',
  34: '\\"',
  39: "\\'",
  92: '\\\\',
};

function quoted(bytes: Uint8Array, quote: string): Buffer {
  const parts: number[] = [];
  for (const byte of bytes) {
    const sequence = ESCAPES[byte];
    if (sequence === undefined) parts.push(byte);
    else parts.push(...Buffer.from(sequence));
  }
  return Buffer.concat([Buffer.from(quote), Buffer.from(parts), Buffer.from(quote)]);
}

function written(value: DumpValue, form: DumpForm): Buffer {
  if (value === null) return Buffer.from('NULL');
  if (typeof value === 'number') return Buffer.from(String(value));
  if (typeof value === 'string') return quoted(Buffer.from(value), form.quote);
  if (form.hasHexBytes && value.length > 0) return Buffer.from(`0x${Buffer.from(value).toString('hex').toUpperCase()}`);
  return Buffer.concat([Buffer.from(form.program === 'mysql' ? '_binary ' : ''), quoted(value, form.quote)]);
}

/** Returns the file. Tables are written in the order given. */
export function writeDump(tables: readonly DumpTable[], changed: Partial<DumpForm> = {}): Buffer {
  const form = { ...USUAL_FORM, ...changed };
  const lines = [
    ...beginning(form),
    ...tables.flatMap((table, at) => [
      Buffer.from(form.before(at)),
      ...definition(table, form),
      ...inserts(table, form),
      Buffer.from('UNLOCK TABLES;'),
    ]),
    Buffer.from(form.before(tables.length)),
    ...ending(form),
  ];
  const end = Buffer.from(form.lineEnd);
  const text = Buffer.concat(lines.flatMap((line) => [line, end]));
  return form.hasByteOrderMark ? Buffer.concat([Buffer.from('\ufeff'), text]) : text;
}

function beginning({ program, hasComments, charset }: DumpForm): Buffer[] {
  const first = {
    mariadb: '/*M!999999\\- enable the sandbox mode */ ',
    mysql: '/*!50606 SET @OLD_INNODB_STATS_AUTO_RECALC=@@INNODB_STATS_AUTO_RECALC */;',
    phpmyadmin: 'SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";',
    heidisql: '-- HeidiSQL Version: 12.6\n/*!40101 SET NAMES utf8 */;',
    adminer: '-- Adminer 4.8.1 MySQL 8.0.33 dump\n\nSET NAMES utf8;',
    navicat: '/*\n Navicat Premium Dump SQL\n*/\n\nSET FOREIGN_KEY_CHECKS = 0;',
  }[program];
  const lines = [
    first,
    ...(hasComments ? ["-- Host: localhost    Database: it's", '-- ------', ''] : []),
    `/*!50503 SET NAMES ${charset} */;`,
    "/*!40103 SET TIME_ZONE='+00:00' */;",
    ...(program === 'mysql' ? ["SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ 'a1b2-c3:1-77';"] : []),
  ];
  return lines.map((line) => Buffer.from(line));
}

function definition({ name, columns }: DumpTable, { hasComments, program }: DumpForm): Buffer[] {
  const lines = [
    ...(hasComments ? ['--', `-- Table structure for table \`${name}\``, '--', ''] : []),
    `DROP TABLE IF EXISTS \`${name}\`;`,
    `CREATE TABLE \`${name}\` (`,
    ...columns.map((column) => `  ${column.replace(/^(\w+)/, '`$1`')},`),
    `  PRIMARY KEY (\`${columns[0]?.split(' ')[0]}\`)`,
    ") ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';",
    ...(program === 'phpmyadmin' ? [] : [`LOCK TABLES \`${name}\` WRITE;`]),
    `/*!40000 ALTER TABLE \`${name}\` DISABLE KEYS */;`,
  ];
  return lines.map((line) => Buffer.from(line));
}

function inserts({ name, columns, rows }: DumpTable, form: DumpForm): Buffer[] {
  const names = columns.map((column) => `\`${column.split(' ')[0]}\``).join(', ');
  const head = `${form.verb} \`${name}\`${form.hasColumnNames ? ` (${names})` : ''} VALUES`;
  const comma = Buffer.from(form.program === 'mysql' ? ',' : `,${form.lineEnd}`);
  return Array.from({ length: Math.ceil(rows.length / form.rowsAtOnce) }, (_, at) => {
    const some = rows.slice(at * form.rowsAtOnce, (at + 1) * form.rowsAtOnce);
    const gap = () => Buffer.from(form.gap());
    const texts = some.map((row) => {
      const values = row.flatMap((value, place) => [
        Buffer.from(place > 0 ? ',' : ''),
        gap(),
        written(value, form),
        gap(),
      ]);
      return Buffer.concat([Buffer.from('('), ...values, Buffer.from(')')]);
    });
    const list = texts.flatMap((text, place) => (place > 0 ? [gap(), comma, gap(), text] : [text]));
    return Buffer.concat([
      Buffer.from(`${head}${form.program === 'mysql' ? ' ' : '\n'}`),
      gap(),
      ...list,
      gap(),
      Buffer.from(`;${form.gap()}`),
    ]);
  });
}

function ending({ program, hasComments }: DumpForm): Buffer[] {
  const restored = ['/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;'];
  const last = {
    mariadb: [...restored, ...(hasComments ? ['', '-- Dump completed on 2026-11-20 18:00:00'] : [])],
    mysql: [...restored, ...(hasComments ? ['', '-- Dump completed on 2026-11-20 18:00:00'] : [])],
    phpmyadmin: ['COMMIT;', '/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;'],
    heidisql: ['/*!40111 SET SQL_NOTES=IFNULL(@OLD_SQL_NOTES, 1) */;'],
    adminer: ['-- 2026-11-20 18:00:00'],
    navicat: ['SET FOREIGN_KEY_CHECKS = 1;'],
  }[program];
  return last.map((line) => Buffer.from(line));
}

export type LegacyRows = Record<string, Record<string, DumpValue>[]>;

const AT = '2026-07-01 08:00:00';
const kept = { createdAt: AT, updatedAt: AT };
const ofCharge = {
  shop_id: 'A-1',
  invoice_id: 'INV-A-1-202607',
  paid_amount: '0.00',
  paid_date: null,
  generate_date: AT,
  status: 'Unpaid',
  ...kept,
};

/** A typical row of each table of the previous system, in the order of its columns. */
const USUAL_ROWS: Record<string, Record<string, DumpValue>> = {
  Admins: { admin_id: 1, username: 'office', email: 'Old.Office@example.com', password: '', role: 'admin', ...kept },
  Prices: { id: 1, product_id: 1, min_price: 100, max_price: 120, date: '2026-11-19', ...kept },
  Products: { id: 1, name: 'Leeks', type: 'vegetable', image: null, ...kept },
  audit_trail: {
    audit_id: 1,
    shop_id: 'A-1',
    invoice_id: null,
    event_type: 'Payment Made',
    event_description: '',
    old_value: null,
    new_value: null,
    edit_reason: null,
    event_date: AT,
    user_actioned: 'old.office@example.com',
  },
  fines: { fine_id: 1, fine_amount: '300.00', ...ofCharge },
  invoices: {
    invoice_id: 'INV-A-1-202607',
    shop_id: 'A-1',
    month_year: '2026-07-01 00:00:00',
    rent_amount: '1000.00',
    operation_fee: '100.00',
    vat_amount: '198.00',
    previous_balance: '0.00',
    fines: '0.00',
    previous_fines: '0.00',
    total_arrears: '0.00',
    total_amount: '1298.00',
    status: 'Unpaid',
    printedtime: 0,
    ...kept,
  },
  operation_fees: { operation_fee_id: 1, operation_amount: '100.00', ...ofCharge },
  payments: {
    payment_id: 1,
    shop_id: 'A-1',
    invoice_id: null,
    amount_paid: '500.00',
    payment_date: '2026-07-05 05:30:00',
    payment_method: 'Cash',
    createdAt: '2026-07-05 08:00:00',
    updatedAt: '2026-07-05 08:00:00',
  },
  publications: { id: 1, type: 'news', topic: 'Gate', description: 'Open', image: null, ...kept },
  rents: { rent_id: 1, rent_amount: '1000.00', ...ofCharge },
  sanitation: { id: 1, price: '20.00', date: '2026-07-01', byWhom: 'gone@example.com', ...kept },
  shop_balances: { shop_id: 'A-1', balance_amount: '0.00', last_updated: AT },
  shops: {
    shop_id: 'A-1',
    shop_name: 'Nimal Stores',
    location: 'Block A',
    rent_amount: '1000.00',
    vat_rate: '18.00',
    operation_fee: '100.00',
    ...kept,
  },
  tenants: {
    tenant_id: 1,
    shop_id: 'A-1',
    name: 'Nimal Perera',
    contact: '000 000 0001',
    address: 'Dambulla',
    email: 'nimal@example.com',
    createdAt: '2026-06-25 09:00:00',
    updatedAt: '2026-06-25 09:00:00',
  },
  vat: { vat_id: 1, vat_amount: '198.00', ...ofCharge },
  vehicle_tickets: {
    id: 1,
    vehicleNumber: 'WP LB-4455',
    vehicleType: 'Lorry',
    ticketPrice: '300.00',
    date: '2026-07-01',
    time: '13:30:00',
    byWhom: 'gone@example.com',
    ...kept,
  },
};

/** Returns the tables of a market of the previous system. A value that a row lacks is taken from USUAL_ROWS. */
export function legacyTablesOf(rows: LegacyRows): DumpTable[] {
  return Object.entries(USUAL_ROWS).map(([name, usual]) => ({
    name,
    columns: Object.entries(usual).map(
      ([column, value]) => `${column} ${value instanceof Uint8Array ? 'longblob' : 'text'}`,
    ),
    rows: (rows[name] ?? []).map((row) => Object.values({ ...usual, ...row })),
  }));
}

/** A shop with a tenant, an invoice for July with its charges, and a payment of Rs. 500 that covers part of them. */
export const ONE_SHOP: LegacyRows = {
  shops: [{}],
  tenants: [{}],
  shop_balances: [{}],
  invoices: [{ status: 'Partially Paid' }],
  vat: [{ paid_amount: '198.00', paid_date: '2026-07-05 05:30:00', status: 'Paid' }],
  operation_fees: [{ paid_amount: '100.00', paid_date: '2026-07-05 05:30:00', status: 'Paid' }],
  rents: [{ paid_amount: '202.00', paid_date: '2026-07-05 05:30:00', status: 'Partially Paid' }],
  payments: [{}],
  audit_trail: [
    {
      audit_id: 1,
      event_type: 'Invoice Generated',
      invoice_id: 'INV-A-1-202607',
      event_description: 'Invoice generated',
    },
    { audit_id: 2, event_description: 'Payment of 500.00 received via Cash', event_date: '2026-07-05 08:00:00' },
  ],
};
