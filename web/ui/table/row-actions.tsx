import IconDots from 'virtual:icons/dots';
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import type { Icon } from '#web/ui/icon/make-icon.ts';
import { useHasRoom } from '../phone-only.tsx';
import classes from './row-actions.module.css';

export type RowAction = { label: string; icon: Icon; isDangerous?: boolean } & (
  | { to: string; onClick?: never }
  | { onClick: () => void; to?: never }
);

interface RowActionsProps {
  name: string;
  actions: readonly RowAction[];
}

/** More actions than these are in a menu on a phone, where one above the other they would make every row taller. */
const IN_A_LINE = 2;

export function RowActions({ name, actions }: RowActionsProps) {
  const hasRoom = useHasRoom();
  if (!hasRoom && actions.length > IN_A_LINE) return <ActionMenu name={name} actions={actions} />;
  return (
    <Group gap="var(--space-2)" wrap="nowrap" justify="flex-end">
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

function ActionMenu({ name, actions }: RowActionsProps) {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t('ui.table.actionsOf', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Shape, isDangerous, to, onClick }) => {
          const common = {
            leftSection: <Shape size={18} aria-hidden />,
            'aria-label': t('ui.table.rowAction', { action: label, name }),
            ...(isDangerous && { color: 'red' }),
            children: label,
          } as const;
          return to === undefined ? (
            <Menu.Item key={label} {...common} onClick={onClick} />
          ) : (
            <Menu.Item key={label} {...common} component={Link} to={to} />
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
