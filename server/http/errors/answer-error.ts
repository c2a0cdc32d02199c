import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode, refusalBody } from '#contract/refusals.ts';
import { DiskFull } from '../../db/storage/write-state.ts';
import { isDiskFull, isUnavailable } from '../../db/transaction.ts';
import { isTooMuchWork } from '../../limit-work.ts';
import { clientAddress } from '../core/client-address.ts';
import { languageOf } from '../core/language-of.ts';

const MEGABYTE = 1024 * 1024;

const FRAMEWORK_REFUSALS: Record<string, RefusalCode> = {
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_input',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FILES_LIMIT: 'invalid_input',
  FST_PROTO_VIOLATION: 'invalid_input',
  FST_INVALID_JSON_FIELD_ERROR: 'invalid_input',
  FST_FIELDS_LIMIT: 'invalid_input',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_type',
};

export function answerError(
  error: FastifyError | Refusal | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  return reply.send(refusalBody(logError(error, request, reply), language));
}

/**
 * Logs an error, sets the status and the headers of the reply, and returns the Refusal to answer with. An unavailable
 * database becomes a 503, and an unknown error a 500 without detail.
 */
export function logError(error: FastifyError | Refusal | Error, request: FastifyRequest, reply: FastifyReply): Refusal {
  const refusal = error instanceof Refusal ? error : frameworkRefusal(error, request.routeOptions.bodyLimit);
  // A thrown Refusal is expected, even with a status of 500 or more, such as when the weather service is down. It is
  // logged as an error only if a person has to act.
  if (refusal.status >= 500 && (refusal !== error || refusal.code === 'ledger_differs'))
    request.log.error({ err: error }, 'broken');
  else if (!isTooMuchWork(refusal))
    request.log.info({ refused: refusal.code, address: clientAddress(request) }, 'refused');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  reply.code(refusal.status).header('cache-control', 'no-store');
  return refusal;
}

export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(new Refusal('unknown_path'), request, reply);
}

/** Returns the refusal for an error of Fastify. `bodyLimit` is the largest body of the call, in bytes. */
function frameworkRefusal(error: Error, bodyLimit: number | undefined): Refusal {
  const code = 'code' in error ? FRAMEWORK_REFUSALS[String(error.code)] : undefined;
  if (code === 'too_large' && bodyLimit !== undefined) {
    const megabytes = Math.floor((100 * bodyLimit) / MEGABYTE) / 100;
    return new Refusal(code, { message: apiMessage('refusals.too_large.limit', { megabytes }) });
  }
  if (code) return new Refusal(code);
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new Refusal('malformed_body');
  if (error instanceof DiskFull || isDiskFull(error))
    return new Refusal('not_ready', { message: apiMessage('refusals.not_ready.full') });
  return new Refusal(isUnavailable(error) ? 'not_ready' : 'internal');
}
