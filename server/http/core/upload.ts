import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';

const MOST_FIELDS = 30;
const LONGEST_FIELD = 20_000;

/**
 * A nameless empty file means none, as forms send it; JSON has fields only. Throws a Refusal for an empty file, another
 * part name, a second file and above `mostBytes`.
 */
export async function readUpload(
  request: FastifyRequest,
  fileField: string,
  mostBytes: number,
): Promise<{ fields: unknown; file: Buffer | undefined }> {
  if (!request.isMultipart()) return { fields: request.body ?? {}, file: undefined };
  const fields = new Map<string, unknown>();
  let file: Buffer | undefined;
  const limits = { files: 1, fileSize: mostBytes, fields: MOST_FIELDS, fieldSize: LONGEST_FIELD };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.set(part.fieldname, part.value);
    else if (part.fieldname === fileField) {
      const bytes = await part.toBuffer();
      if (bytes.length > 0) file = bytes;
      else if (part.filename) throw emptyFile(fileField, part.filename);
    } else {
      throw new Refusal('invalid_input', { message: apiMessage('input.upload-part', { part: fileField }) });
    }
  }
  return { fields: Object.fromEntries(fields), file };
}

function emptyFile(field: string, name: string): Refusal {
  const message = apiMessage('input.upload-empty', { name });
  return new Refusal('invalid_input', { details: [{ field, message }] });
}
