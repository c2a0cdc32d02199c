import { Image } from '@mantine/core';
import { type Claim, claims } from '#contract/claims.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';

function aboutClaim({ shop_id, tenant_name, amount }: Claim): string {
  return [shop_id, tenant_name, formatMoney(amount)].join(' · ');
}

export function matchWithPayment(claim: Claim, paymentId: number): Promise<boolean> {
  const action = t('claims.match.action', { payment: String(paymentId) });
  return confirmAndCall(
    { title: action, body: aboutClaim(claim), action },
    {
      call: () => api(claims.match, { params: { id: String(claim.claim_id) }, body: { payment_id: paymentId } }),
      doneSeconds: 3,
      failed: t('claims.match.failed'),
    },
  );
}

export function declineWithSentence(claim: Claim): Promise<boolean> {
  const action = t('claims.decline');
  const sentence = `${aboutClaim(claim)}. ${t('claims.decline.seen')}`;
  return askReason({ title: action, sentence, action }, (reason) =>
    callAndTell({
      call: () => api(claims.decline, { params: { id: String(claim.claim_id) }, body: { sentence: reason } }),
      doneSeconds: 4,
      failed: t('claims.decline.failed'),
    }),
  );
}

export async function showPicture(claim: Claim): Promise<void> {
  await callAndTell({
    call: () => api(claims.picture, { params: { id: String(claim.claim_id) } }),
    done: ({ picture }) => {
      const title = t('claims.picture.of', { tenant: claim.tenant_name, amount: formatMoney(claim.amount) });
      void confirm({
        title,
        body: <Image src={picture} alt={title} fit="contain" mah="70vh" />,
        action: t('ui.dialog.close'),
        isNotice: true,
      });
    },
    failed: t('claims.picture.failed'),
  });
}
