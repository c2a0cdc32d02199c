import { Button, FileInput, Group, Image, Stack, Text } from '@mantine/core';
import { IconPhoto, IconPhotoOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const MOST_BYTES = 10 * 1024 * 1024;

/** Why a file will not do as a picture, before it is sent; undefined when it will. The server looks again. */
export function imageFault(file: File | null): string | undefined {
  if (!file) return undefined;
  if (!TYPES.includes(file.type)) return 'Please use a JPEG, PNG, WebP or AVIF picture.';
  if (file.size > MOST_BYTES) return 'Please use a picture of at most 10 MB.';
  return undefined;
}

interface ImageFieldProps {
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  /** The picture that is stored, if there is one. */
  stored: string | null;
  /** The stored picture is to go. */
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
  error?: React.ReactNode;
  'data-path'?: string;
}

/** A picture: chosen, looked at, replaced or removed. */
export function ImageField(props: ImageFieldProps) {
  const { label, value, onChange, stored, isRemoved, onRemoved, error } = props;
  const fault = imageFault(value);
  const chosen = usePreview(fault === undefined ? value : null);
  const shown = chosen ?? (isRemoved ? null : stored);
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <Picture source={shown} />
      <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
        <FileInput
          label={label}
          description="JPEG, PNG, WebP or AVIF, at most 10 MB"
          placeholder="Choose a picture"
          accept={TYPES.join(',')}
          value={value}
          onChange={onChange}
          clearable
          clearButtonProps={{ 'aria-label': 'Do not use this file' }}
          leftSection={<IconPhoto size={16} aria-hidden />}
          error={fault ?? error}
          data-path={props['data-path']}
        />
        {stored !== null && value === null && (
          <Button
            variant="subtle"
            color={isRemoved ? 'gray' : 'red'}
            {...(!isRemoved && { c: 'var(--mantine-color-error)' })}
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onRemoved(!isRemoved)}
            style={{ alignSelf: 'flex-start' }}
          >
            {isRemoved ? 'Keep the picture' : 'Remove the picture'}
          </Button>
        )}
        {isRemoved && value === null && (
          <Text size="xs" c="dimmed" role="status">
            The picture goes when you save.
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** A picture in its frame, or words in its place. */
export function Picture({ source, size = 96, alt = '' }: { source: string | null; size?: number; alt?: string }) {
  const frame = { width: size, height: size, flex: 'none', display: 'grid', placeItems: 'center' } as const;
  return (
    <div style={{ ...frame, border: '1px solid var(--mantine-color-default-border)', borderRadius: 4 }}>
      {source === null ? (
        <NoImage isSmall={size < 64} />
      ) : (
        <Image src={source} alt={alt} w={size - 2} h={size - 2} fit="cover" radius="sm" />
      )}
    </div>
  );
}

function NoImage({ isSmall }: { isSmall: boolean }) {
  if (isSmall) return <IconPhotoOff size={18} color="var(--mantine-color-dimmed)" aria-label="No Image" />;
  return (
    <Text size="xs" c="dimmed">
      No Image
    </Text>
  );
}

/** An address for looking at a chosen file; let go when another one is chosen. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
}
