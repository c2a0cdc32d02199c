import { Anchor } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useHasRoom } from '../phone-only.tsx';
import { OneLine, Unbroken } from './one-line.tsx';

type People = Readonly<Record<string, string>>;

let people: People = {};
const changed = new EventTarget();

/** Sets the names of people, by email address. */
export function setPeople(names: People): void {
  people = names;
  changed.dispatchEvent(new Event('change'));
}

/** Returns a person's name; the email address itself if no account has it. */
export function personName(email: string): string {
  return people[email] || email;
}

export function usePeople(): People {
  return useSyncExternalStore(watch, () => people);
}

function watch(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}

/** Shows a person's name; the email address is in the tooltip. The name is on one line, except on phones. */
export function PersonName({ email }: { email: string }) {
  usePeople();
  const hasRoom = useHasRoom();
  const name = personName(email);
  if (!hasRoom) return <Unbroken text={name} />;
  return <OneLine text={email}>{name}</OneLine>;
}

export function EmailLink({ email }: { email: string }) {
  return (
    <Anchor href={`mailto:${email}`}>
      <Unbroken text={email} />
    </Anchor>
  );
}
