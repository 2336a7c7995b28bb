import { type Chapter, textOf } from './chapter.ts'

/** A place in the manual where the words stand. */
export interface Hit {
  readonly chapter: Chapter
  /** Index of the block that heads the place; undefined for what stands before the first heading. */
  readonly headingAt: number | undefined
  readonly heading: string | undefined
  /** Text around the first word. */
  readonly excerpt: string
}

interface Section extends Omit<Hit, 'excerpt'> {
  readonly text: string
}

/** Characters before the first word found, and in all. */
const LEAD = 12
const EXCERPT = 72

/** A chapter cut at its headings. */
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

/** Words of a query; upper and lower case are the same. */
const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

function excerptOf({ text }: Section, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - LEAD)
  // Nothing found in the text: the words stand in its heading.
  const start = places.length === 0 ? 0 : from
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '…' : ''}${cut}${start + EXCERPT < text.length ? '…' : ''}`
}

/** 3: the title has a word; 2: the heading; 1: the text. */
const rankOf = ({ chapter, heading = '' }: Section, words: readonly string[]): number => {
  const has = (text: string) => words.some((word) => text.toLowerCase().includes(word))
  if (has(chapter.title)) return 3
  return has(heading) ? 2 : 1
}

/** Places that hold all words of the query, in title, heading or text; the best first, else in the order of the manual. */
export function searchManual(chapters: readonly Chapter[], query: string): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return chapters
    .flatMap(sectionsOf)
    .filter((section) => {
      const { chapter, heading = '', text } = section
      const whole = `${chapter.title} ${heading} ${text}`.toLowerCase()
      // A title alone counts once, with what stands below it.
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

/** A text cut where a word of the query stands: every second piece is one. */
export function markWords(text: string, query: string): string[] {
  const words = wordsOf(query).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'gi'))
}
