import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import type { OfficePath } from '#web/routes.ts';

/** Leads to the screen one came from; to the one above when this was opened by a pasted link. */
export function BackButton({ above }: { above: OfficePath }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The router calls the first entry of a tab 'default': nothing of the office lies before it.
  const isFirst = key === 'default';
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={() => void (isFirst ? navigate(above) : navigate(-1))}
    >
      Back
    </Button>
  );
}
