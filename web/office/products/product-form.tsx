import { Divider, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { productTypes, units } from '#contract/product-words.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ImageField } from '#web/ui/form/image-field.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { type ProductValues, typeLabel, unitLabel } from './map-product.ts';

interface ProductFormProps {
  form: OfficeForm<ProductValues>;
  saveLabel: string;
  cancelTo: string;
  storedImage: string | null;
}

export function ProductForm({ form, saveLabel, cancelTo, storedImage }: ProductFormProps) {
  const { field } = form;
  return (
    <Form form={form} saveLabel={saveLabel} cancelTo={cancelTo}>
      <Stack gap="md" maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label={t('products.form.name')} required autoFocus autoComplete="off" {...field('name')} />
          <ChoiceField
            label={t('products.form.type')}
            required
            data={productTypes.map((value) => ({ value, label: typeLabel(value) }))}
            placeholder={t('products.form.chooseType')}
            {...field('type')}
          />
          <TextInput label={t('products.form.nameSi')} lang="si" autoComplete="off" {...field('name_si')} />
          <TextInput label={t('products.form.nameTa')} lang="ta" autoComplete="off" {...field('name_ta')} />
          <ChoiceField
            label={t('products.form.unit')}
            data={units.map((value) => ({ value, label: unitLabel(value) }))}
            {...field('unit')}
          />
          <TextInput
            label={t('products.form.code')}
            description={t('products.form.codeHint')}
            autoComplete="off"
            {...field('code')}
          />
        </SimpleGrid>
        <ProductImage form={form} stored={storedImage} />
        <Divider label={t('products.form.listSection')} labelPosition="left" />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <LongTextField
            label={t('products.form.aliases')}
            description={t('products.form.aliasesHint')}
            rows={3}
            {...field('aliases')}
          />
          <Stack gap="md">
            <AmountField
              decimals={0}
              label={t('products.form.order')}
              description={t('products.form.orderHint')}
              {...field('list_order')}
            />
          </Stack>
        </SimpleGrid>
        <LongTextField label={t('products.form.description')} rows={2} {...field('description')} />
      </Stack>
    </Form>
  );
}

function ProductImage({ form, stored }: { form: OfficeForm<ProductValues>; stored: string | null }) {
  const { inner, field } = form;
  return (
    <ImageField
      label={t('products.form.image')}
      {...field('image')}
      value={inner.values.image}
      stored={stored}
      isRemoved={inner.values.isImageRemoved}
      onRemoved={(isRemoved) => inner.setFieldValue('isImageRemoved', isRemoved)}
    />
  );
}
