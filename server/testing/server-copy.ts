import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const BUILT_WEB: Record<string, string> = {
  'client/.vite/manifest.json': JSON.stringify({
    'web/site/hydrate.tsx': { file: 'assets/site.js' },
    'web/office/main.tsx': { file: 'assets/office.js' },
    'web/gate/main.tsx': { file: 'assets/gate.js' },
    'web/gate/worker.ts': { file: 'assets/gate-worker.js' },
  }),
  'client/site-worker.js': '',
  'client/assets/gate-worker.js': '',
  'server/render.js': `export const site = { match: () => ({ kind: 'office' }), render: () => ({}) };`,
};

export interface ServerCopy {
  main: string;
  remove(): void;
}

export function makeServerCopy(): ServerCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-tree-'));
  for (const part of ['server', 'contract', 'billing', 'package.json']) {
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [file, text] of Object.entries(BUILT_WEB)) {
    const built = path.join(folder, 'build', file);
    mkdirSync(path.dirname(built), { recursive: true });
    writeFileSync(built, text);
  }
  return { main: path.join(folder, 'server/main.ts'), remove: () => rmSync(folder, { recursive: true }) };
}
