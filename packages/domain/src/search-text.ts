/** How a search input compares: contains, differs from, at least, at most. */
export type SearchMatch = 'like' | 'ne' | 'ge' | 'le'

const AFFIXES: Readonly<Record<SearchMatch, readonly [before: string, after: string]>> = {
  like: ['*', '*'],
  ne: ['!', ''],
  ge: ['>=', ''],
  le: ['<=', ''],
}

/** The text as a list query asks for it: `*text*`, `!text`, `>=text`, `<=text`. The empty text asks for nothing. */
export function wrapSearch(text: string, match: SearchMatch): string {
  const [before, after] = AFFIXES[match]
  return text === '' ? '' : before + text + after
}

/** The text a person typed, out of what {@link wrapSearch} made of it; any other text as it is. */
export function unwrapSearch(query: string, match: SearchMatch): string {
  const [before, after] = AFFIXES[match]
  const isWrapped = query.length >= before.length + after.length && query.startsWith(before) && query.endsWith(after)
  return isWrapped ? query.slice(before.length, query.length - after.length) : query
}
