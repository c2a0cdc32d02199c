import type { IncomingHttpHeaders } from 'node:http';

/**
 * A regular expression for each encoding. The header is not parsed, because this check runs for every cached answer and
 * must be fast.
 */
const NAMED = {
  br: /(?:^|,)\s*br\s*(?:$|,|;(?![^,]*\bq\s*=\s*0(?:\.0*)?\s*(?:$|[,;])))/i,
  gzip: /(?:^|,)\s*gzip\s*(?:$|,|;(?![^,]*\bq\s*=\s*0(?:\.0*)?\s*(?:$|[,;])))/i,
};

/** Returns true when the header lists the encoding without `q=0`. Browsers always list what they accept. */
export function acceptsEncoding(requestHeaders: IncomingHttpHeaders, encoding: keyof typeof NAMED): boolean {
  const accepted = requestHeaders['accept-encoding'];
  return accepted !== undefined && NAMED[encoding].test(String(accepted));
}
