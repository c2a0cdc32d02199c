import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#contract/permissions.ts';
import { products } from '#contract/products.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { type Destination, findDestinations, productDestinations, screensFor } from './palette-actions.ts';

const [store, palette] = createSpotlight();

interface PaletteProps {
  role: Role;
  isOpen: boolean;
  close: () => void;
}

/** Ctrl+K: type a few letters, go to any screen and any product. Its code and the products are fetched when first opened. */
export function Palette({ role, isOpen, close }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const catalogue = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const all = useMemo(
    () => [...screensFor(role), ...productDestinations(catalogue.data ?? [])],
    [role, catalogue.data],
  );
  const found = findDestinations(all, typed);
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={close}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder="Go to a screen or product"
        aria-label="Go to a screen or product"
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Found name="Screens" found={found} go={(to) => void navigate(to)} />
        <Found name="Products" found={found} go={(to) => void navigate(to)} />
        {found.length === 0 && (
          <Spotlight.Empty>{catalogue.isLoading ? 'Loading products…' : 'Nothing found.'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

interface FoundProps {
  name: Destination['group'];
  found: readonly Destination[];
  go: (to: string) => void;
}

function Found({ name, found, go }: FoundProps) {
  const ofGroup = found.filter(({ group }) => group === name);
  if (ofGroup.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={name}>
      {ofGroup.map(({ id, label, description, to }) => (
        <Spotlight.Action key={id} label={label} description={description} onClick={() => go(to)} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
