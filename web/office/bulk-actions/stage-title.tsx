import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of what has just begun or ended; it takes the focus, for the button that was pressed is gone. */
export function StageTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
