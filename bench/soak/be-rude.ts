import { cutOff } from './cut-off.ts';
import { type Errand, pick } from './errand.ts';
import { type Market, signIn } from './market.ts';

/** Who comes and goes, who may not, who sends nonsense, and who hangs up half-way. */
export function beRude(market: Market): Errand[] {
  return [...comeAndGo(market), ...beRefused(market), ...hangUp(market)];
}

/** Together below the 30 tries a minute that one address has; the wrong ones are more than the 10 of an account. */
function comeAndGo(market: Market): Errand[] {
  return [
    {
      what: 'sign in and out',
      aMinute: 4,
      async run(at) {
        const token = await signIn(market, pick(['manager', 'admin', 'superadmin', 'tiketing'], at));
        await market.ask('/api/admin/session', { token });
        await market.ask('/api/admin/logout', { method: 'POST', token });
        await market.ask('/api/admin/session', { token, expected: [401] });
      },
    },
    {
      what: 'wrong password',
      aMinute: 13,
      run: (at) =>
        market.ask('/api/admin/login', {
          method: 'POST',
          body: { email: 'editor@example.com', password: `guess-${at}` },
          expected: [401, 429],
        }),
    },
  ];
}

function beRefused(market: Market): Errand[] {
  const { shopIds, tokens, today } = market;
  const pay = (at: number) => `/api/payments/by-shop/${pick(shopIds, at)}`;
  const body = { amountPaid: 100, paymentDate: today };
  const post = 'POST' as const;
  return [
    { what: 'books without a token', aMinute: 10, run: () => market.ask('/api/shops', { expected: [401] }) },
    {
      what: 'money taken by an editor',
      aMinute: 5,
      run: (at) => market.ask(pay(at), { method: post, token: tokens.editor, body, expected: [403] }),
    },
    {
      what: 'nonsense for JSON',
      aMinute: 5,
      run: (at) => market.ask(pay(at), { method: post, token: tokens.admin, body: '{"amountPaid":', expected: [400] }),
    },
    {
      what: 'money below zero',
      aMinute: 5,
      run: (at) =>
        market.ask(pay(at), { method: post, token: tokens.admin, body: { ...body, amountPaid: -1 }, expected: [400] }),
    },
  ];
}

function hangUp(market: Market): Errand[] {
  const { tokens, years, today } = market;
  const news = { type: 'notice', topic: 'never sent', description: 'x'.repeat(4000) };
  const report = `/api/report3/monthly-income?year=${today.slice(0, 4)}&month=${today.slice(5, 7)}`;
  return [
    {
      what: 'hangs up within the question',
      aMinute: 10,
      run: (at) => cutOff(market, '/home-dailyprice', { afterMs: 300, atBytes: 5 + (at % 30) }),
    },
    {
      what: 'hangs up within what is sent',
      aMinute: 6,
      run: () =>
        cutOff(market, '/api/publications', {
          ...{ method: 'POST', token: tokens.editor, body: news, afterMs: 500, atBytes: 2000 },
        }),
    },
    {
      what: 'hangs up on a year of prices',
      aMinute: 6,
      run: (at) => cutOff(market, `/api/v1/years/${pick(years, at)}/prices.json?cut=${at}`, { afterMs: at % 200 }),
    },
    {
      what: 'hangs up on a report',
      aMinute: 1,
      run: (at) => cutOff(market, report, { token: tokens.manager, afterMs: 50 + (at % 100) }),
    },
    {
      what: 'hangs up on the backup',
      aMinute: 0.5,
      run: (at) =>
        cutOff(market, '/api/backup/backup', { token: tokens.superadmin, afterMs: 200 + ((at * 317) % 1500) }),
    },
  ];
}
