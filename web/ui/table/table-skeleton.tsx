import { Skeleton, Table } from '@mantine/core';

export function TableSkeleton({ columns, rows }: { columns: number; rows: number }) {
  const cells = Array.from({ length: columns }, (_, column) => column);
  const lines = Array.from({ length: rows }, (_, row) => row);
  return (
    <Table aria-hidden verticalSpacing="sm">
      <Table.Tbody>
        {lines.map((row) => (
          <Table.Tr key={row}>
            {cells.map((column) => (
              <Table.Td key={column}>
                <Skeleton height={14} width={`${60 + ((row * 7 + column * 13) % 35)}%`} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
