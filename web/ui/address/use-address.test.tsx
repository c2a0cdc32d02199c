import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { useAddress } from './use-address.ts';

test('a change that began before the last render does not lose the change of that render', async () => {
  const drawn: ReturnType<typeof useAddress>[] = [];
  function Screen() {
    const address = useAddress();
    drawn.push(address);
    return <p>{address.get('tab')}</p>;
  }
  const { address } = showScreen(<Screen />, { path: '/invoices', at: '/invoices?search=A-1&page=3' });
  const [first] = drawn;
  first?.change({ tab: 'paid', page: undefined });
  await waitFor(() => expect(address()).toBe('/invoices?search=A-1&tab=paid'));
  first?.change({ search: '' });
  await waitFor(() => expect(address()).toBe('/invoices?tab=paid'));
});
