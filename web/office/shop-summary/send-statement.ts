import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { type Statement, shops } from '#contract/shops.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import type { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api, apiFile } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

export async function saveStatement(statement: Statement): Promise<void> {
  const { shop_id, tenancy_id, today } = statement;
  const query = { tenancy_id: String(tenancy_id), ...daysOf(statement) };
  try {
    const pdf = await apiFile(shops.statementPdf, { params: { id: shop_id }, query });
    saveBlob(pdf, `${t('shop-summary.paper.file', { shop: shop_id, day: today })}.pdf`);
  } catch (error) {
    toastFailed(sentenceOf(error, t('shop-summary.paper.notSaved')));
  }
}

/** Asks first, because a sent email cannot be recalled. */
export async function emailStatement(
  statement: Statement,
  recordOnce: ReturnType<typeof useRecordOnce>,
): Promise<void> {
  const { shop_id, tenancy_id, tenant_name: name, tenant_email: address } = statement;
  if (address === null) {
    toastFailed(t('shop-summary.paper.noAddress', { name }));
    return;
  }
  const question = {
    title: t('shop-summary.paper.question', { name }),
    body: t('shop-summary.paper.sentence', { address }),
    action: t('shop-summary.paper.send'),
  };
  const request = { params: { id: shop_id }, body: { tenancy_id, ...daysOf(statement) } };
  await confirmAndCall<Answer<typeof mail.sendStatement>>(question, {
    call: () => recordOnce((options) => api(mail.sendStatement, request, options)),
    done: ({ success, message }) => (success ? toastDone : toastFailed)(message),
    failed: t('shop-summary.paper.notSent'),
    failedSeconds: 4,
  });
}

function daysOf({ from, to }: Statement): { from?: string; to?: string } {
  return { ...(from !== null && { from }), ...(to !== null && { to }) };
}
