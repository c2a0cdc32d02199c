export interface Random {
  uniform(): number;
  normal(): number;
}

export function randomFrom(...names: readonly (string | number)[]): Random {
  const next = smallFastCounter(fourWords(names.join('\u0000')));
  return {
    uniform: next,
    normal: () => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return radius * Math.cos(2 * Math.PI * next());
    },
  };
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random.uniform() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

type Words = [number, number, number, number];

/**
 * Returns four 32-bit hashes of a text: FNV-1a with four different initial values, followed by the finalizer of
 * MurmurHash3.
 */
function fourWords(text: string): Words {
  const word = (start: number): number => {
    let hash = start;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  };
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x243f6a88), word(0xb7e15162)];
}

/** Returns the pseudorandom number generator sfc32 by Chris Doty-Humphrey. */
function smallFastCounter([a, b, c, counter]: Words): () => number {
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}
