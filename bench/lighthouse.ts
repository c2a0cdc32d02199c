import { execFileSync } from 'node:child_process';
import { prepareDemo, startProduct } from '#scripts/demo/run-product.ts';
import { BROWSER_FLAGS, ensureBrowser } from '#scripts/setup/programs.ts';
import { loadRenderer } from '#server/http/assets/web-build.ts';
import { weatherAt } from '#server/testing/weather-service.ts';
import { median, startBare } from './harness.ts';
import { writePage } from './report.ts';

/**
 * `npm run bench:lighthouse` measures pages as a phone loads them. The exit code is 1 when a score is below its target.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const TRIES = 3;
const RUN_MS = 120_000;
const MOST_REPORT_BYTES = 64 * 1024 * 1024;

const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof targets;
const categories = Object.keys(targets) as Category[];

type Marks = Record<Category, number> & { failed: string[] };

/**
 * Matches the URL of the price board. Search engines must not index the board, because they list the price pages
 * instead.
 */
const UNLISTED = /\/board$/;
const LANGUAGES = ['', '/si', '/ta'];

const demo = await prepareDemo();
const { publicPages } = await loadRenderer();
const listed = publicPages.filter(({ indexed }) => indexed !== undefined);
const pages = [...listed.map(({ path }) => path.replace(':id', '1')), '/board'];
// The weather server runs in another process, because this process blocks while Lighthouse runs.
const weather = await startBare();
const answer = Buffer.from(JSON.stringify(weatherAt(new Date().toISOString())));
await weather.answerWith({ status: 200, headers: { 'content-type': 'application/json' }, body: answer });
const product = await startProduct(demo.folder, { WEATHER_URL: weather.url, SMTP_URL: 'smtp://127.0.0.1:9' });
const browserPath = ensureBrowser();
try {
  const rows: string[][] = [];
  let missed = 0;
  for (const page of pages) {
    for (const language of LANGUAGES) {
      const address = `${language}${page}`;
      const runs = Array.from({ length: RUNS }, () => audit(product.url + address));
      const marks = categories.map((category) => median(runs.map((run) => run[category])));
      const failed = [...new Set(runs.flatMap((run) => run.failed))];
      missed += categories.filter((category, at) => (marks[at] ?? 0) < targets[category]).length;
      rows.push([address, ...marks.map(String), failed.join(', ')]);
      console.log(rows.at(-1)?.join('  '));
    }
  }
  const wanted = categories.map((category) => `${category} ${targets[category]}`).join(', ');
  writePage('lighthouse.md', {
    title: 'Lighthouse',
    intro: `\`npm run bench:lighthouse\`: ${LIGHTHOUSE}, mobile, the built product with the demo's data, no network beyond this machine; median of ${RUNS} runs.`,
    head: ['page', ...categories, 'audits not passed'],
    rows,
    end: `Targets: ${wanted}. ${missed === 0 ? 'All are met.' : `${missed} scores are below.`}`,
  });
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await product.stop();
  await weather.stop();
  demo.remove();
}

function audit(url: string, tries = TRIES): Marks {
  try {
    return marksOf(JSON.parse(run(url)));
  } catch (error) {
    if (tries === 1) throw error;
    console.log(`${url} could not be measured and is tried once more.`);
    return audit(url, tries - 1);
  }
}

function run(url: string): string {
  const own = [url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`];
  if (UNLISTED.test(url)) own.push('--skip-audits=is-crawlable');
  const flags = `--chrome-flags=--headless=new ${BROWSER_FLAGS.join(' ')}`;
  return execFileSync('npm', ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', ...own, flags], {
    encoding: 'utf8',
    maxBuffer: MOST_REPORT_BYTES,
    timeout: RUN_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...(browserPath !== undefined && { CHROME_PATH: browserPath }) },
  });
}

function marksOf(report: Report): Marks {
  const marks = Object.fromEntries(
    categories.map((category) => [category, Math.round((report.categories[category]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const weighty = categories.flatMap((category) => report.categories[category]?.auditRefs ?? []);
  const failed = weighty.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9);
  return { ...marks, failed: failed.map(({ id }) => id) };
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined>;
  audits: Record<string, { score: number | null } | undefined>;
}
