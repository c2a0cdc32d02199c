import type { FastifyReply, FastifyRequest } from 'fastify';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { languageOf } from '../core/language-of.ts';
import { logError } from './answer-error.ts';

/** Returns true for a browser, which accepts HTML; API clients do not. */
function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

/**
 * Answers a browser that opened a file without a session with a page that links to the sign-in, and from there to
 * `next`. Rethrows every other error, and all errors of API clients.
 */
export function answerSignInPage(
  error: unknown,
  { request, reply, next }: { request: FastifyRequest; reply: FastifyReply; next: string },
): FastifyReply {
  if (!(error instanceof Refusal) || error.code !== 'unauthorized' || !wantsPage(request)) throw error;
  logError(error, request, reply);
  const language = languageOf(request.headers['accept-language']);
  const title = message('session.sign_in_page.title', {}, language);
  const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${message('session.sign_in_page.reason', {}, language)}</p>
<p><a href="/login?next=${encodeURIComponent(next)}">${message('session.sign_in_page.link', {}, language)}</a></p>
</html>
`;
  return reply.type('text/html; charset=utf-8').send(page);
}
