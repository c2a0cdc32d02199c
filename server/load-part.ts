const broken = new Set<string>();

/**
 * Loads a part of the program that is needed rarely. A part that could not be loaded is loaded again at the next use,
 * and named by /readyz until then.
 */
export async function loadRarePart<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  try {
    const part = await load();
    broken.delete(name);
    return part;
  } catch (error) {
    broken.add(name);
    throw error;
  }
}

/** Returns a function that loads a part once. After a failure it loads the part again at the next call. */
export function loadOnce<Part>(name: string, load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= loadRarePart(name, load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Returns the names of the parts that could not be loaded when they were last needed. */
export function listBrokenParts(): string[] {
  return [...broken].sort((one, other) => (one < other ? -1 : 1));
}
