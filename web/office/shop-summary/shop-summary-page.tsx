import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Screen } from '../shell/screen.tsx';
import { BackButton } from './back-button.tsx';
import { ShopBooks } from './shop-ledger-panel.tsx';
import { ShopIdForm } from './shop-id-form.tsx';

/** The screen of the house: everything about the money of one shop (experience.md, Shop summary). */
export function ShopSummaryPage() {
  const { shopId = '' } = useParams();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const load = (chosen: string) => {
    if (chosen === shopId) setRound((before) => before + 1);
    else void navigate(`/shop-summary/${encodeURIComponent(chosen)}`);
  };
  return (
    <Screen
      path={shopId === '' ? '/shop-summary' : '/shop-summary/:shopId'}
      actions={<BackButton above={shopId === '' ? '/shop-management' : '/view-shops'} />}
    >
      <ShopIdForm key={shopId} shopId={shopId} onLoad={load} />
      {shopId !== '' && (
        <ShopBooks key={`${shopId} ${round}`} shopId={shopId} fallback="Failed to fetch shop summary." />
      )}
    </Screen>
  );
}
