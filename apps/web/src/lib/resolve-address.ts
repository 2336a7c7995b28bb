/**
 * Fills `{{ window.name }}` from a fixed list of names, without evaluation (D-39). Returns undefined when the result is
 * not an http(s) address.
 */
export function resolveAddress(url: string, variables: Readonly<Record<string, string>>): string | undefined {
  const filled = url.replaceAll(/\{\{\s*window\.([^{}]+?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  )
  return /^https?:\/\//.test(filled) && !filled.includes('{{') && URL.canParse(filled) ? filled : undefined
}
