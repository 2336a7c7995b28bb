/** Parts of a stored list: `a,b` or with another separator; empty parts and surrounding blanks are dropped. */
export function splitList(value: string | null | undefined, separator = ','): string[] {
  return (value ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
