import { Divider, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { productTypes, units } from '#contract/products.ts';
import { Form } from '#web/ui/form/form.tsx';
import { ImageField } from '#web/ui/form/image-field.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { type ProductValues, typeLabel } from './map-product.ts';

const typeChoices = productTypes.map((type) => ({ value: type, label: typeLabel(type) }));

interface ProductFormProps {
  form: OfficeForm<ProductValues>;
  saveLabel: string;
  cancelTo: string;
  /** The picture that is stored. */
  storedImage: string | null;
}

/** The fields of a product; name and type are needed, all others help. */
export function ProductForm({ form, saveLabel, cancelTo, storedImage }: ProductFormProps) {
  const { field } = form;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Name" required autoFocus autoComplete="off" {...field('name')} />
          <Select label="Type" required data={typeChoices} placeholder="Choose a type" {...choice(field('type'))} />
          <TextInput label="Sinhala name" lang="si" autoComplete="off" {...field('name_si')} />
          <TextInput label="Tamil name" lang="ta" autoComplete="off" {...field('name_ta')} />
          <Select label="Unit" data={[...units]} allowDeselect={false} {...field('unit')} />
          <TextInput
            label="Code"
            description="Short and unique; made from the name when empty"
            autoComplete="off"
            {...field('code')}
          />
        </SimpleGrid>
        <ProductImage form={form} stored={storedImage} />
        <Divider label="On the price list and in the search" labelPosition="left" />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Textarea
            label="Other names"
            description="One a line; the search finds them too"
            autosize
            minRows={3}
            maxRows={8}
            {...field('aliases')}
          />
          <Stack gap="md">
            <TextInput
              label="List order"
              description="Its place on the morning list; last when empty"
              inputMode="numeric"
              autoComplete="off"
              {...field('list_order')}
            />
          </Stack>
        </SimpleGrid>
        <Textarea label="Description" autosize minRows={2} maxRows={8} {...field('description')} />
      </Stack>
    </Form>
  );
}

/** A choice that is not made yet is null to the library and an empty text to the form. */
function choice<Props extends { value?: unknown; onChange: (value: unknown) => void }>(props: Props) {
  return { ...props, value: props.value || null, onChange: (value: unknown) => props.onChange(value ?? '') };
}

function ProductImage({ form, stored }: { form: OfficeForm<ProductValues>; stored: string | null }) {
  const { inner, field } = form;
  return (
    <ImageField
      label="Image"
      {...field('image')}
      value={inner.values.image}
      stored={stored}
      isRemoved={inner.values.isImageRemoved}
      onRemoved={(isRemoved) => inner.setFieldValue('isImageRemoved', isRemoved)}
    />
  );
}
