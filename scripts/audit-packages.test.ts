import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collectOutput } from './run-quietly.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FAULT = {
  id: 7,
  url: 'https://advisories.example/7',
  title: 'A header is read twice',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
  cwe: [],
  cvss: { score: 7.5, vectorString: null },
};

/** Runs the command against a registry that answers as given when it is asked about faults. */
async function compareWith({ status, faults }: { status: number; faults: object }) {
  const server = createServer((request, response) => {
    const isAboutFaults = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    const versions = { '99.0.0': { name: 'fastify', version: '99.0.0' } };
    const about = { name: 'fastify', 'dist-tags': { latest: '99.0.0' }, versions };
    response.writeHead(isAboutFaults ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAboutFaults ? faults : about));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_noproxy: '127.0.0.1' };
  return collectOutput(process.execPath, [path.join(ROOT, 'scripts/audit-packages.ts')], { cwd: ROOT, env });
}

test('a package with a known fault is named, and the command fails', { tags: ['nightly'] }, async () => {
  const { output, failure } = await compareWith({ status: 200, faults: { fastify: [FAULT] } });
  expect(output).toContain('fastify <99.0.0: high, A header is read twice (https://advisories.example/7)\n');
  expect(output).toMatch(/figures: 1 known faults in \d{3,} packages/);
  expect(failure).toBeDefined();
});

test('without a known fault the command succeeds', { tags: ['nightly'] }, async () => {
  const { output, failure } = await compareWith({ status: 200, faults: {} });
  expect(output).toMatch(/^figures: 0 known faults in \d{3,} packages$/m);
  expect(failure).toBeUndefined();
});

test('a registry that does not answer about faults is not taken for one that knows none', {
  tags: ['nightly'],
}, async () => {
  const { output, failure } = await compareWith({ status: 405, faults: { error: 'not allowed' } });
  expect(output).toMatch(/^The packages were not compared with known faults: /);
  expect(failure).toBeDefined();
});
