import { type ESTree, Visitor } from 'vite';
import { isTest } from './file-kinds.ts';
import { type Finding, findingAt, type Source } from './read-sources.ts';

/** The files in which a list is written as the keys of an object. */
const WORDS = ['contract/words.ts', 'contract/product-words.ts', 'contract/roles.ts'];
/** A migration has lists of its own: it is never changed, and must not change with the code. */
const MIGRATION = /^server\/db\/migrations\//;
/** The minimum number of members in a compared list, because shorter lists are often equal by chance. */
const FEWEST = 3;
/** A list of this part of another is shorter as the other without the rest. A smaller part is a choice of its own. */
const MOST_OF_ANOTHER = 2 / 3;
/** The minimum number of members of such a part. */
const FEWEST_OF_PART = 5;

interface List {
  source: Source;
  start: number;
  name: string;
  members: ReadonlySet<string>;
}

/**
 * Finds lists that repeat another list or most of it, or any part of a list in contract/words.ts. A new member would
 * have to be added in both places.
 */
export function findRepeatedLists(sources: readonly Source[]): Finding[] {
  const lists = sources.filter(({ path }) => !isTest(path) && !MIGRATION.test(path)).flatMap(listsIn);
  return lists.flatMap((list) => {
    const other = WORDS.includes(list.source.path)
      ? undefined
      : lists.find((one) => one !== list && contains(one, list));
    if (!other) return [];
    const sentence = `every member is in ${other.name} of ${other.source.path}. Derive one from the other.`;
    return [findingAt(list.source, list.start, { rule: 'repeated-list', sentence })];
  });
}

function contains(larger: List, smaller: List): boolean {
  const isWhole = WORDS.includes(larger.source.path) || larger.members.size === smaller.members.size;
  const isMost = smaller.members.size >= Math.max(FEWEST_OF_PART, MOST_OF_ANOTHER * larger.members.size);
  return (isWhole || isMost) && smaller.members.isSubsetOf(larger.members);
}

function listsIn(source: Source): List[] {
  const lists: List[] = [];
  const add = (name: string, { start }: ESTree.Node, members: readonly string[] | undefined) => {
    const distinct = new Set(members);
    if (distinct.size >= FEWEST) lists.push({ source, start, name, members: distinct });
  };
  if (!source.code) return lists;
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value = init && bare(init);
      if (!value || id.type !== 'Identifier') return;
      add(
        id.name,
        value,
        value.type === 'ObjectExpression' && WORDS.includes(source.path) ? keysOf(value) : textsOf(value),
      );
    },
    CallExpression({ callee, arguments: [first] }) {
      const isEnum = callee.type === 'MemberExpression' && 'name' in callee.property && callee.property.name === 'enum';
      if (isEnum && first) add('z.enum', first, textsOf(bare(first)));
    },
  }).visit(source.code.program);
  return lists;
}

function bare(node: ESTree.Node): ESTree.Node {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return bare(node.expression);
  const [first] = node.type === 'NewExpression' ? node.arguments : [];
  return first ? bare(first) : node;
}

/** Returns the strings in an array. Returns undefined for an array with other members. */
function textsOf(node: ESTree.Node): string[] | undefined {
  if (node.type !== 'ArrayExpression') return undefined;
  const texts = node.elements.flatMap((one) =>
    one?.type === 'Literal' && typeof one.value === 'string' ? one.value : [],
  );
  const isOfWords = texts.length === node.elements.length && texts.some((text) => /\p{L}/u.test(text));
  return isOfWords ? texts : undefined;
}

function keysOf({ properties }: ESTree.ObjectExpression): string[] {
  return properties.flatMap((one) => {
    if (one.type !== 'Property') return [];
    return one.key.type === 'Identifier' ? one.key.name : one.key.type === 'Literal' ? String(one.key.value) : [];
  });
}
