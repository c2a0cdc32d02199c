import type { Sending } from '#contract/call.ts';
import type { ProductType, Unit } from '#contract/product-words.ts';
import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import type { TypedAmount } from '#web/ui/form/amount-field.tsx';
import { imageFault } from '#web/ui/form/image-field.tsx';

export type ProductValues = {
  name: string;
  type: ProductType | '';
  name_si: string;
  name_ta: string;
  unit: Unit;
  code: string;
  aliases: string;
  list_order: TypedAmount;
  description: string;
  image: File | null;
  isImageRemoved: boolean;
};

export const newProduct: ProductValues = {
  name: '',
  type: '',
  name_si: '',
  name_ta: '',
  unit: 'kg',
  code: '',
  aliases: '',
  list_order: '',
  description: '',
  image: null,
  isImageRemoved: false,
};

export function productValuesOf(product: Product): ProductValues {
  const { name, type, name_si, name_ta, unit, code, description } = product;
  return {
    name,
    type,
    name_si,
    name_ta,
    unit,
    code,
    description,
    aliases: product.aliases.join('\n'),
    list_order: product.list_order,
    image: null,
    isImageRemoved: false,
  };
}

type Body = Sending<typeof products.edit>['body'];

/** A body that must name every field, so that a forgotten field does not compile. */
type WholeBody = { [Field in keyof Required<Body>]: Body[Field] };

/** Empty fields that the server fills in are omitted. */
export function productBodyOf(values: ProductValues): WholeBody {
  const { name, type, name_si, name_ta, unit, aliases, description, isImageRemoved, image } = values;
  return {
    name,
    // The type assertion ignores the empty choice, because the schema refuses it.
    type: type as ProductType,
    name_si,
    name_ta,
    unit,
    aliases,
    description,
    code: values.code.trim() === '' ? undefined : values.code,
    list_order: values.list_order === '' ? undefined : values.list_order,
    remove_image: isImageRemoved && image === null ? true : undefined,
  };
}

export const productRules = {
  schema: products.edit.body,
  toBody: productBodyOf,
  check: ({ image }: ProductValues) => {
    const fault = imageFault(image);
    return fault === undefined ? {} : { image: fault };
  },
  fieldOfRefusal: {
    product_exists: 'name',
    product_code_taken: 'code',
    bad_image: 'image',
    too_large: 'image',
  },
} as const;

export function typeLabel(type: ProductType): string {
  return word('product', type);
}

export function unitLabel(unit: Unit): string {
  return t(`products.unit.${unit}`);
}
