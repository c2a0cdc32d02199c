import type { IncomingHttpHeaders } from 'node:http';

export function acceptedBy(requestHeaders: IncomingHttpHeaders): string {
  return String(requestHeaders['accept-encoding'] ?? '').toLowerCase();
}

export function acceptsEncoding(requestHeaders: IncomingHttpHeaders, encoding: string): boolean {
  return accepts(acceptedBy(requestHeaders), encoding);
}

/** Returns true when the encoding is named without `q=0`. Browsers always name what they accept. */
export function accepts(accepted: string, encoding: string): boolean {
  return (
    accepted.includes(encoding) &&
    accepted.split(',').some((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    })
  );
}
