import { Kbd, Modal, Table } from '@mantine/core';
import { t } from '#web/i18n/t.ts';

/** Lists the keys that work on every page of the office. */
export function KeysDialog({ close }: { close: () => void }) {
  const keys = [
    { key: <Kbd>/</Kbd>, act: t('shell.keys.search') },
    { key: <Kbd>Ctrl K</Kbd>, act: t('shell.palette.search') },
    { key: <Kbd>Enter</Kbd>, act: t('shell.keys.enter') },
    { key: <Kbd>Esc</Kbd>, act: t('shell.keys.close') },
    { key: <Kbd>?</Kbd>, act: t('shell.keys.help') },
  ];
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t('shell.keys.title')}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <Table aria-label={t('shell.keys.title')}>
        <Table.Tbody>
          {keys.map(({ key, act }) => (
            <Table.Tr key={act}>
              <Table.Th scope="row" w="6rem">
                {key}
              </Table.Th>
              <Table.Td>{act}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
