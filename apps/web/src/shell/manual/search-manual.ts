import { type Chapter, textOf } from './chapter.ts'

/** A passage of the manual that contains the words. */
export interface Hit {
  readonly chapter: Chapter
  /** Index of the heading block of the passage; undefined before the first heading. */
  readonly headingAt: number | undefined
  readonly heading: string | undefined
  /** Text around the first word. */
  readonly excerpt: string
}

interface Section extends Omit<Hit, 'excerpt'> {
  readonly text: string
}

/** Characters before the first match, and in total. */
const LEAD = 12
const EXCERPT = 72

/** Splits a chapter at its headings. */
function sectionsOf(chapter: Chapter): Section[] {
  const starts = chapter.blocks.flatMap((block, index) => (block.kind === 'heading' ? [index] : []))
  return [-1, ...starts].map((start, index) => {
    const heading = chapter.blocks[start]
    const end = starts[index] ?? chapter.blocks.length
    return {
      chapter,
      headingAt: start < 0 ? undefined : start,
      heading: heading && textOf(heading),
      text: chapter.blocks
        .slice(start + 1, end)
        .map(textOf)
        .join(' '),
    }
  })
}

/** Words of a query, lower-cased. */
const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

function excerptOf({ text }: Section, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - LEAD)
  // No match in the text: the words are in the heading.
  const start = places.length === 0 ? 0 : from
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '…' : ''}${cut}${start + EXCERPT < text.length ? '…' : ''}`
}

/** 3: the title contains a word; 2: the heading; 1: the text. */
const rankOf = ({ chapter, heading = '' }: Section, words: readonly string[]): number => {
  const has = (text: string) => words.some((word) => text.toLowerCase().includes(word))
  if (has(chapter.title)) return 3
  return has(heading) ? 2 : 1
}

/** Passages that contain all words of the query, in title, heading or text; best rank first, then in manual order. */
export function searchManual(chapters: readonly Chapter[], query: string): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return chapters
    .flatMap(sectionsOf)
    .filter((section) => {
      const { chapter, heading = '', text } = section
      const whole = `${chapter.title} ${heading} ${text}`.toLowerCase()
      // A match in the title alone counts once, for the part before the first heading.
      const own = section.headingAt === undefined ? whole : `${heading} ${text}`.toLowerCase()
      return words.every((word) => whole.includes(word)) && words.some((word) => own.includes(word))
    })
    .map((section) => ({ section, rank: rankOf(section, words) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ section }) => ({
      chapter: section.chapter,
      headingAt: section.headingAt,
      heading: section.heading,
      excerpt: excerptOf(section, words),
    }))
}

/** Splits a text at the words of the query: every second piece is a match. */
export function markWords(text: string, query: string): string[] {
  const words = wordsOf(query).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'gi'))
}
