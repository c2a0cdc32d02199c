import { type ESTree, Visitor } from 'vite';
import { type Finding, findingAt, type Source } from './read-sources.ts';

type Phrase = {
  readonly name: string;
  readonly found: RegExp;
  readonly say: string;
  readonly inCatalogues?: true;
};

/**
 * The rule forbids ", for" in the sense of "because". It finds ", for" before one of these subjects, or a few words
 * before one of these verbs. The phrases ", for example" and ", for clients that ask" are allowed.
 */
const SUBJECTS = 'it|they|there|this|these|those|no|not|nothing|nobody|he|she|we|you';
const VERBS = 'is|are|was|were|has|have|had|may|can|must|would|could|does|do|needs?|takes?';

/** The phrases to avoid. A phrase in backticks is a name and is allowed. */
export const PHRASES: readonly Phrase[] = [
  { name: 'stand', found: /\b(stands?|stood)\b(?!-)/gi, say: 'is, exists, applies, remains' },
  { name: 'tell', found: /\b(told|tells?)\b(?!.*\bapart\b)/gi, say: 'report, show, say', inCatalogues: true },
  {
    name: ', for',
    found: new RegExp(`, for (${SUBJECTS})\\b|, for (?:(?!that |who |which )[\\w'-]+ ){1,5}(${VERBS})\\b`, 'gi'),
    say: 'because',
  },
  { name: 'alone', found: /(?<!\blet )\balone\b/gi, say: 'only' },
  {
    name: 'is no',
    found: /(?<!\bthere )\b(is|are) no (?!longer|more|less|fewer|later|earlier)\w+/gi,
    say: 'is not a, without',
    inCatalogues: true,
  },
  { name: 'gives', found: /\bgives\b/gi, say: 'returns, shows', inCatalogues: true },
  { name: 'kept', found: /\bkept\b(?! up to date)/gi, say: 'saved, stored, recorded' },
  { name: 'mend', found: /\bmend(s|ed|ing)?\b/gi, say: 'correct, fix' },
  { name: 'take back', found: /\b(takes?|took|taken|taking) back\b/gi, say: 'cancel' },
  { name: 'so many', found: /\bso many\b/gi, say: 'the number' },
  { name: 'left out', found: /\b(may|can) be left out\b/gi, say: 'is optional' },
  { name: 'go on', found: /\b(go|goes|went|going) on \w+ing\b/gi, say: 'continue' },
  { name: 'any more', found: /\bany ?more\b/gi, say: 'no longer' },
  { name: 'under way', found: /\bunder ?way\b/gi, say: 'in progress' },
  { name: 'owed', found: /\bwhat (is|was) owed\b/gi, say: 'amount due, debt' },
  { name: 'settle', found: /\bsettle[sd]?\b/gi, say: 'cover, pay' },
  { name: 'log in', found: /(?<!\b(please|audit) )\blog(s|ged)? in\b/gi, say: 'sign in' },
  { name: 'e-mail', found: /\be-mails?\b|\bmail address/gi, say: 'email' },
  { name: 'again', found: /\b(ask|load|fetch) (it |them )?again\b/gi, say: 'try again, reload' },
  { name: 'pardon', found: /\bpardon(s|ed)?\b/gi, say: 'waive' },
  { name: 'rehearsal', found: /\brehears(e|es|ed|al|als)\b/gi, say: 'preview, dry run' },
  { name: 'porch', found: /\b(porch|sign painter)\b/gi, say: 'the name of the module' },
  { name: 'door', found: /\bdoors?\b/gi, say: 'the contract, the API, the server' },
  { name: 'the books', found: /\b(the|its|their|shop's) books\b/gi, say: 'ledger, account' },
  { name: 'the house', found: /\bthe house\b/gi, say: 'the code, the administration' },
  { name: 'gone', found: /\b(is|are) gone\b/gi, say: 'is deleted, no longer exists' },
  { name: 'failed to be', found: /\b(failed to be|cannot be had)\b/gi, say: 'could not' },
];

export function findPhrases(source: Source): Finding[] {
  const prose = proseOf(source).replace(/```[\s\S]*?```|`[^`\n]*`/g, blank);
  const phrases = source.path.endsWith('.json') ? PHRASES.filter(({ inCatalogues }) => !inCatalogues) : PHRASES;
  return phrases.flatMap(({ name, found, say }) =>
    [...prose.matchAll(acrossLines(found))].map(({ 0: text, index }) =>
      findingAt(source, index, { rule: `phrase ${name}`, sentence: `"${text.replace(/\s+/g, ' ')}". Say: ${say}.` }),
    ),
  );
}

type Range = { readonly start: number; readonly end: number };

function proseOf(source: Source): string {
  const { path, text } = source;
  if (path.endsWith('.md')) return text;
  if (/^texts\/.*\.json$/.test(path)) return only(englishIn(text), text);
  return only([...commentsIn(source), ...titlesIn(source)], text);
}

function englishIn(text: string): Range[] {
  return [...text.matchAll(/"en": ("(?:[^"\\]|\\.)*")/dg)].flatMap(({ indices }) => {
    const [start = 0, end = 0] = indices?.[1] ?? [];
    return { start, end };
  });
}

function commentsIn({ path, text, code }: Source): Range[] {
  if (code) return code.comments;
  const comment = path.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : path === '.ci/run' ? /^#(?!!).*/gm : undefined;
  const comments = comment ? text.matchAll(comment) : [];
  return [...comments].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function titlesIn({ path, code }: Source): Range[] {
  const titles: Range[] = [];
  if (!code || !/\.(test|spec)\.tsx?$/.test(path)) return titles;
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !/^(test|it|describe)$/.test(rootName(callee))) return;
      if (title.type === 'Literal' || title.type === 'TemplateLiteral') titles.push(title);
    },
  }).visit(code.program);
  return titles;
}

function rootName(node: ESTree.Expression): string {
  if (node.type === 'CallExpression') return rootName(node.callee);
  if (node.type === 'MemberExpression') return rootName(node.object);
  return node.type === 'Identifier' ? node.name : '';
}

function only(ranges: readonly Range[], text: string): string {
  let prose = '';
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    prose += blank(text.slice(prose.length, start)) + text.slice(start, end);
  }
  return prose.replace(/^\s*(\*|\/\/) /gm, blank);
}

function acrossLines({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(' ', '\\s+'), flags);
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
