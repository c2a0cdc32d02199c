import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { type Statement, shops } from '#contract/shops.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import type { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api, apiFile } from '../api.ts';

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
  if (!(await confirm(question))) return;
  const body = { tenancy_id, ...daysOf(statement) };
  try {
    const sent: Answer<typeof mail.sendStatement> = await recordOnce((options) =>
      api(mail.sendStatement, { params: { id: shop_id }, body }, options),
    );
    if (sent.success) toastDone(sent.message);
    else toastFailed(sent.message);
  } catch (error) {
    toastFailed(sentenceOf(error, t('shop-summary.paper.notSent')));
  }
}

function daysOf({ from, to }: Statement): { from?: string; to?: string } {
  return { ...(from !== null && { from }), ...(to !== null && { to }) };
}
