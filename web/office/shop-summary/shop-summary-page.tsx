import IconArrowLeft from 'virtual:icons/arrow-left';
import type { OfficePath } from 'virtual:office/pages';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { ShopFinder } from './shop-finder.tsx';
import { ShopLedgerScreen } from './shop-ledger-panel.tsx';

const summaryOf = (shopId: string) => placeOf('/shop-summary/:shopId', { shopId });
const settingOf = (shop: string) => placeOf('/system-setting', { shop });

/** The page of a shop's summary (specification 1, section 2). */
export function ShopSummaryPage() {
  const { shopId = '' } = useParams();
  const navigate = useNavigate();
  return (
    <SummaryScreen
      path={shopId === '' ? '/shop-summary' : '/shop-summary/:shopId'}
      above={shopId === '' ? '/shop-management' : '/view-shops'}
      shopId={shopId}
      open={(chosen) => void navigate(summaryOf(chosen))}
      addressOf={summaryOf}
      fallback={t('shop-summary.page.failed')}
    />
  );
}

/** The page of a shop's summary as opened from the settings: `?shop=A12`. */
export function SystemSettingPage() {
  const { get, change } = useAddress();
  return (
    <SummaryScreen
      path="/system-setting"
      above="/settings"
      shopId={get('shop').trim()}
      open={(shop) => change({ shop, tenancy: undefined })}
      addressOf={settingOf}
      fallback={t('shop-summary.page.settingsFailed')}
      about={t('settings.card.systemSettingText')}
    />
  );
}

interface SummaryScreenProps {
  path: OfficePath;
  /** The page that the Back button opens if this screen is the first entry in the tab's history. */
  above: OfficePath;
  /** The id of the shop; empty for none. */
  shopId: string;
  open: (shopId: string) => void;
  addressOf: (shopId: string) => string;
  fallback: string;
  /** Explains the screen while no shop is chosen. */
  about?: string;
}

function SummaryScreen({ path, above, shopId, open, addressOf, fallback, about }: SummaryScreenProps) {
  const [round, setRound] = useState(0);
  const load = (chosen: string) => (chosen === shopId ? setRound((before) => before + 1) : open(chosen));
  const actions = (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <ShopIdForm key={shopId} shopId={shopId} onLoad={load} />
      <BackButton above={above} />
    </Group>
  );
  if (shopId === '')
    return (
      <Screen path={path} actions={actions} {...(about !== undefined && { note: about })}>
        <ShopFinder addressOf={addressOf} />
      </Screen>
    );
  return (
    <ShopLedgerScreen key={`${shopId} ${round}`} path={path} actions={actions} shopId={shopId} fallback={fallback} />
  );
}

function BackButton({ above }: { above: OfficePath }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The first entry of a tab has the key 'default' in the router.
  const isFirst = key === 'default';
  return (
    <Button
      className="back-button"
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={() => void (isFirst ? navigate(above) : navigate(-1))}
    >
      {t('shop-summary.page.back')}
    </Button>
  );
}

interface ShopIdFormProps {
  shopId: string;
  onLoad: (shopId: string) => void;
}

function ShopIdForm({ shopId, onLoad }: ShopIdFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(shopId);
  const [fault, setFault] = useState<string>();
  const load = (event: FormEvent) => {
    event.preventDefault();
    const found = validateShopId(text);
    setFault(found);
    if (found === undefined) onLoad(text.trim());
    else field.current?.focus();
  };
  return (
    <form onSubmit={load} noValidate style={{ flex: '1 1 auto', minWidth: 0 }}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          ref={field}
          aria-label={t('shop-summary.page.shopId')}
          placeholder={t('shop-summary.page.shopId')}
          autoFocus={shopId === ''}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={fault}
          style={{ flex: '0 1 14rem', minWidth: 0 }}
        />
        <Button type="submit" variant="default" style={{ flex: 'none' }}>
          {t('shop-summary.page.load')}
        </Button>
      </Group>
    </form>
  );
}

function validateShopId(text: string): string | undefined {
  if (text.trim() === '') return t('shop-summary.page.shopIdMissing');
  const [fault] = checkInput(shops.summary.params.shape.id, text).faults;
  return fault && wordInput(fault.message, 'shop_id', t);
}
