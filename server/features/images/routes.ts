import { Refusal } from '#contract/refusals.ts';
import { isTagKnown } from '../../http/cache/cached-answer.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findImage } from './queries.ts';

const FILE_NAME = /^([0-9a-f]{16}|[0-9a-f]{64})\.webp$/;

export function imageRoutes({ fastify, database }: AppContext): void {
  fastify.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const [, digits] = FILE_NAME.exec(request.params.file) ?? [];
    const image = digits === undefined ? undefined : await findImage(database.reader, digits);
    if (!image) throw new Refusal('image_not_found');
    const etag = `"${image.hash}"`;
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    if (isTagKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(image.content_type).send(Buffer.from(image.bytes));
  });
}
