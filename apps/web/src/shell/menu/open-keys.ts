/**
 * Groups open after the user has opened or closed one: of the top level only the newest stays open, groups below are
 * independent (SH-09).
 */
export function afterToggle(
  previous: readonly string[],
  next: readonly string[],
  roots: ReadonlySet<string>,
): readonly string[] {
  const opened = next.find((key) => !previous.includes(key))
  return opened !== undefined && roots.has(opened) ? keepRoot(next, opened, roots) : next
}

/** Groups open after going to a page: all above it (SH-08), and of the top level no other. */
export function afterNavigation(
  open: readonly string[],
  ancestors: readonly string[],
  roots: ReadonlySet<string>,
): readonly string[] {
  const root = ancestors.find((key) => roots.has(key))
  const kept = root === undefined ? open : keepRoot(open, root, roots)
  return [...new Set([...kept, ...ancestors])]
}

const keepRoot = (keys: readonly string[], root: string, roots: ReadonlySet<string>) =>
  keys.filter((key) => key === root || !roots.has(key))
