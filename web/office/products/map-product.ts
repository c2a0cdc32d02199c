import type { Sending } from '#contract/call.ts';
import { type Product, type ProductType, products, type Unit } from '#contract/products.ts';
import { imageFault } from '#web/ui/form/image-field.tsx';

/** A product as its form holds it: everything is text, except the picture. */
export type ProductValues = {
  name: string;
  type: ProductType | '';
  name_si: string;
  name_ta: string;
  unit: Unit;
  code: string;
  aliases: string;
  list_order: string;
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

/** A stored product, ready to be edited. */
export function valuesOf(product: Product): ProductValues {
  const { name, type, name_si, name_ta, unit, code, description } = product;
  return {
    ...{ name, type, name_si, name_ta, unit, code, description },
    aliases: product.aliases.join('\n'),
    list_order: String(product.list_order),
    image: null,
    isImageRemoved: false,
  };
}

type Body = Sending<typeof products.edit>['body'];

/** The body with every field named, so that one which the form forgets does not compile: it would never be saved. */
type WholeBody = { [Field in keyof Required<Body>]: Body[Field] };

/** What the server is sent: fields left empty that it fills in by itself stay out. */
export function bodyOf(values: ProductValues): WholeBody {
  const { name, type, name_si, name_ta, unit, aliases, description, isImageRemoved, image } = values;
  return {
    name,
    // An empty choice is refused by the schema, with its own sentence.
    type: type as ProductType,
    name_si,
    name_ta,
    unit,
    aliases,
    description,
    code: values.code.trim() === '' ? undefined : values.code,
    list_order: values.list_order.trim() === '' ? undefined : values.list_order.trim(),
    remove_image: isImageRemoved && image === null ? true : undefined,
  };
}

/** What both product forms have in common: the schema, the check of the picture, and which refusal is about which field. */
export const productRules = {
  schema: products.edit.body,
  toBody: bodyOf,
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

/** A product type as a reader sees it: `leaf vegetable` and `fruit` begin with a capital. */
export function typeLabel(type: string): string {
  return type.slice(0, 1).toUpperCase() + type.slice(1);
}
