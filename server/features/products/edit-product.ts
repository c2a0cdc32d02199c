import type { Body } from '#contract/call.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { products } from '#contract/products.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { claimCode } from './claim-code.ts';
import { claimName } from './claim-name.ts';
import { describeProduct, type ProductTerms } from './describe-product.ts';
import { listEveryProduct, lockCatalogue, lockCurrentProduct, type ProductRow, updateProduct } from './queries.ts';

type Fields = Body<typeof products.edit>;

export async function editProduct(
  tx: Writer,
  context: ActionContext,
  { id, image, ...fields }: Fields & { id: number; image: EncodedImage | undefined },
): Promise<ProductRow> {
  const before = await lockCurrentProduct(tx, id);
  if (!before) throw new Refusal('product_not_found');
  await lockCatalogue(tx);
  const others = (await listEveryProduct(tx)).filter((product) => product.id !== id);
  // Older releases allowed the name of a deleted product.
  if (foldText(fields.name) !== foldText(before.name)) claimName(others, fields.name);
  const code = claimCode(others, fields.code ?? before.code, fields.name);
  const after = applyFields(before, { ...fields, code }, image?.hash);
  const changes = describeChanges(describeProduct(before), describeProduct(after));
  if (!changes) return before;
  if (image) await storeImage(tx, image, context.now);
  const edited = await updateProduct(tx, id, { ...after, updated_at: context.now });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Product Changed',
    description: apiMessage('products.audit.changed', { id: String(id), name: edited.name }),
    ...changes,
  });
  return edited;
}

function applyFields(
  before: ProductRow,
  fields: Fields & { code: string },
  newImage: string | undefined,
): ProductTerms {
  const keptImage = fields.remove_image ? null : before.image_hash;
  return {
    code: fields.code,
    name: fields.name,
    name_si: fields.name_si ?? before.name_si,
    name_ta: fields.name_ta ?? before.name_ta,
    type: fields.type,
    unit: fields.unit ?? before.unit,
    description: fields.description ?? before.description,
    aliases: fields.aliases ? JSON.stringify(fields.aliases) : before.aliases,
    list_order: fields.list_order ?? before.list_order,
    image_hash: newImage ?? keptImage,
  };
}
