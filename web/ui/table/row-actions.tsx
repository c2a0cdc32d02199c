import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';

/** Something one can do with a row: go somewhere, or act. */
export type RowAction = { label: string; icon: Icon; isDangerous?: boolean } & (
  | { to: string; onClick?: never }
  | { onClick: () => void; to?: never }
);

interface RowActionsProps {
  /** What the row is about, so that each button says of what it speaks: 'Edit Carrot'. */
  name: string;
  actions: readonly RowAction[];
}

/** The buttons at the end of a row. */
export function RowActions({ name, actions }: RowActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {actions.map(({ label, icon: Shape, isDangerous, to, onClick }) => {
        const common = {
          variant: 'subtle',
          color: isDangerous ? 'red' : 'gray',
          // The library's red turns white in the dark.
          ...(isDangerous && { c: 'var(--mantine-color-error)' }),
          size: 'md',
          'aria-label': `${label} ${name}`,
          children: <Shape size={18} aria-hidden />,
        } as const;
        return (
          <Tooltip key={label} label={label}>
            {to === undefined ? (
              <ActionIcon {...common} onClick={onClick} />
            ) : (
              <ActionIcon {...common} component={Link} to={to} />
            )}
          </Tooltip>
        );
      })}
    </Group>
  );
}
