import { useState } from 'react';
import { useAddress } from '#web/ui/address/use-address.ts';
import { Screen } from '../shell/screen.tsx';
import { BackButton } from './back-button.tsx';
import { ShopBooks } from './shop-ledger-panel.tsx';
import { ShopIdForm } from './shop-id-form.tsx';

/** The shop summary of the system settings: the same screen, with the shop in its address as `?shop=A12`. */
export function SystemSettingPage() {
  const { get, change } = useAddress();
  const shopId = get('shop').trim();
  const [round, setRound] = useState(0);
  const load = (chosen: string) => {
    if (chosen === shopId) setRound((before) => before + 1);
    else change({ shop: chosen });
  };
  return (
    <Screen path="/system-setting" actions={<BackButton above="/settings" />}>
      <ShopIdForm key={shopId} shopId={shopId} onLoad={load} />
      {shopId !== '' && (
        <ShopBooks key={`${shopId} ${round}`} shopId={shopId} fallback="Failed to load shop summary." />
      )}
    </Screen>
  );
}
