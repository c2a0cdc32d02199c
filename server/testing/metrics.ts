import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { rootFolder } from '../program-files.ts';
import { openTestApp } from './app-context.ts';
import { officeAt, type TestOffice } from './office.ts';

export const METRICS_TOKEN = 'a token of the monitoring';

export interface ScrapedOffice extends TestOffice {
  /** Returns the text of a scrape; undefined if it failed. */
  scrape(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Settings that send copies of backups to a bucket that does not exist, and the anchor to an auditor. */
const ELSEWHERE = {
  BACKUP_BUCKET: 's3://copies/market',
  BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}`,
  BACKUP_ENDPOINT: 'http://127.0.0.1:9',
  BACKUP_ACCESS_KEY: 'key',
  BACKUP_SECRET_KEY: 'secret',
  BACKUP_IDENTITY_FILE: '/nowhere/identity',
  ANCHOR_EMAIL: 'auditor@market.example',
};

export async function openScrapedOffice(): Promise<ScrapedOffice> {
  const app = await openTestApp({ METRICS_TOKEN, ...ELSEWHERE });
  let isClosed = false;
  const stop = async () => {
    if (!isClosed) await app.close();
    isClosed = true;
  };
  onTestFinished(stop);
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return {
    ...officeAt(app),
    async scrape() {
      const answer = await app.send({ url: '/metrics', headers }).catch(() => undefined);
      return answer?.statusCode === 200 ? answer.body : undefined;
    },
    stop,
  };
}

export interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the text format of Prometheus: the type of each metric, and the samples. */
export function readMetrics(text: string): { types: Record<string, string>; samples: MetricSample[] } {
  const types = Object.fromEntries([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])),
    value: Number(value),
  }));
  return { types, samples };
}

export function readTracked(file: string): string {
  return readFileSync(path.join(rootFolder, file), 'utf8');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNIT_MS: Record<string, number> = { m: MINUTE_MS, h: HOUR_MS };

export interface Rule {
  name: string;
  metric: string;
  label: { name: string; isEqual: boolean; value: string } | undefined;
  /** The time span of `increase`; undefined if the rule compares the metric itself. */
  windowMs: number | undefined;
  isTrue: (value: number) => boolean;
  forMs: number;
}

const RULE =
  / {6}- alert: (\w+)\n {8}expr: (.+)\n {8}for: (\d+)([mh])\n {8}labels:\n {10}severity: (?:page|ticket)\n {8}annotations:\n {10}summary: .+\.\n/g;
const EXPRESSION = /^(increase\()?(pola_\w+|up)(?:\{(\w+)(!?=)"(\w+)"\})?(?:\[(\d+)([mh])\]\))? (==|>|<) ([\d.]+)$/;

const COMPARISONS: Record<string, (found: number, threshold: number) => boolean> = {
  '==': (found, threshold) => found === threshold,
  '>': (found, threshold) => found > threshold,
  '<': (found, threshold) => found < threshold,
};

/** Throws if a rule does not match RULE and EXPRESSION, so that none is overlooked. */
export function readRules(): Rule[] {
  const text = readTracked('deploy/alerts.yml').replaceAll(/^#.*\n/gm, '');
  expect(text.replaceAll(RULE, '').replaceAll('\n', '')).toBe('groups:  - name: pola    rules:');
  return [...text.matchAll(RULE)].map(([, name = '', expression = '', count, unit = '']) => {
    const [, increase, metric = '', label, equals, value = '', window, windowUnit = '', comparison = '', threshold] =
      EXPRESSION.exec(expression) ?? [];
    expect(metric, `${name} has another form: ${expression}`).not.toBe('');
    const isSo = COMPARISONS[comparison] ?? (() => false);
    expect(increase === undefined, `${name}: a window belongs to increase()`).toBe(window === undefined);
    return {
      name,
      metric,
      label: label === undefined ? undefined : { name: label, isEqual: equals === '=', value },
      windowMs: window === undefined ? undefined : Number(window) * (UNIT_MS[windowUnit] ?? 0),
      isTrue: (found) => isSo(found, Number(threshold)),
      forMs: Number(count) * (UNIT_MS[unit] ?? 0),
    };
  });
}

export interface Scrape {
  at: number;
  samples: readonly MetricSample[];
}

/** Returns the alerts that fire at the last scrape. The rules have the same meaning as in Prometheus. */
export function findFiring(rules: readonly Rule[], scrapes: readonly Scrape[]): string[] {
  return rules.flatMap((rule) => {
    const since = new Map<string, number>();
    for (const [index, { at }] of scrapes.entries()) {
      const values = valuesAt(rule, scrapes.slice(0, index + 1));
      for (const series of since.keys()) if (!rule.isTrue(values.get(series) ?? Number.NaN)) since.delete(series);
      for (const [series, value] of values) if (rule.isTrue(value) && !since.has(series)) since.set(series, at);
    }
    const now = scrapes.at(-1)?.at ?? 0;
    return [...since.values()].some((from) => now - from >= rule.forMs) ? [rule.name] : [];
  });
}

/** Returns the value of the expression for each series. An increase needs two scrapes within its window. */
function valuesAt({ metric, label, windowMs }: Rule, scrapes: readonly Scrape[]): Map<string, number> {
  const now = scrapes.at(-1);
  const isWanted = (labels: Record<string, string>) =>
    label === undefined || (labels[label.name] === label.value) === label.isEqual;
  const seriesOf = ({ samples }: Scrape) =>
    new Map(
      samples
        .filter(({ name, labels }) => name === metric && isWanted(labels))
        .map(({ labels, value }) => [JSON.stringify(labels), value]),
    );
  if (!now) return new Map();
  if (windowMs === undefined) return seriesOf(now);
  const within = scrapes.filter(({ at }) => at > now.at - windowMs).map(seriesOf);
  return new Map(
    [...seriesOf(now)].flatMap(([series, value]) => {
      const values = within.flatMap((found) => found.get(series) ?? []);
      return values.length < 2 ? [] : [[series, value - (values[0] ?? 0)]];
    }),
  );
}

/**
 * Returns a test for `promtool test rules`: the scrapes as series with one value a minute, and the name of the only
 * alert that must fire at the end.
 */
export function promtoolTest(rules: readonly Rule[], scrapes: readonly Scrape[], name: string): object {
  const begun = scrapes[0]?.at ?? 0;
  const minuteOf = ({ at }: Scrape) => Math.floor((at - begun) / MINUTE_MS);
  const last = Math.max(...scrapes.map(minuteOf));
  const used = new Set(rules.map(({ metric }) => metric));
  const series = new Map<string, string[]>();
  for (const scrape of scrapes) {
    for (const { name: metric, labels, value } of scrape.samples.filter((sample) => used.has(sample.name))) {
      const key = `${metric}{${Object.entries(labels).map(([label, text]) => `${label}="${text}"`)}}`;
      const values = series.get(key) ?? Array.from({ length: last + 1 }, () => '_');
      values[minuteOf(scrape)] = String(value);
      series.set(key, values);
    }
  }
  const firing = 'group by (alertname) (ALERTS{alertstate="firing"})';
  const expected = {
    expr: firing,
    eval_time: `${last}m`,
    exp_samples: [{ labels: `{alertname="${name}"}`, value: 1 }],
  };
  return {
    rule_files: [path.join(rootFolder, 'deploy/alerts.yml')],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...series].map(([key, values]) => ({ series: key, values: values.join(' ') })),
        promql_expr_test: [expected],
      },
    ],
  };
}
