import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../../program-files.ts';

/** How the program was installed, which decides how its commands are called (docs/operating.md). */
export type Installation =
  | { form: 'folder'; program: string }
  | { form: 'service'; program: string; account: string; environmentFile: string }
  | { form: 'container'; program: string };

const UNIT = '/etc/systemd/system/pola.service';
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

interface Places {
  program: string;
  unit: string;
  containerMarks: readonly string[];
}

export function findInstallation(places: Partial<Places> = {}): Installation {
  const { program = rootFolder, unit = UNIT, containerMarks = CONTAINER_MARKS } = places;
  if (containerMarks.some((file) => existsSync(file))) return { form: 'container', program };
  return readService(program, unit) ?? { form: 'folder', program };
}

/** Returns the service that the unit describes, unless it starts a program in another folder. */
function readService(program: string, unit: string): Installation | undefined {
  const text = readIfReadable(unit);
  const entryOf = (name: string) => new RegExp(`^${name}=-?(\\S+)\\s*$`, 'm').exec(text)?.[1];
  const folder = entryOf('WorkingDirectory');
  const account = entryOf('User');
  const environmentFile = entryOf('EnvironmentFile');
  if (folder === undefined || account === undefined || environmentFile === undefined) return undefined;
  if (!existsSync(folder) || realpathSync(folder) !== realpathSync(program)) return undefined;
  return { form: 'service', program: folder, account, environmentFile };
}

/** Returns the address of the repository from which the program was installed, without a password in it. */
export function findSource(program: string): string | undefined {
  const address = /^\s*url\s*=\s*(\S+)\s*$/m.exec(readIfReadable(path.join(program, '.git/config')))?.[1];
  return address?.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

function readIfReadable(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
