let made = 0

/** A unique name: test files share a console, and a test may run on it again. */
export function fresh(prefix: string): string {
  made += 1
  return `${prefix}${Date.now().toString(36)}${made}`
}
