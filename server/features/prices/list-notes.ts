import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { PriceFile } from './read-price-file.ts';

const MOST_NAMED = 12;

export function listNotes(
  { lines, above, repeatedHeadings }: PriceFile,
  { hasDate, columns }: { hasDate: boolean; columns: readonly string[] },
): ApiMessage[] {
  const asked = new Set(columns.map(foldText));
  const unused = new Set(
    [...new Set(lines.map(({ headings }) => headings))].flatMap(({ others }) =>
      others.map(({ title }) => title).filter((title) => !asked.has(foldText(title))),
    ),
  );
  return [
    ...(above.length > 0 ? [apiMessage('prices.note.above', { text: above.map(({ text }) => text).join(' · ') })] : []),
    ...(unused.size > 0
      ? [apiMessage('prices.note.unused', { columns: [...unused].slice(0, MOST_NAMED).join(', ') })]
      : []),
    ...repeatedHeadings.slice(0, 1).map((line) => apiMessage('prices.note.headings_again', { line })),
    ...(hasDate ? [apiMessage('prices.note.own_days')] : []),
  ];
}
