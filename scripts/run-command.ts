import { parseArgs } from 'node:util';
import { Refusal, refusalBody } from '#contract/refusals.ts';
import { ConfigFault, readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { printable, Unusable } from './setup/read-text.ts';

/** Prints a fault in one line, within `sentence` unless the operator caused it; exit code 1. */
export async function runCommand(sentence: (fault: string) => string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (fault) {
    console.error(printable(fault instanceof Unusable ? fault.message : sentence(describeFault(fault))));
    process.exitCode = 1;
  }
}

export async function withDatabase(use: (database: Database) => Promise<void>): Promise<void> {
  const database = connect(readConfig());
  try {
    await migrate(database);
    await use(database);
  } finally {
    await database.close();
  }
}

/** Throws Unusable with the usage for anything but one file and known options. */
export function readImportArguments(
  usage: string,
  hasAlias = false,
): { file: string; write: boolean; alias: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
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
