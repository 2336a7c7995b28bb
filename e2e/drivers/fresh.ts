let made = 0

/** A name nobody has had yet: files share a console, and a test may run on it again. */
export function fresh(prefix: string): string {
  made += 1
  return `${prefix}${Date.now().toString(36)}${made}`
}
