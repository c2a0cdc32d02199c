import IconInfoCircle from 'virtual:icons/info-circle';
import { ActionIcon, Button, Popover, Text } from '@mantine/core';

interface InfoButtonProps {
  label: string;
  text: string;
  /** True to show the label, not only the icon. */
  hasWord?: boolean;
}

/**
 * A button that shows an explanation. The explanation takes the focus, so that it is read aloud and Escape closes it.
 */
export function InfoButton({ label, text, hasWord = false }: InfoButtonProps) {
  return (
    // The explanation is not in a portal, because everything on a page must be inside a landmark.
    <Popover width={320} position="bottom-start" shadow="md" withArrow trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        {hasWord ? (
          <Button
            variant="subtle"
            color="gray"
            c="dimmed"
            fw={400}
            size="compact-sm"
            style={{ alignSelf: 'center' }}
            leftSection={<IconInfoCircle size={16} aria-hidden />}
          >
            {label}
          </Button>
        ) : (
          <ActionIcon variant="subtle" color="gray" c="dimmed" size={24} aria-label={label}>
            <IconInfoCircle size={16} aria-hidden />
          </ActionIcon>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{text}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
