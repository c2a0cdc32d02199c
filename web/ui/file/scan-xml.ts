import { UnreadableTable } from './unreadable-table.ts';

export interface XmlEvent {
  kind: 'open' | 'close' | 'text';
  name: string;
  attributes: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*?)(\/?)>|([^<]+)|</g;

/** Knows no entities but the five of XML and character numbers, and refuses a document type, which could declare more. */
export function* scanXml(xml: string): Generator<XmlEvent> {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new UnreadableTable('broken-workbook');
  for (const [token, cdata, closing, name, attributes = '', isEmpty, text] of xml.matchAll(TOKEN)) {
    if (text !== undefined) yield { kind: 'text', name: unescapeXml(text), attributes: '' };
    else if (cdata !== undefined) yield { kind: 'text', name: cdata, attributes: '' };
    else if (name !== undefined) {
      if (!closing) yield { kind: 'open', name, attributes };
      if (closing || isEmpty) yield { kind: 'close', name, attributes: '' };
    } else if (token === '<') throw new UnreadableTable('broken-workbook');
  }
}

export function xmlAttribute(attributes: string, name: string): string | undefined {
  const [, , text] = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(["'])(.*?)\\1`, 'is').exec(attributes) ?? [];
  return text === undefined ? undefined : unescapeXml(text);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi;

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (whole, ...[hex, decimal, name]: (string | undefined)[]) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number(`0x${hex}`);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
