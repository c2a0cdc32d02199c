import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const BUILT_WEB: Record<string, string> = {
  'client/.vite/manifest.json': JSON.stringify({
    'web/site/hydrate.tsx': { file: 'assets/site.js' },
    'web/office/main.tsx': { file: 'assets/office.js' },
    'web/office/sign-in-program.tsx': { file: 'assets/sign-in.js' },
    'web/gate/main.tsx': { file: 'assets/gate.js' },
    'web/gate/worker.ts': { file: 'assets/gate-worker.js' },
  }),
  'client/site-worker.js': '',
  'client/assets/gate-worker.js': '',
  'server/render.js': `export const site = { match: () => ({ kind: 'office', isSignIn: false }), render: () => ({}) };`,
};

export interface ServerCopy {
  main: string;
  remove(): void;
}

export function makeServerCopy(): ServerCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-tree-'));
  const programs = path.join(folder, 'build/program');
  if (isBuilt()) cpSync(path.join(root, 'build/program'), programs, { recursive: true });
  else execFileSync(process.execPath, ['scripts/setup/build-program.ts', programs], { cwd: root, stdio: 'inherit' });
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [file, text] of Object.entries(BUILT_WEB)) {
    const built = path.join(folder, 'build', file);
    mkdirSync(path.dirname(built), { recursive: true });
    writeFileSync(built, text);
  }
  return { main: path.join(programs, 'main.js'), remove: () => rmSync(folder, { recursive: true }) };
}

function isBuilt(): boolean {
  const built = statSync(path.join(root, 'build/program/main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(['{server,contract,billing}/**/*.{ts,json}', 'vite.config.ts', 'package-lock.json'], {
    cwd: root,
    exclude: ['**/*.test.ts', 'server/testing/**'],
  });
  return sources.every((file) => statSync(path.join(root, file)).mtimeMs < built);
}
