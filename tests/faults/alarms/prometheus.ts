import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '#scripts/setup/postgres.ts';
import { METRICS_TOKEN, readTracked } from '#server/testing/metrics.ts';

/** The program of the Debian package prometheus. */
const PROGRAM = 'prometheus';
/** A minute of a rule lasts this long here. */
const MINUTE_SECONDS = 3;
const ANSWERS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 250;
const byText = (one: string, other: string) => one.localeCompare(other);

export interface Prometheus {
  /** Waits for scrapes of a server that answers, and one evaluation after them. */
  untilScraped(): Promise<void>;
  /** Returns the names of the alerts that fire, in the order of the alphabet. */
  firing(): Promise<string[]>;
  /** Returns the names of the alerts whose condition was true at any time since the start. */
  true(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts a Prometheus with the alert rules, in which a minute lasts three seconds. Its only target is the server. */
export async function openPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-prometheus-'));
  const rules = readTracked('deploy/alerts.yml');
  writeFileSync(
    path.join(folder, 'alerts.yml'),
    rules.replaceAll(/(for: |\[)(\d+)m/g, (_, before, count) => `${before}${Number(count) * MINUTE_SECONDS}s`),
  );
  writeFileSync(path.join(folder, 'prometheus.yml'), configurationOf(target));
  const port = await freePort();
  const listening = ['--config.file', path.join(folder, 'prometheus.yml'), '--storage.tsdb.path', `${folder}/data`];
  const child = spawn(PROGRAM, [...listening, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok, 'Prometheus does not start');
  const query = async (expression: string) => {
    const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } };
    return data.result.map(({ metric }) => metric);
  };
  const names = async (alerts: string) =>
    (await query(`group by (alertname) (${alerts})`)).map(({ alertname = '' }) => alertname).toSorted(byText);
  return {
    untilScraped: () =>
      until(async () => (await query('count_over_time(up[1h]) > 3 and up == 1')).length > 0, 'no scrape arrives'),
    firing: () => names('ALERTS{alertstate="firing"}'),
    true: () => names('last_over_time(ALERTS[1h])'),
    stop,
  };
}

function configurationOf(target: string): string {
  const token = { type: 'Bearer', credentials: METRICS_TOKEN };
  const job = { job_name: 'pola', authorization: token, static_configs: [{ targets: [new URL(target).host] }] };
  return JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [job],
  });
}

/** Repeats a question until the answer is true. Throws after half a minute or `withinMs`. */
export async function until(
  ask: () => Promise<boolean | undefined>,
  fault: string,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<void> {
  const begun = performance.now();
  while (!(await ask())) {
    if (performance.now() - begun > withinMs) throw new Error(fault);
    await wait(LOOK_EVERY_MS);
  }
}
