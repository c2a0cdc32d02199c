import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isDay } from '#billing/calendar.ts';
import { Refusal, refusalBody } from '#contract/refusals.ts';
import { systemClock } from '#server/clock.ts';
import { ConfigFault, readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { keepNewFilesPrivate } from '#server/db/data-folder.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { updateDatabase } from '#server/features/backup/update-database.ts';
import { beginSealing } from '#server/features/ledger/begin-sealing.ts';
import { printable, Unusable } from './setup/read-text.ts';

/** The parts of the process that a command uses. A test passes replacements. */
export interface CommandCall {
  parameters: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printFault(line: string): void;
}

export function callOfProcess(): CommandCall {
  return {
    parameters: process.argv.slice(2),
    environment: process.env,
    print: (line) => console.log(line),
    printFault: (line) => console.error(line),
  };
}

export async function runCommand(sentence: (fault: string) => string, command: () => Promise<void>): Promise<void> {
  keepNewFilesPrivate();
  const isDone = await finishes(callOfProcess(), sentence, command);
  if (!isDone) process.exitCode = 1;
}

export async function finishes(
  { printFault }: CommandCall,
  sentence: (fault: string) => string,
  command: () => Promise<void>,
): Promise<boolean> {
  try {
    await command();
    return true;
  } catch (fault) {
    printFault(printable(fault instanceof Unusable ? fault.message : sentence(describeFault(fault))));
    return false;
  }
}

export async function withDatabase(
  use: (database: Database) => Promise<void>,
  environment: CommandCall['environment'] = process.env,
): Promise<void> {
  const config = readConfig(environment);
  requireDataFolder(config.dataDir);
  const database = connect(config);
  try {
    await updateDatabase(database, { config, clock: systemClock, say: (line) => console.log(line) });
    await beginSealing(database, { actor: 'command', now: systemClock.now(), requestId: 'command' });
    await use(database);
  } finally {
    await database.close();
  }
}

/**
 * Returns the file and options. If there is not exactly one file, or an option is unknown, throws Unusable with the
 * usage.
 */
export function readImportArguments(
  { parameters }: CommandCall,
  usage: string,
): {
  file: string;
  write: boolean;
  answers: Record<string, string>;
} {
  const { file, values } = readArguments(parameters, { usage, options: { write: WRITE, answer: ANSWERS } });
  return { file, write: values.write, answers: answersOf(values.answer, usage) };
}

const WRITE = { type: 'boolean', default: false } as const;
const TEXT = { type: 'string' } as const;
const ANSWERS = { type: 'string', multiple: true } as const;

/** Returns the answers of all --answer options by question. An option has the form `QUESTION=ANSWER`. */
function answersOf(given: readonly string[] | undefined, usage: string): Record<string, string> {
  const pairs = (given ?? []).map((text) => /^([^=]+)=(.+)$/s.exec(text) ?? []);
  if (pairs.some(({ length }) => length === 0)) throw new Unusable(usage);
  return Object.fromEntries(pairs.map(([, id, value]) => [id, value]));
}

export function readPriceArguments({ parameters }: CommandCall, usage: string) {
  const texts = { alias: TEXT, sheet: TEXT, date: TEXT, answer: ANSWERS } as const;
  const { file, values } = readArguments(parameters, { usage, options: { write: WRITE, ...texts } });
  const { alias, sheet, date, write } = values;
  if (date !== undefined && !isDay(date)) throw new Unusable(`--date ${date} is not a day like 2026-11-26.`);
  return { file, alias, sheet, date, write, answers: answersOf(values.answer, usage) };
}

export function readLegacyArguments({ parameters }: CommandCall, usage: string) {
  const options = {
    write: WRITE,
    report: TEXT,
    answers: TEXT,
    'reset-passwords': WRITE,
    'accept-adjustments': WRITE,
  } as const;
  const { file, values } = readArguments(parameters, { usage, options });
  const { write, report, answers, 'reset-passwords': resetPasswords } = values;
  const acceptAdjustments = values['accept-adjustments'];
  return { file, write, report, answers, resetPasswords, acceptAdjustments };
}

function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  parameters: readonly string[],
  { usage, options }: { usage: string; options: Options },
) {
  try {
    const { values, positionals } = parseArgs({ args: [...parameters], options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, values };
  } catch {}
  throw new Unusable(usage);
}

function describeFault(fault: unknown): string {
  if (fault instanceof ConfigFault) return fault.faults.join('; ');
  if (fault instanceof Refusal)
    return [fault.message, ...(refusalBody(fault).details ?? []).map(({ message }) => message)].join(' ');
  if (!(fault instanceof Error)) return String(fault);
  return (fault.message || ('code' in fault ? String(fault.code) : fault.name)).replaceAll('\n', ' ');
}
