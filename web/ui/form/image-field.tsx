import IconPhoto from 'virtual:icons/photo';
import IconPhotoOff from 'virtual:icons/photo-off';
import IconTrash from 'virtual:icons/trash';
import { Button, FileInput, Group, Image, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pictureTypes } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { picturePath } from '#web/path.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** Returns what is wrong with a chosen picture, if anything. The server checks it again. */
export function imageFault(file: File | null): string | undefined {
  if (!file) return undefined;
  if (file.size === 0) return t('ui.image.empty');
  if (!pictureTypes.some((type) => type === file.type)) return t('ui.image.type');
  if (file.size > MAX_BYTES) return t('ui.image.size');
  return undefined;
}

interface ImageFieldProps {
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  stored: string | null;
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
  error?: React.ReactNode;
  'data-path'?: string;
}

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
          description={t('ui.image.hint')}
          placeholder={t('ui.image.choose')}
          accept={pictureTypes.join(',')}
          value={value}
          onChange={onChange}
          clearable
          clearButtonProps={{ 'aria-label': t('ui.image.removeFile') }}
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
            {isRemoved ? t('ui.image.keep') : t('ui.image.remove')}
          </Button>
        )}
        {isRemoved && value === null && (
          <Text size="xs" c="dimmed" role="status">
            {t('ui.image.removedOnSave')}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

export function Picture({ source, size = 96, alt = '' }: { source: string | null; size?: number; alt?: string }) {
  const frame = { width: size, height: size, flex: 'none', display: 'grid', placeItems: 'center' } as const;
  return (
    <div style={{ ...frame, border: '1px solid var(--mantine-color-default-border)', borderRadius: 'var(--radius-1)' }}>
      {source === null ? (
        <NoImage isSmall={size < 64} />
      ) : (
        <Image src={picturePath(source)} alt={alt} w={size - 2} h={size - 2} fit="cover" radius="sm" />
      )}
    </div>
  );
}

function NoImage({ isSmall }: { isSmall: boolean }) {
  if (isSmall)
    return <IconPhotoOff size={18} style={{ color: 'var(--mantine-color-dimmed)' }} aria-label={t('ui.image.none')} />;
  return (
    <Text size="xs" c="dimmed" ta="center" px="var(--space-2)">
      {t('ui.image.none')}
    </Text>
  );
}

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
