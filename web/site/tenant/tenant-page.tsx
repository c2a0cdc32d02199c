import type { ReactNode } from 'react';
import { formatMonthYear, formatPlainDay } from '#contract/days.ts';
import { writeFigure } from '#contract/figures.ts';
import { inLanguage, nameInLanguage } from '#contract/languages.ts';
import { writeWord } from '#contract/messages/word.ts';
import { TENANT_PAGE_PATH } from '#contract/tenant-page-link.ts';
import type { TenantPageBill, TenantPageClaim, TenantPageData, TenantPagePayment } from '#contract/tenant-pages.ts';
import { QrCode } from '#web/documents/qr-code.tsx';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';
import tenantStyles from './tenant.css?inline';

/** The page of one tenancy. Whoever has its address sees it, so it is never stored, listed or sent on. */
export const tenantPage = page({
  show: TenantPage,
  path: `${TENANT_PAGE_PATH}/:link`,
  texts: ['tenant'],
  styles: [base, shell, tenantStyles],
  title: ({ t }) => t('tenant.title'),
  isUnstored: true,
  isFixedLanguage: true,
  saysClosed: 'all',
});

interface PartProps {
  data: TenantPageData;
  translator: Translator;
}

function TenantPage({ data, frame, translator }: PageProps<'tenant'>) {
  const { t } = translator;
  const { officePhones } = frame.centre;
  return (
    <main id="main" className="wrap tenant" tabIndex={-1}>
      <h1>{t('tenant.title')}</h1>
      <p>
        <b>{data.tenant_name}</b> · {t('tenant.of', { shop: data.shop_id, name: data.shop_name })}
      </p>
      <Due data={data} translator={translator} />
      <Ways data={data} translator={translator} />
      <Claims data={data} translator={translator} />
      <Payments data={data} translator={translator} />
      <Bills data={data} translator={translator} />
      <p>
        <a className="button" href={paperOf(data, 'statement')}>
          {t('tenant.statement')}
        </a>
      </p>
      <Messages data={data} translator={translator} />
      {officePhones.length > 0 && <p>{t('tenant.call', { phones: officePhones.join(', ') })}</p>}
      <p className="soft">{t('tenant.private')}</p>
    </main>
  );
}

function paperOf({ link }: Pick<TenantPageData, 'link'>, name: string): string {
  return `${TENANT_PAGE_PATH}/${link}/${name}.pdf`;
}

function rupees(amount: number, { t }: Translator): string {
  return `${t('money.currency')} ${writeFigure(amount)}`;
}

function Due({ data, translator }: PartProps) {
  const { t } = translator;
  const { due, overdue, credit, debt_without_bill: debt, next_due_day: next } = data;
  return (
    <section className="tenant-due" aria-labelledby="due">
      <h2 id="due">{t('tenant.due')}</h2>
      <p className="tenant-sum">{due > 0 ? rupees(due, translator) : t('tenant.nothingDue')}</p>
      <p className="soft">{t('tenant.asOf', { day: formatPlainDay(data.today, t) })}</p>
      {overdue > 0 && <p className="tenant-late">{t('tenant.overdue', { amount: rupees(overdue, translator) })}</p>}
      {debt > 0 && <p>{t('tenant.debt', { amount: rupees(debt, translator) })}</p>}
      {next !== null && <p>{t('tenant.nextDue', { day: formatPlainDay(next, t) })}</p>}
      {credit > 0 && <p>{t('tenant.credit', { amount: rupees(credit, translator) })}</p>}
    </section>
  );
}

function Ways({ data: { how_to_pay: how, bank }, translator }: PartProps) {
  const { t } = translator;
  if (!how) return null;
  const { code, reference, promised = [] } = how;
  const codeText =
    code && t('tenant.code', { amount: rupees(code.amount, translator), day: formatPlainDay(code.day, t) });
  return (
    <section aria-labelledby="ways">
      <h2 id="ways">{t('tenant.howToPay')}</h2>
      {bank !== '' && <p>{t('tenant.bank', { bank })}</p>}
      <p>
        {t('tenant.reference')} <b className="tenant-whole">{reference}</b>
      </p>
      {promised.map(({ amount, counts_from }) => (
        <p key={counts_from}>
          {t('tenant.promised', { amount: rupees(amount, translator), day: formatPlainDay(counts_from, t) })}
        </p>
      ))}
      {code && codeText !== null && (
        <figure>
          <QrCode text={code.text} label={codeText} />
          <figcaption>{codeText}</figcaption>
        </figure>
      )}
    </section>
  );
}

function Claims({ data, translator }: PartProps) {
  const { language, t } = translator;
  const { form, notice } = data;
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">{t('tenant.claim.title')}</h2>
      {notice && (
        <p className="tenant-late" role="alert">
          {notice.text}
        </p>
      )}
      {data.claims.map((claim) => (
        <p key={claim.claim_id} role={claim.state === 'open' ? 'status' : undefined}>
          <b>{rupees(claim.amount, translator)}</b> {formatPlainDay(claim.day, t)}: {describeClaim(claim, translator)}
        </p>
      ))}
      <p className="soft">{t('tenant.claim.about')}</p>
      <form
        className="tenant-form"
        method="post"
        action={inLanguage(language, `${TENANT_PAGE_PATH}/${data.link}#claims`)}
        encType="multipart/form-data"
      >
        <Field name="amount" label={t('tenant.claim.amount')}>
          <input id="amount" name="amount" inputMode="decimal" required maxLength={30} defaultValue={form.amount} />
        </Field>
        <Field name="day" label={t('tenant.claim.day')}>
          <input id="day" name="day" required maxLength={30} defaultValue={form.day || data.today} />
        </Field>
        <Field name="bank" label={t('tenant.claim.bank')}>
          <input id="bank" name="bank" maxLength={60} defaultValue={form.bank} />
        </Field>
        <Field name="picture" label={t('tenant.claim.picture')}>
          <input id="picture" name="picture" type="file" accept="image/jpeg,image/png,image/webp" />
        </Field>
        <button type="submit">{t('tenant.claim.send')}</button>
      </form>
    </section>
  );
}

function Field({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      {children}
    </p>
  );
}

function describeClaim({ state, sentence }: TenantPageClaim, { t }: Translator): string {
  if (state === 'declined') return t('tenant.claim.declined', { sentence: sentence ?? '' });
  return t(state === 'expired' ? 'tenant.claim.expired' : 'tenant.claim.open');
}

function Messages({ data: { link, messages }, translator: { language, t } }: PartProps) {
  if (messages === null) return null;
  const isOn = messages === 'on';
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">{t('tenant.messages')}</h2>
      <p>{t(isOn ? 'tenant.messages.on' : 'tenant.messages.off')}</p>
      <form className="tenant-form" method="post" action={inLanguage(language, `${TENANT_PAGE_PATH}/${link}/messages`)}>
        <input type="hidden" name="messages" value={isOn ? 'off' : 'on'} />
        <button type="submit">{t(isOn ? 'tenant.messages.stop' : 'tenant.messages.start')}</button>
      </form>
    </section>
  );
}

function Payments({ data, translator }: PartProps) {
  const { t } = translator;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{t('tenant.payments')}</h2>
      {data.payments.length === 0 && <p>{t('tenant.noPayments')}</p>}
      <ul className="tenant-list">
        {data.payments.map((payment) => (
          <li key={payment.payment_id}>
            <PaymentLine payment={payment} translator={translator} />
            <a href={paperOf(data, `receipt-${payment.payment_id}`)}>
              {t('tenant.receipt', { number: String(payment.payment_id) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PaymentLine({ payment, translator }: { payment: TenantPagePayment; translator: Translator }) {
  const { language, t } = translator;
  return (
    <p>
      <b>{rupees(payment.amount, translator)}</b>
      <span>{formatPlainDay(payment.day, t)}</span>
      <span>
        {writeWord('method', payment.method, language)}, {describeState(payment, translator)}
      </span>
    </p>
  );
}

function describeState({ state, state_day }: TenantPagePayment, { t }: Translator): string {
  if (state_day === null || state === 'received' || state === 'to_confirm' || state === 'void')
    return t(`tenant.state.${state}`);
  return t(`tenant.state.${state}.day`, { day: formatPlainDay(state_day, t) });
}

function Bills({ data, translator }: PartProps) {
  const { t } = translator;
  return (
    <section aria-labelledby="bills">
      <h2 id="bills">{t('tenant.bills')}</h2>
      {data.bills.length === 0 && <p>{t('tenant.noBills')}</p>}
      {data.bills.map((bill) => (
        <Bill key={bill.invoice_id} bill={bill} data={data} translator={translator} />
      ))}
    </section>
  );
}

function Bill({ bill, data, translator }: PartProps & { bill: TenantPageBill }) {
  const { language, t } = translator;
  const { unpaid, charges, amount } = bill;
  return (
    <details className="tenant-bill" open={unpaid > 0}>
      <summary>
        <b>{formatMonthYear(bill.month, t)}</b>
        <span>
          {unpaid > 0 ? t('tenant.bill.unpaid', { amount: rupees(unpaid, translator) }) : t('tenant.bill.paid')}
        </span>
        {unpaid > 0 && <span>{t('tenant.bill.by', { day: formatPlainDay(bill.due_day, t) })}</span>}
      </summary>
      <table>
        <tbody>
          {[...charges.entries()].map(([at, charge]) => (
            <tr key={at}>
              <th scope="row">{nameInLanguage(charge, language) || writeWord('charge', charge.kind, language)}</th>
              <td>{writeFigure(charge.amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('tenant.bill.total')}</th>
            <td>
              <b>{writeFigure(amount)}</b>
            </td>
          </tr>
        </tbody>
      </table>
      <a href={paperOf(data, bill.invoice_id)}>{t('tenant.bill.pdf', { number: bill.invoice_id })}</a>
    </details>
  );
}
