import type { TakenMail } from '#server/testing/mail-server.ts';
import { withoutChance } from './normalise.ts';
import { textOf } from './write-answers.ts';

type Write = (name: string, text: string) => void;

/** The keys of the alerts that readers are asked to confirm, in the order of their addresses. */
export function keysOfAlerts(mails: readonly TakenMail[]): string[] {
  const asked = mails.flatMap(({ to, raw }) => {
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, '');
    const key = /alerts\/manage\?key=([\w-]{32})/.exec(head)?.[1];
    return key === undefined ? [] : [{ to, key }];
  });
  return asked.toSorted((one, other) => (one.to < other.to ? -1 : 1)).map(({ key }) => key);
}

/** Every mail with all its parts, read; in the order of recipients and subjects. */
export async function writeMails(mails: readonly TakenMail[], write: Write): Promise<void> {
  const texts = await Promise.all(mails.map(async ({ to, raw }) => ({ to, text: await textOfPart(raw) })));
  const of = Map.groupBy(texts, ({ to }) => to);
  for (const [to, sent] of of)
    for (const [at, { text }] of sent.toSorted((one, other) => (one.text < other.text ? -1 : 1)).entries())
      write(`mails/${to}-${at + 1}.txt`, text);
}

async function textOfPart(raw: string): Promise<string> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const shown = decodeWords(headers)
    .replaceAll('\r\n', '\n')
    .replaceAll(boundary ?? '\0', '<boundary>')
    .replace(/^(Message-ID: ).*/im, '$1<id>')
    .replaceAll(/<[\w.-]+@pola\.example>/g, '<id>');
  if (boundary === undefined)
    return withoutChance(`${shown}\n\n${await textOf(decode(headers, body), typeOf(headers))}`);
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const read = await Promise.all(parts.map((part) => textOfPart(part.replace(/^\r\n/, ''))));
  return withoutChance(`${shown}\n\n${read.join('\n--\n')}`);
}

function typeOf(headers: string): string {
  return /content-type: ([^;\r\n]+)/i.exec(headers)?.[1] ?? 'text/plain';
}

function decode(headers: string, body: string): Buffer {
  const encoding = /content-transfer-encoding: (\S+)/i.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replaceAll('=\r\n', '');
  return Buffer.from(
    joined.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => byteOf(hex)),
    'latin1',
  );
}

function byteOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function decodeWords(headers: string): string {
  return headers
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text.replaceAll('_', ' ').replaceAll(/=([\dA-F]{2})/gi, (__, hex: string) => byteOf(hex)),
    )
    .replaceAll(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}
