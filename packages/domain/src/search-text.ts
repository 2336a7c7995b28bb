/** Comparison of a search input: contains, differs from, at least, at most. */
export type SearchMatch = 'like' | 'ne' | 'ge' | 'le'

const AFFIXES: Readonly<Record<SearchMatch, readonly [before: string, after: string]>> = {
  like: ['*', '*'],
  ne: ['!', ''],
  ge: ['>=', ''],
  le: ['<=', ''],
}

/** The text in list query syntax: `*text*`, `!text`, `>=text`, `<=text`. An empty text adds no condition. */
export function wrapSearch(text: string, match: SearchMatch): string {
  const [before, after] = AFFIXES[match]
  return text === '' ? '' : before + text + after
}

/** The typed text, recovered from the result of {@link wrapSearch}; any other text unchanged. */
export function unwrapSearch(query: string, match: SearchMatch): string {
  const [before, after] = AFFIXES[match]
  const isWrapped = query.length >= before.length + after.length && query.startsWith(before) && query.endsWith(after)
  return isWrapped ? query.slice(before.length, query.length - after.length) : query
}
