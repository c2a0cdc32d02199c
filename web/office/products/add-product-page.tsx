import { products } from '#contract/products.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { bodyOf, newProduct, type ProductValues, productRules } from './map-product.ts';
import { ProductForm } from './product-form.tsx';

/** A new product; after one is added the form is ready for the next. */
export function AddProductPage() {
  const form: OfficeForm<ProductValues> = useOfficeForm({
    ...productRules,
    initialValues: newProduct,
    keptAs: 'new product',
    save: (values) => api(products.add, { body: bodyOf(values) }, { file: values.image ?? undefined }),
    fallback: 'An error occurred while adding the product/publication.',
    onSaved: ({ message, product }) => {
      toastDone(`${message} ${product.name} has ID ${product.id}.`, 3);
      form.clear();
    },
  });
  return (
    <Screen path="/add-product">
      <ProductForm form={form} saveLabel="Add product" cancelTo="/product-management" storedImage={null} />
    </Screen>
  );
}
