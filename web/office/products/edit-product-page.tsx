import { useParams } from 'react-router';
import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';
import { placeOf } from '../place-of.ts';
import { Screen, titleOf } from '../screen.tsx';
import {
  type ProductValues,
  productBodyOf,
  productRules,
  productValuesOf,
  typeLabel,
  unitLabel,
} from './map-product.ts';
import { ProductForm } from './product-form.tsx';

const LIST = placeOf('/view-products');

export function EditProductPage() {
  const { id = '' } = useParams();
  const load = useLoad(`product ${id}`, (signal) => api(products.get, { params: { id } }, { signal }));
  return (
    <Screen
      path="/edit-product/:id"
      title={load.data ? t('products.edit.title', { name: localName(load.data) }) : titleOf('/edit-product/:id')}
    >
      <AsyncState load={load} failure={t('products.edit.loadFailed')}>
        {(product) => <EditForm key={product.id} product={product} />}
      </AsyncState>
    </Screen>
  );
}

function EditForm({ product }: { product: Product }) {
  const redirect = useRedirect();
  const params = { id: String(product.id) };
  const form: OfficeForm<ProductValues> = useOfficeForm({
    ...productRules,
    initialValues: productValuesOf(product),
    restoreKey: `product ${product.id}`,
    save: (values, seen) =>
      api(products.edit, { params, body: productBodyOf(values) }, { file: values.image ?? undefined, ...seen }),
    stored: {
      call: products.edit,
      object: product,
      valuesOf: productValuesOf,
      objectOf: (saved) => saved.product,
      show: { type: typeLabel, unit: unitLabel },
    },
    fallback: t('products.edit.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 2);
      redirect(LIST, 2);
    },
  });
  return <ProductForm form={form} saveLabel={t('products.edit.save')} cancelTo={LIST} storedImage={product.image} />;
}
