import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { useHasRoom } from './phone-only.tsx';

export interface Crumb {
  title: string;
  to: string;
}

interface PageProps {
  title: string;
  /** The parent pages, outermost first. */
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  subtitle?: ReactNode;
  /** A sentence about the content. On a phone it is below the content, so that the first row is on the first screen. */
  note?: ReactNode;
  children: ReactNode;
}

/**
 * A page of the office. Its title takes the focus, so that screen readers announce it, unless a field has the focus
 * already.
 */
export function Page({ title, crumbs = [], actions, subtitle, note, children }: PageProps) {
  const hasRoom = useHasRoom();
  const about = subtitle ?? (hasRoom ? note : undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(`${title} · Pola`);
  useEffect(() => {
    const before = document.activeElement;
    const isPlaced = heading.current?.closest('main')?.contains(before);
    if (isPlaced) return;
    // The focus moves in the next frame, which computes the layout anyway. Moving it now would compute the layout
    // twice.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === before) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Stack gap={hasRoom ? 'md' : 'sm'}>
      <div>
        {crumbs.length > 0 && <CrumbLine crumbs={crumbs} title={title} />}
        <Group justify="space-between" align="flex-end" gap="xs" className="page-head">
          <div style={{ minWidth: 0 }}>
            <Title
              order={1}
              size="h2"
              ref={heading}
              tabIndex={-1}
              style={{ outline: 'none', overflowWrap: 'anywhere' }}
            >
              {title}
            </Title>
            {about !== undefined && <About text={about} />}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
      {!hasRoom && note !== undefined && <About text={note} />}
    </Stack>
  );
}

function About({ text }: { text: ReactNode }) {
  return (
    <Text c="dimmed" size="sm" component="div">
      {text}
    </Text>
  );
}

function CrumbLine({ crumbs, title }: { crumbs: readonly Crumb[]; title: string }) {
  const hasRoom = useHasRoom();
  return (
    <nav aria-label={t('ui.page.breadcrumbs')}>
      <Breadcrumbs separatorMargin="var(--space-2)" mb={hasRoom ? 'var(--space-2)' : 0} style={{ flexWrap: 'wrap' }}>
        {crumbs.map(({ title: name, to }) => (
          <Anchor key={to} component={Link} to={to} size="sm">
            {name}
          </Anchor>
        ))}
        {hasRoom && (
          <Text size="sm" c="dimmed" aria-current="page" truncate maw="14rem" lh={1.5}>
            {title}
          </Text>
        )}
      </Breadcrumbs>
    </nav>
  );
}
