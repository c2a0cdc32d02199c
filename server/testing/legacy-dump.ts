/** Writes dumps as mysqldump, mariadb-dump and phpMyAdmin do, for tests. */

export type DumpValue = null | number | string | Uint8Array;

export interface DumpTable {
  name: string;
  /** Names of columns with their types: `shop_id varchar(10) NOT NULL`. */
  columns: readonly string[];
  rows: readonly (readonly DumpValue[])[];
}

export interface DumpForm {
  /** The beginning and end of MariaDB, MySQL 8 or phpMyAdmin. */
  program: 'mariadb' | 'mysql' | 'phpmyadmin';
  /** Rows of one INSERT; 1 is --skip-extended-insert. */
  rowsAtOnce: number;
  hasColumnNames: boolean;
  hasHexBytes: boolean;
  hasComments: boolean;
  lineEnd: '\n' | '\r\n';
  hasByteOrderMark: boolean;
  verb: 'INSERT INTO' | 'INSERT IGNORE INTO' | 'REPLACE INTO';
  charset: string;
}

export const USUAL_FORM: DumpForm = {
  program: 'mariadb',
  rowsAtOnce: 1000,
  hasColumnNames: false,
  hasHexBytes: false,
  hasComments: true,
  lineEnd: '\n',
  hasByteOrderMark: false,
  verb: 'INSERT INTO',
  charset: 'utf8mb4',
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

function quoted(bytes: Uint8Array): Buffer {
  const parts: number[] = [39];
  for (const byte of bytes) {
    const sequence = ESCAPES[byte];
    if (sequence === undefined) parts.push(byte);
    else parts.push(...Buffer.from(sequence));
  }
  return Buffer.from([...parts, 39]);
}

function written(value: DumpValue, form: DumpForm): Buffer {
  if (value === null) return Buffer.from('NULL');
  if (typeof value === 'number') return Buffer.from(String(value));
  if (typeof value === 'string') return quoted(Buffer.from(value));
  if (form.hasHexBytes && value.length > 0) return Buffer.from(`0x${Buffer.from(value).toString('hex').toUpperCase()}`);
  return Buffer.concat([Buffer.from(form.program === 'mysql' ? '_binary ' : ''), quoted(value)]);
}

/** Returns the file. Tables are written in the order given. */
export function writeDump(tables: readonly DumpTable[], changed: Partial<DumpForm> = {}): Buffer {
  const form = { ...USUAL_FORM, ...changed };
  const lines = [
    ...beginning(form),
    ...tables.flatMap((table) => [...definition(table, form), ...inserts(table, form), Buffer.from('UNLOCK TABLES;')]),
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
    const texts = some.map((row) => {
      const values = row.flatMap((value, place) => [Buffer.from(place > 0 ? ',' : ''), written(value, form)]);
      return Buffer.concat([Buffer.from('('), ...values, Buffer.from(')')]);
    });
    const list = texts.flatMap((text, place) => (place > 0 ? [comma, text] : [text]));
    return Buffer.concat([Buffer.from(`${head}${form.program === 'mysql' ? ' ' : '\n'}`), ...list, Buffer.from(';')]);
  });
}

function ending({ program, hasComments }: DumpForm): Buffer[] {
  const last =
    program === 'phpmyadmin'
      ? ['COMMIT;', '/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;']
      : ['/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;'];
  return [...last, ...(hasComments ? ['', '-- Dump completed on 2026-11-20 18:00:00'] : [])].map((line) =>
    Buffer.from(line),
  );
}
