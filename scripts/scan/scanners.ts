import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectOutput } from '../run-quietly.ts';
import type { Target } from './targets.ts';

const ATTACKS =
  'backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss,xxe';

export async function runSqlmap(
  server: string,
  { method, address, body }: Target,
  { authorization, scratch }: { authorization: string; scratch: string },
): Promise<string[]> {
  const { output: said } = await collectOutput('sqlmap', [
    '--batch',
    '--disable-coloring',
    '--flush-session',
    '--level=2',
    '--ignore-code=*',
    '--skip-waf',
    `--url=${server}${address}`,
    `--method=${method}`,
    `--output-dir=${path.join(scratch, 'sqlmap')}`,
    '-H',
    `Authorization: ${authorization}`,
    ...(body === undefined ? [] : ['-H', 'Content-Type: application/json', `--data=${body}`]),
    // Without these answers sqlmap would ask whether to process asterisks and JSON data.
    '--answers=custom injection=Y,JSON=Y,process=Y,continue=Y',
  ]);
  if (said.includes('identified the following injection point'))
    return [`${method} ${address}: ${said.slice(said.indexOf('identified the following'))}`];
  if (!said.includes('do not appear to be injectable')) throw new Error(`sqlmap did not attack ${address}:\n${said}`);
  return [];
}

const NOT_MISSING = /(X-Frame-Options|X-XSS-Protection|Strict-Transport-Security) is not set/;

interface WapitiReport {
  vulnerabilities: Record<string, { method: string; path: string; info: string }[]>;
  anomalies: Record<string, { method: string; path: string; info: string }[]>;
}

export async function runWapiti(server: string, scratch: string): Promise<string[]> {
  const file = path.join(scratch, 'wapiti.json');
  const { output: said } = await collectOutput('wapiti', [
    '--url',
    `${server}/`,
    '--scope',
    'domain',
    '--module',
    ATTACKS,
    '--flush-session',
    '--no-bugreport',
    '--start',
    `${server}/si`,
    '--start',
    `${server}/ta`,
    '--start',
    `${server}/api/docs`,
    '--depth',
    '3',
    '--max-files-per-dir',
    '12',
    '--max-links-per-page',
    '40',
    '--max-scan-time',
    '60',
    '--max-attack-time',
    '15',
    '--store-session',
    path.join(scratch, 'wapiti'),
    '--store-config',
    path.join(scratch, 'wapiti'),
    '--format',
    'json',
    '--output',
    file,
  ]);
  try {
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as WapitiReport;
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found
        .filter(({ info }) => !NOT_MISSING.test(info))
        .map(({ method, path: at, info }) => `${kind}: ${method} ${at} ${info}`),
    );
  } catch (error) {
    throw new Error(`wapiti wrote no report:\n${said}`, { cause: error });
  }
}
