import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import type { Icon } from '#web/ui/icon/make-icon.ts';
import classes from './row-actions.module.css';

export type RowAction = { label: string; icon: Icon; isDangerous?: boolean } & (
  | { to: string; onClick?: never }
  | { onClick: () => void; to?: never }
);

interface RowActionsProps {
  name: string;
  actions: readonly RowAction[];
}

/** More actions than these take two lines on a phone, where the other columns would become too narrow to read. */
const IN_A_LINE = 2;

export function RowActions({ name, actions }: RowActionsProps) {
  return (
    <Group
      gap="var(--space-2)"
      wrap="nowrap"
      justify="flex-end"
      {...(actions.length > IN_A_LINE && { className: classes.many ?? '' })}
    >
      {actions.map(({ label, icon: Shape, isDangerous, to, onClick }) => {
        const common = {
          variant: 'subtle',
          color: 'gray',
          ...(isDangerous && { className: classes.dangerous ?? '' }),
          size: 'md',
          'aria-label': t('ui.table.rowAction', { action: label, name }),
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
