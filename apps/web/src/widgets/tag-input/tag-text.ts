import { TAG_CHARS } from '@natim/contract/constants'

const SEPARATOR = ';'

/** Text split into tags: a semicolon after every 2 characters; existing semicolons are removed first (WG-19). */
export const tagText = (typed: string): string => tagsOf(typed).join(SEPARATOR)

/** Tags of a text, the last possibly shorter. Counts user-perceived characters. */
export function tagsOf(text: string): string[] {
  const characters = [...text.replaceAll(SEPARATOR, '')]
  const count = Math.ceil(characters.length / TAG_CHARS)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * TAG_CHARS, (index + 1) * TAG_CHARS).join(''),
  )
}

/**
 * Caret position after inserting semicolons: behind the same character as before.
 *
 * @param caret offset in the typed text, UTF-16 units
 */
export function tagCaret(typed: string, caret: number): number {
  return tagText(typed.slice(0, caret)).length
}
