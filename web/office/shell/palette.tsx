import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#contract/permissions.ts';
import { type Destination, findDestinations, groups } from './palette-actions.ts';
import { useDestinations } from './use-destinations.ts';

const [store, palette] = createSpotlight();

interface PaletteProps {
  role: Role;
  isOpen: boolean;
  close: () => void;
}

const LIST = 'palette-found';
const WHERE = 'Go to a screen, shop, tenant, invoice or product';

/** Ctrl+K: type a few letters, go to any screen, shop, tenant, invoice or product. */
export function Palette({ role, isOpen, close }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { all, isLoading } = useDestinations(role, typed);
  const found = findDestinations(all, typed);
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);
  useEffect(() => {
    if (typed !== '' && found.length > 0) markFirst();
  }, [typed, found.length]);

  const go = ({ to, isOutside }: Destination) => {
    if (isOutside) location.assign(to);
    else void navigate(to);
  };
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
      <Spotlight.Search placeholder={WHERE} aria-label={WHERE} leftSection={<IconSearch size={18} aria-hidden />} />
      <Spotlight.ActionsList id={LIST}>
        {groups.map((name) => (
          <Found key={name} name={name} found={found} go={go} />
        ))}
        {found.length === 0 && <Spotlight.Empty>{isLoading ? 'Loading…' : 'Nothing found.'}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** The list marks its first line when something is typed; what is found later is marked here, so that Enter goes there. */
function markFirst(): void {
  const list = document.getElementById(LIST);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

interface FoundProps {
  name: Destination['group'];
  found: readonly Destination[];
  go: (to: Destination) => void;
}

function Found({ name, found, go }: FoundProps) {
  const ofGroup = found.filter(({ group }) => group === name);
  if (ofGroup.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={name}>
      {ofGroup.map((one) => (
        <Spotlight.Action key={one.id} label={one.label} description={one.description} onClick={() => go(one)} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
