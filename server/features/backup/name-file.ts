import { type BadBackup, badBackup } from './bad-backup.ts';

/** The number of bytes at the beginning of a file that show what it is. */
export const NAMING_BYTES = 4096;

const PROGRAMS = ['phpMyAdmin', 'HeidiSQL', 'Adminer', 'MariaDB', 'MySQL', 'PostgreSQL', 'SQLite'];

const SIGNATURES: readonly (readonly [begin: string, format: string])[] = [
  ['PK\x03\x04', 'ZIP'],
  ['BZh', 'bzip2'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
  ['\xfd7zXZ', 'xz'],
  ['7z\xbc\xaf\x27\x1c', '7z'],
  ['Rar!', 'RAR'],
  ['%PDF', 'PDF'],
  ['\x1f\x8b', 'gzip'],
];

const FIRST_LINE = '-- Pola backup, format ';

/** Returns the fault of a file that does not begin like a backup. It names what the file is, if that can be seen. */
export function faultOfBegin(begin: Buffer): BadBackup {
  const text = begin.toString('latin1', 0, NAMING_BYTES);
  if (text.trim() === '') return badBackup(begin.length === 0 ? 'empty' : 'not_backup');
  const signature = SIGNATURES.find(([bytes]) => text.startsWith(bytes));
  if (signature) return badBackup('format', { format: signature[1] });
  if (text.startsWith('SQLite format 3')) return badBackup('database_file');
  if (text.startsWith('age-encryption.org/')) return badBackup('encrypted');
  if (text.startsWith('-----BEGIN AGE ENCRYPTED FILE-----')) return badBackup('armoured');
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text)) return badBackup('utf16');
  const plain = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (plain !== text && plain.startsWith(FIRST_LINE)) return badBackup('edited');
  if (/^<(?:!doctype|html|head|body|\?xml)/i.test(plain)) return badBackup('web_page');
  const isDump = /^(?:--|#|\/\*|create |insert |drop |set |begin|pragma |start transaction)/i.test(plain);
  const program = isDump ? PROGRAMS.find((name) => plain.toLowerCase().includes(name.toLowerCase())) : undefined;
  return program === undefined ? badBackup('not_backup') : badBackup('other_dump', { program });
}

/** Returns whether a program changed the line ends, or put something before the first line. */
export function isEdited(firstLine: string): boolean {
  return firstLine.startsWith(FIRST_LINE) && firstLine.endsWith('\r\n');
}
