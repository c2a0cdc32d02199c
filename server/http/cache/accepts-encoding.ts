import type { IncomingHttpHeaders } from 'node:http';

/** One test without splitting, because every cached answer asks. */
const NAMED = {
  br: /(?:^|,)\s*br\s*(?:$|,|;(?![^,]*\bq\s*=\s*0(?:\.0*)?\s*(?:$|[,;])))/i,
  gzip: /(?:^|,)\s*gzip\s*(?:$|,|;(?![^,]*\bq\s*=\s*0(?:\.0*)?\s*(?:$|[,;])))/i,
};

/** Returns true when the encoding is named without `q=0`. Browsers always name what they accept. */
export function acceptsEncoding(requestHeaders: IncomingHttpHeaders, encoding: keyof typeof NAMED): boolean {
  const accepted = requestHeaders['accept-encoding'];
  return accepted !== undefined && NAMED[encoding].test(String(accepted));
}
