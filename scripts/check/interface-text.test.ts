import { expect, it } from 'vitest';
import { findInterfaceText } from './interface-text.ts';
import { readSources } from './read-sources.ts';

function rulesBrokenBy(text: string, path = 'web/office/shops/shops-page.tsx'): string[] {
  return readSources([{ path, text }])
    .flatMap(findInterfaceText)
    .map(({ rule, sentence }) => `${rule} ${/"(.*?)" is text/.exec(sentence)?.[1] ?? ''}`.trim());
}

it.each([
  ['<p>Save</p>', 'Save'],
  ['<p>{count} rows</p>', 'rows'],
  ['<>Save</>', 'Save'],
  [`<p>{isOpen ? 'open' : t('a.b')}</p>`, 'open'],
  [`<p>{isOpen && 'open'}</p>`, 'open'],
  [`<p>{\`\${count} rows\`}</p>`, '… rows'],
  [`<p>{count + ' rows'}</p>`, 'rows'],
  [`<Field label="Shop" />`, 'Shop'],
  [`<Field label={isNew ? 'New shop' : shop.name} />`, 'New shop'],
  [`<Field aria-label="not sent" />`, 'not sent'],
  [`<Field error="Choose a day." />`, 'Choose a day.'],
  [`const words = { failed: 'Could not save' };`, 'Could not save'],
  [`<Field label="Paid" />`, 'Paid'],
  [`<Table emptyText="no shops" saveLabel={t('a.b')} />`, 'no shops'],
  [`const column = { title: 'Tenant' };`, 'Tenant'],
  [`const dialog = { confirmLabel: 'yes, delete' };`, 'yes, delete'],
  [`const names = ['Sunday', 'Monday'];`, 'Sunday'],
  [`toastDone('Saved');`, 'Saved'],
  [`confirm({ message: \`Delete \${name}?\` });`, 'Delete …?'],
  [`const text = 'Could not load the shops';`, 'Could not load the shops'],
  [`function Page({ title = 'Shops' }) {}`, 'Shops'],
  [`const name = 'සිංහලෙන්';`, 'සිංහලෙන්'],
])('interface text is reported: %s', (text, found) => {
  expect(rulesBrokenBy(text)).toContain(`interface-text ${found}`);
});

it.each([
  `() => <p>{t('shops.page.title')} 12 % &nbsp; · 5 kg LKR</p>`,
  `<p className="Card wide" id="shop-list">{shop.name}</p>`,
  `() => <Field label={t('shops.form.name')} name="shop_id" />`,
  `<Field labelKey="shops.form.name" />`,
  `const column = { title: 'shops.table.tenant', align: 'right' };`,
  `<code>GET /api/v1/prices</code>`,
  `<Button rightSection={<Kbd>Ctrl K</Kbd>} />`,
  `const KEYS = [['Esc', 'restore'], ['Ctrl Z', 'undo']];`,
  `const CHIPS = { skipped: 'Unpaid', failed: 'Arrears' };`,
  `<Table exportName="Invoices" />`,
  `saveFile(\`Shop summary \${id}.xlsx\`);`,
  `<Field placeholder="WP CAB-1234" />`,
  `const result = { state: 'waiting', reason: 'no answer' };`,
  `throw new Error('The shop has no tenant.');`,
  `console.warn('The chart did not load.');`,
  `if (status === 'Newly Arrived' || key === 'Delete') save();`,
  `type Status = 'Skipped' | 'Failed';`,
  `const thing = { '@type': 'Product', name };`,
  `const headers = { 'Content-Type': 'application/json' };`,
  `const path = 'M12 3h8v8l-9.5 9.5-8-8zM16 7.5v.01';`,
])('not interface text: %s', (text) => {
  expect(rulesBrokenBy(text)).toEqual([]);
});

it.each([
  [`const refusal = { message: 'Shop not found.' };`, 'Shop not found.'],
  [`writeAudit(tx, context, { type: 'Shop Added', description: \`Shop \${id} added\` });`, 'Shop … added'],
  [`const mail = { subject: isNew ? 'Your invoice' : named };`, 'Your invoice'],
])('a sentence of a server feature is reported: %s', (text, found) => {
  expect(rulesBrokenBy(text, 'server/features/shops/add-shop.ts')).toEqual([`interface-text ${found}`]);
  expect(rulesBrokenBy(text, 'server/features/shops/draw-shop.ts')).toEqual([]);
});

it('a server feature may use sentences from a catalogue', () => {
  const text = `const answer = { message: message('shops.add.done'), error: fault.message, text: row.text };`;
  expect(rulesBrokenBy(text, 'server/features/shops/add-shop.ts')).toEqual([]);
});

it('only web/ and server/features/ are checked, and not tests, catalogues and their data', () => {
  for (const path of [
    'server/a.ts',
    'server/features/a.test.ts',
    'web/ui/a.test.tsx',
    'web/testing/shops.ts',
    'web/i18n/language.ts',
  ])
    expect(rulesBrokenBy(`const text = 'Could not load the shops';`, path), path).toEqual([]);
});

it('t() is not called while the file is loaded', () => {
  expect(rulesBrokenBy(`const title = t('shops.page.title');`)).toEqual(['translation-at-load']);
  expect(rulesBrokenBy(`const columns = [{ title: t('a.b') }];`)).toEqual(['translation-at-load']);
  expect(rulesBrokenBy(`const title = () => t('a.b'); function Page() { return t('a.b'); }`)).toEqual([]);
});
