import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildWeb } from '../serve.ts';
import { fillMarket } from './fill-market.ts';
import { type Market, openMarket } from './open-market.ts';
import { ALERTED, END, laterSteps, START, type Step, steps } from './requests.ts';
import { writeAnswers } from './write-answers.ts';
import { keysOfAlerts, writeMails } from './write-mails.ts';
import { writePages } from './write-pages.ts';
import { writeScreens } from './write-screens.ts';

export async function writeMarket(folder: string): Promise<void> {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text.trimEnd()}\n`);
  };
  await buildWeb();
  const market = await openMarket(START);
  const took = measure();
  try {
    const filled = await fillMarket(market, steps);
    const confirmed = await fillMarket(market, confirmations(market));
    const later = await fillMarket(market, laterSteps);
    took('filled');
    await market.setTime(END);
    await market.runSchedule();
    await market.waitForMails(1);
    await market.setTime(ALERTED);
    await market.waitForMails(3);
    write('fill.txt', [filled, confirmed, later].join('\n\n'));
    await writeMails(market.mails, write);
    took('mails');
    await writePages(market, write);
    took('pages');
    await writeScreens(market, write);
    took('papers');
    await writeAnswers(market, write);
    took('answers');
  } finally {
    await market.close();
  }
}

function confirmations({ mails }: Market): Step[] {
  const confirms = keysOfAlerts(mails).map((key): Step => ({ send: 'POST /api/alerts/confirm', body: { key } }));
  return [{ as: 'reader' }, ...confirms];
}

function measure(): (what: string) => void {
  let since = performance.now();
  return (what) => {
    console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
    since = performance.now();
  };
}
