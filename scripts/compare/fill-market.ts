import { withoutChance } from './normalise.ts';
import type { Market, Sent } from './open-market.ts';
import { PROOF, type Step } from './requests.ts';

/** Sends the requests and returns what was sent and answered, as text. */
export async function fillMarket(market: Market, steps: readonly Step[]): Promise<string> {
  const said: string[] = [];
  const tokens = new Map<string, string>();
  let role = 'superadmin';
  for (const step of steps) {
    if ('at' in step) {
      await market.setTime(step.at);
      tokens.clear();
    } else if ('as' in step) role = step.as;
    else if ('mails' in step) await market.waitForMails(step.mails);
    else {
      await market.passTime();
      const [method = '', path = ''] = step.send.split(' ');
      const token = role === 'reader' ? undefined : (tokens.get(role) ?? (await market.signIn(`${role}@example.com`)));
      if (token !== undefined) tokens.set(role, token);
      const answer = await prove(market, { method, path, token, body: bodyOf(path, step.body) });
      said.push(`${role}: ${step.send}\n${answer}`);
    }
  }
  return said.join('\n\n');
}

function bodyOf(path: string, body: object | undefined): object | undefined {
  if (!/^\/api\/(products|publications)(\/\d+)?$/.test(path) || body === undefined) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  return form;
}

async function prove(market: Market, request: Sent): Promise<string> {
  const answer = await market.send(request);
  const text = await answer.text();
  if (!text.includes('"verification_required"')) return written(answer.status, text);
  await market.send({ method: 'POST', path: '/api/admin/verify', token: request.token, body: PROOF });
  const again = await market.send(request);
  return written(again.status, await again.text());
}

function written(status: number, text: string): string {
  return `${status} ${withoutChance(text)}`;
}
