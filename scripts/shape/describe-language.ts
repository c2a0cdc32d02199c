import { countCommentWords, findPhrases, MOST_COMMENT_WORDS } from '../check/phrases.ts';
import type { Source } from '../check/read-sources.ts';

/** On 22 November 2026, before they were rewritten; at most 5% may remain. */
const BEFORE = { stand: 364, tell: 156, ', for': 116, alone: 96, 'is no': 66, gives: 169 };

export function describeLanguage(sources: readonly Source[]): string {
  const texts = sources.filter(({ path }) => !path.endsWith('.json'));
  const counts = Map.groupBy(texts.flatMap(findPhrases), ({ rule }) => rule.replace('phrase ', ''));
  const countOf = (idiom: string) => counts.get(idiom)?.length ?? 0;
  const rows = Object.entries(BEFORE).map(
    ([idiom, before]) => `| ${idiom} | ${countOf(idiom)} | ${Math.floor(before * 0.05)} | ${before} |`,
  );
  const others = [...counts].filter(([idiom]) => !(idiom in BEFORE)).reduce((sum, [, { length }]) => sum + length, 0);
  return [
    '| in comments and Markdown | now | at most | before |',
    '| --- | --: | --: | --: |',
    ...rows,
    `| other phrases of the list | ${others} | 0 | |`,
    `| words of comments | ${countCommentWords(sources)} | ${MOST_COMMENT_WORDS} | 75000 |`,
    '',
  ].join('\n');
}
