import { useParams } from 'react-router';
import { type Product, products } from '#contract/products.ts';
import { useRedirect } from '#web/ui/address/use-redirect.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { bodyOf, productRules, valuesOf } from './map-product.ts';
import { ProductForm } from './product-form.tsx';

const LIST = '/view-products';

/** Changes a product, then goes back to the list. */
export function EditProductPage() {
  const { id = '' } = useParams();
  const load = useLoad(`product ${id}`, (signal) => api(products.get, { params: { id } }, { signal }));
  return (
    <Screen path="/edit-product/:id" title={load.data ? `Edit ${load.data.name}` : 'Edit product'}>
      <AsyncState load={load} failure="Failed to fetch product data.">
        {(product) => <EditForm key={product.id} product={product} />}
      </AsyncState>
    </Screen>
  );
}

function EditForm({ product }: { product: Product }) {
  const redirect = useRedirect();
  const params = { id: String(product.id) };
  const form = useOfficeForm({
    ...productRules,
    initialValues: valuesOf(product),
    keptAs: `product ${product.id}`,
    save: (values) => api(products.edit, { params, body: bodyOf(values) }, { file: values.image ?? undefined }),
    fallback: 'Failed to update product.',
    onSaved: ({ message }) => {
      toastDone(message, 2);
      redirect(LIST, 2);
    },
  });
  return <ProductForm form={form} saveLabel="Save changes" cancelTo={LIST} storedImage={product.image} />;
}
