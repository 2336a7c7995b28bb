/**
 * Open groups after the user toggled one: at the top level only the newest stays open, nested groups are independent
 * (SH-09).
 */
export function afterToggle(
  previous: readonly string[],
  next: readonly string[],
  roots: ReadonlySet<string>,
): readonly string[] {
  const opened = next.find((key) => !previous.includes(key))
  return opened !== undefined && roots.has(opened) ? keepRoot(next, opened, roots) : next
}

/** Open groups after navigation to a page: all its ancestors (SH-08), and no other at the top level. */
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
