import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type ParseResult, parseSync } from 'vite';
import { FOLDERS } from './file-kinds.ts';

export type TextFile = { readonly path: string; readonly text: string };

export type Source = TextFile & { readonly code: ParseResult | undefined };

export type Finding = {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly sentence: string;
};

export function listFiles(): string[] {
  const patterns = FOLDERS.flatMap((folder) =>
    ['ts', 'tsx', 'css', 'mjs', 'json'].map((kind) => `${folder}/*.${kind}`),
  );
  const root = [':(glob)*.ts', ':(glob)*.json', '.ci/run'];
  const options = ['ls-files', '-co', '--exclude-standard', '-z', '--', ...patterns, '*.md', ...root];
  const output = execFileSync('git', options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(output.split('\0'))].filter((path) => path !== '' && existsSync(path));
}

export function readFiles(paths: readonly string[]): TextFile[] {
  return paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Parses the sources with Vite's parser (oxc), because TypeScript 7 has no JavaScript API. */
export function readSources(files: readonly TextFile[]): Source[] {
  return files.map(({ path, text }) => {
    const isCode = /\.(tsx?|mjs)$/.test(path);
    return { path, text, code: isCode ? parseSync(path, text) : undefined };
  });
}

export function findingAt(
  { path, text }: TextFile,
  offset: number,
  { rule, sentence }: { rule: string; sentence: string },
): Finding {
  return { path, line: text.slice(0, offset).split('\n').length, rule, sentence };
}
