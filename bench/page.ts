import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { prepareDemo, startProduct } from '#scripts/demo/run-product.ts';
import { median, openBrowser } from './harness.ts';
import { writePage } from './report.ts';

/** `npm run bench:page` measures visits without a cache. The exit code is 1 when a budget is exceeded. */
const VISITS = 5;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWER_PROCESSOR = 4;
const SETTLE_MS = 2000;

const budgets = { totalKb: 150, beforeReadableKb: 30, lcpMs: 1500, shift: 0.02, blockingMs: 350 };

const budgetKeys = Object.keys(budgets) as (keyof typeof budgets)[];

interface Visit {
  totalKb: number;
  beforeReadableKb: number;
  pictureKb: number;
  lcpMs: number;
  shift: number;
  /** The total time by which long tasks exceed 50 ms, in milliseconds (total blocking time). */
  blockingMs: number;
}

/** A font configuration without the system's Sinhala and Tamil fonts, so that pages must load their own. */
const LATIN_FONTS = `<fontconfig>
<include>/etc/fonts/fonts.conf</include>
<selectfont><rejectfont>
<pattern><patelt name="lang"><string>si</string></patelt></pattern>
<pattern><patelt name="lang"><string>ta</string></patelt></pattern>
</rejectfont></selectfont>
</fontconfig>`;

const demo = await prepareDemo();
const product = await startProduct(demo.folder);
const settings = mkdtempSync(path.join(tmpdir(), 'pola-fonts-'));
const fontSettings = path.join(settings, 'fonts.conf');
writeFileSync(fontSettings, LATIN_FONTS);
const browser = await openBrowser({ FONTCONFIG_FILE: fontSettings });
try {
  const rows: string[][] = [];
  let exceeded = 0;
  for (const address of ['/home-dailyprice', '/si/home-dailyprice', '/ta/home-dailyprice']) {
    const visits: Visit[] = [];
    for (let visit = 0; visit <= VISITS; visit += 1) {
      const measured = await measure(browser, product.url + address);
      if (visit > 0) visits.push(measured);
    }
    const of = (key: keyof Visit) => median(visits.map((visit) => visit[key]));
    const sizes = [of('totalKb'), of('beforeReadableKb'), of('pictureKb')].map((kb) => kb.toFixed(1));
    const times = [of('lcpMs'), of('blockingMs')].map((ms) => String(Math.round(ms)));
    rows.push([address, ...sizes, ...times, of('shift').toFixed(4)]);
    console.log(rows.at(-1)?.join('  '));
    if (budgetKeys.some((key) => of(key) > budgets[key])) exceeded += 1;
  }
  const { totalKb, beforeReadableKb, lcpMs, shift, blockingMs } = budgets;
  writePage('page.md', {
    title: 'The price page on a phone',
    intro: `\`npm run bench:page\`: the price page of the demo with a cold cache, slow 4G (1.6 Mbps, 150 ms), a processor four times slower, no fonts for Sinhala and Tamil; median of five.
Total is HTML, styles, scripts and fonts on the wire; before readable is the HTML, which contains its styles and the whole list. Pictures load as they come into view and are counted separately.`,
    head: ['page', 'total kB', 'before readable kB', 'pictures kB', 'LCP ms', 'blocking ms', 'layout shift'],
    rows,
    end: `Budgets: total ${totalKb} kB, ${beforeReadableKb} kB before readable, LCP ${lcpMs} ms, blocking ${blockingMs} ms, shift ${shift}. ${exceeded === 0 ? 'All are met.' : `Exceeded in ${exceeded} of the rows.`}`,
  });
  process.exitCode = exceeded === 0 ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
  demo.remove();
  rmSync(settings, { recursive: true });
}

async function measure(from: Browser, address: string): Promise<Visit> {
  const context = await from.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_4G);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  const sizes = { document: 0, picture: 0, other: 0 };
  const types = new Map<string, string>();
  tools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    sizes[type === 'Document' ? 'document' : type === 'Image' ? 'picture' : 'other'] += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { lcpMs: 0, shift: 0, blockingMs: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcpMs = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.blockingMs += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
  const seen = await page.evaluate(
    () => Reflect.get(globalThis, 'seen') as Pick<Visit, 'lcpMs' | 'shift' | 'blockingMs'>,
  );
  await context.close();
  return {
    totalKb: (sizes.document + sizes.other) / 1000,
    beforeReadableKb: sizes.document / 1000,
    pictureKb: sizes.picture / 1000,
    ...seen,
  };
}
