import { products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useFormKey } from '#web/ui/form/use-form-key.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { newProduct, type ProductValues, productBodyOf, productRules } from './map-product.ts';
import { ProductForm } from './product-form.tsx';

export function AddProductPage() {
  const { key, renew } = useFormKey();
  const form: OfficeForm<ProductValues> = useOfficeForm({
    ...productRules,
    initialValues: newProduct,
    restoreKey: 'new product',
    save: (values) =>
      api(products.add, { body: productBodyOf(values) }, { file: values.image ?? undefined, idempotencyKey: key }),
    fallback: t('products.add.failed'),
    onSaved: ({ message, product }) => {
      renew();
      toastDone(t('products.add.numbered', { message, name: localName(product), id: String(product.id) }), 3);
      form.clear();
    },
  });
  return (
    <Screen path="/add-product">
      <ProductForm
        form={form}
        saveLabel={t('products.add.save')}
        cancelTo={placeOf('/product-management')}
        storedImage={null}
      />
    </Screen>
  );
}
