import type { Role } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Destination, findDestinations, groups } from './palette-actions.ts';
import { useDestinations } from './use-destinations.ts';
import type { EarlyKeys } from './use-early-keys.ts';

const [store, palette] = createSpotlight();

interface PaletteProps {
  role: Role;
  isOpen: boolean;
  takeKeys: () => EarlyKeys;
  close: () => void;
}

const LIST = 'palette-found';

export function Palette({ role, isOpen, takeKeys, close }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { all, loading } = useDestinations(role, typed);
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
  const isFinal = isFinalFor(found[0], loading);
  const enter = useWaitingEnter(isFinal, () => {
    palette.close();
    if (found[0]) go(found[0]);
  });
  const onFocus = () => {
    const { text, isEntered } = takeKeys();
    if (text !== '') setTyped((before) => before + text);
    if (isEntered) enter.wait();
  };
  const onBlur = ({ currentTarget: search, relatedTarget: next }: React.FocusEvent<HTMLInputElement>) => {
    // A screen that arrives late focuses its title. During the blur `next` does not have the focus yet.
    if (next && store.getState().opened) queueMicrotask(() => search.focus());
  };
  const onKeyDownCapture = (event: React.KeyboardEvent) => {
    // A choice by arrow keys is explicit.
    if (event.key !== 'Enter' || isFinal || store.getState().selected > 0) return;
    event.preventDefault();
    event.stopPropagation();
    enter.wait();
  };
  const onQueryChange = (query: string) => {
    enter.forget();
    setTyped(query);
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={onQueryChange}
      onSpotlightClose={close}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': t('shell.palette.label') } }}
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette.search')}
        aria-label={t('shell.palette.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDownCapture={onKeyDownCapture}
      />
      <Spotlight.ActionsList id={LIST}>
        {groups.map((name) => (
          <Found key={name} name={name} found={found} go={go} />
        ))}
        {found.length === 0 && (
          <Spotlight.Empty>
            {loading.length > 0 ? t('shell.palette.loading') : t('shell.palette.empty')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Nothing still loading would be listed before the first result. */
function isFinalFor(first: Destination | undefined, loading: readonly Destination['group'][]): boolean {
  const place = first ? groups.indexOf(first.group) : groups.length;
  return loading.every((group) => groups.indexOf(group) > place);
}

/** Enter pressed before the result of the whole text exists acts once it does. */
function useWaitingEnter(isFinal: boolean, act: () => void): { wait: () => void; forget: () => void } {
  const [isWaiting, setIsWaiting] = useState(false);
  const onFinal = useEffectEvent(act);
  useEffect(() => {
    if (!isWaiting || !isFinal) return;
    setIsWaiting(false);
    onFinal();
  }, [isWaiting, isFinal]);
  return { wait: () => setIsWaiting(true), forget: () => setIsWaiting(false) };
}

/** The library marks the first line on typing; this marks one found later. */
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
    <Spotlight.ActionsGroup label={t(`shell.palette.group.${name}`)}>
      {ofGroup.map((one) => (
        <Spotlight.Action key={one.id} label={one.label} description={one.description} onClick={() => go(one)} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
