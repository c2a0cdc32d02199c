import { parseArgs } from 'node:util';
import { Refusal, refusalBody } from '#contract/refusals.ts';
import { systemClock } from '#server/clock.ts';
import { ConfigFault, readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { keepNewFilesPrivate } from '#server/db/data-folder.ts';
import { migrate } from '#server/db/migrate.ts';
import { beginSealing } from '#server/features/ledger/begin-sealing.ts';
import { printable, Unusable } from './setup/read-text.ts';

/** Tests give it something else than the process. */
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

/** Returns false after a fault, which is printed in one line. */
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
  const database = connect(readConfig(environment));
  try {
    await migrate(database);
    await beginSealing(database, { actor: 'command', now: systemClock.now(), requestId: 'command' });
    await use(database);
  } finally {
    await database.close();
  }
}

/** Throws Unusable with the usage for anything but one file and known options. */
export function readImportArguments(
  { parameters }: CommandCall,
  usage: string,
  hasAlias = false,
): { file: string; write: boolean; alias: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: { write: { type: 'boolean', default: false }, alias: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    const isKnown = hasAlias || values.alias === undefined;
    if (file !== undefined && others.length === 0 && isKnown) return { file, write: values.write, alias: values.alias };
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
