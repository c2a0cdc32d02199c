import type { IncomingHttpHeaders } from 'node:http';

/**
 * One expression for each encoding, without splitting the header, because it must be fast: every cached answer needs
 * it.
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
