import { Card, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Icon } from '#web/ui/icon/make-icon.ts';
import { useHasRoom } from './phone-only.tsx';

export interface CardLink {
  title: string;
  text: string;
  to: string;
  icon: Icon;
  isElsewhere?: boolean;
  /** The current setting, shown on the card. */
  state?: string | undefined;
}

/** Returns three columns, or another number if three would leave a single item or an empty place on the last line. */
export function columnsFor(count: number) {
  const few = { 1: 1, 2: 2, 4: 2 }[count];
  return { base: 1, sm: Math.min(count, 2), lg: few ?? (count % 3 === 1 ? 4 : 3) };
}

interface CardLinksProps {
  links: readonly CardLink[];
  /** True beside a list, where four columns would break the words of a card. */
  isNarrow?: boolean;
  children?: ReactNode;
}

export function CardLinks({ links, isNarrow = false, children }: CardLinksProps) {
  const columns = columnsFor(links.length + Children.count(children));
  const hasRoom = useHasRoom();
  return (
    <SimpleGrid cols={isNarrow ? { ...columns, lg: Math.min(columns.lg, 3) } : columns} spacing={hasRoom ? 'md' : 'xs'}>
      {links.map(({ title, text, to, icon, isElsewhere = false, state }) => (
        <Card
          key={to}
          component={Link}
          to={to}
          reloadDocument={isElsewhere}
          withBorder
          padding={hasRoom ? 'md' : 'sm'}
          data-card-link
        >
          <CardFace title={title} text={isNarrow && !hasRoom ? '' : text} icon={icon} state={state} />
        </Card>
      ))}
      {children}
    </SimpleGrid>
  );
}

export function CardFace({ title, text, icon: Shape, state }: Pick<CardLink, 'title' | 'text' | 'icon' | 'state'>) {
  const hasRoom = useHasRoom();
  return (
    <Group wrap="nowrap" gap="md">
      <ThemeIcon size={hasRoom ? 44 : 32} radius="md" variant="light">
        <Shape size={hasRoom ? 24 : 18} aria-hidden />
      </ThemeIcon>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={700}>{title}</Text>
        {text !== '' && (hasRoom || state === undefined) && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        {state !== undefined && (
          <Text size="sm" fw={500}>
            {state}
          </Text>
        )}
      </div>
    </Group>
  );
}
