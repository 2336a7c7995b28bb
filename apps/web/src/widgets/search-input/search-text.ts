/** How a filter of text travels (contract/00 §8): `*text*`, `!text`, `>=text`, `<=text`. */
export type SearchType = 'like' | 'ne' | 'ge' | 'le'

const AROUND: Readonly<Record<SearchType, readonly [before: string, after: string]>> = {
  like: ['*', '*'],
  ne: ['!', ''],
  ge: ['>=', ''],
  le: ['<=', ''],
}

/** What is sent for a typed text; nothing for nothing, never a bare `**`. */
export function wrapSearch(text: string, type: SearchType, isTrimmed = false): string {
  const kept = isTrimmed ? text.trim() : text
  const [before, after] = AROUND[type]
  return kept === '' ? '' : `${before}${kept}${after}`
}

/** The typed text of what is sent; what is not wrapped in this way is taken as typed. */
export function unwrapSearch(value: string | null | undefined, type: SearchType): string {
  const [before, after] = AROUND[type]
  const text = value ?? ''
  const isWrapped = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
  return isWrapped ? text.slice(before.length, text.length - after.length) : text
}
