export interface TableColumns {
  table: string;
  columns: string[];
}

const NAME = '(?:`(?:[^`]|``)+`|"[^"]+"|[\\w$]+)';
const CREATE = new RegExp(
  `^\\s*create\\s+(?:temporary\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?(?:${NAME}\\s*\\.\\s*)?(${NAME})\\s*\\(`,
  'i',
);
const KEY = /^(primary|unique|key|index|constraint|foreign|fulltext|spatial|check|period)\b/i;

/** Returns the table and its columns from a CREATE TABLE statement; undefined for other statements. */
export function readTableColumns(statement: string): TableColumns | undefined {
  const begin = CREATE.exec(statement);
  if (!begin) return undefined;
  const parts = splitParts(statement.slice(begin[0].length));
  const columns = parts.flatMap((part) => {
    const name = new RegExp(`^${NAME}`).exec(part)?.[0];
    return name === undefined || KEY.test(part) ? [] : [unquoted(name)];
  });
  return { table: unquoted(begin[1] ?? ''), columns };
}

function unquoted(name: string): string {
  return name.replace(/^[`"]|[`"]$/g, '').replaceAll('``', '`');
}

/** Splits the text after an opening parenthesis at its commas, up to the closing parenthesis. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('\'"`'.includes(character)) at = endOfQuoted(text, at);
    else if (character === '(') depth += 1;
    else if (depth > 0 && character === ')') depth -= 1;
    else if (depth === 0 && (character === ',' || character === ')')) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
      if (character === ')') break;
    }
  }
  return parts;
}

function endOfQuoted(text: string, from: number): number {
  const quote = text[from];
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' && quote !== '`' ? 2 : 1;
  return at;
}
