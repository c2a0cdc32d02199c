/**
 * A migration in which a column with the new list replaces the old column, because SQLite cannot change the CHECK of a
 * column.
 */
export const MIGRATION = `import { type Kysely, sql } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { key } = schemaTypes(db);
  const isRole = sql\`new_role in ('superadmin', 'admin', 'manager', 'cashier', 'accountant', 'editor', 'tiketing')\`;
  await db.schema
    .alterTable('accounts')
    .addColumn('new_role', key, (column) => column.notNull().defaultTo('editor').check(isRole))
    .execute();
  await sql\`update accounts set new_role = role\`.execute(db);
  await db.schema.alterTable('accounts').dropColumn('role').execute();
  await db.schema.alterTable('accounts').renameColumn('new_role', 'role').execute();
}
`;

export const PAGE = `import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';

export const scalesPage = page({
  show: ScalesPage,
  path: '/scales',
  styles: [base, shell],
  title: ({ t }) => t('scales.title'),
  indexed: 'page',
  navigation: { bottom: 'scales.title' },
});

export function ScalesPage({ data: { scales }, translator: { t } }: PageProps<'scales'>) {
  return (
    <main id="main" className="wrap" tabIndex={-1}>
      <h1>{t('scales.title')}</h1>
      <p>{t('scales.text', { scales })}</p>
    </main>
  );
}
`;

export const PROOF_OF_METHOD = `/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import { payments } from '#contract/payments.ts';
import { TEST_DAY } from './testing/app-context.ts';
import { openTestOffice } from './testing/office.ts';

test('a payment by LANKAQR has a receipt that names the method in each language', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 100, '2026-11-19', { paymentMethod: 'LANKAQR' });
  const receipt = await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } });
  const methods = (['en', 'si', 'ta'] as const).map((language) => {
    const [copy] = receiptPaper({ ...receipt, language }, { isCopy: false, today: TEST_DAY }).copies;
    return copy?.facts.map(({ text }) => text).find((text) => text.startsWith('LANKAQR'));
  });
  expect(methods).toEqual(['LANKAQR', 'LANKAQR ගෙවීම', 'LANKAQR கொடுப்பனவு']);
});
`;

export const PROOF_OF_ROLE = `/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { firstPage } from '../web/office/session/next-page.ts';
import { openTestApp } from './testing/app-context.ts';

test('an accountant is registered, signs in, opens the office and reads its books only', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const person = { username: 'Amal', email: 'amal@example.com', password: 'lantern over the paddy field' };
  const payload = { ...person, role: 'accountant' };
  const registered = await app.as('superadmin', { method: 'POST', url: '/api/admin/register', payload });
  expect([registered.statusCode, registered.json().message]).toEqual([
    201,
    'Amal has been registered with the role accountant.',
  ]);
  const login = { email: person.email, password: person.password };
  const { token, role } = (await app.send({ method: 'POST', url: '/api/admin/login', payload: login })).json();
  expect(firstPage(role)).toBe('/admin-dashboard');
  const read = (url: string) => app.send({ url, headers: { authorization: \`Bearer \${token}\` } });
  expect((await read('/api/shops')).statusCode).toBe(200);
  expect((await read('/api/admin/list')).statusCode).toBe(403);
});
`;

export const PROOF_OF_PAGE = `/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { frameIn, assets, shown } from '../web/testing/site-market.ts';
import { site } from '../web/site/render.tsx';

test('the page of the scales is written in each language and is linked', () => {
  for (const [language, title] of [['en', 'Scales'], ['si', 'කඩ කාමර'], ['ta', 'கடைகள்']] as const) {
    const { html } = shown(site.render('scales', { scales: 144 }, { frame: frameIn(language, '/scales'), assets }));
    expect(html).toContain(\`<h1>\${title}</h1>\`);
    expect(html).toContain(\`href="\${language === 'en' ? '' : \`/\${language}\`}/scales"\`);
  }
  expect(site.publicPages).toContainEqual(expect.objectContaining({ path: '/scales', indexed: 'page' }));
});
`;
