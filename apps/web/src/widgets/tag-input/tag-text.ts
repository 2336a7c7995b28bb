import { TAG_CHARS } from '@natim/contract/constants'

const SEPARATOR = ';'

/** Text cut into tags: a semicolon after every 2 characters, those that were there removed first (WG-19). */
export const tagText = (typed: string): string => tagsOf(typed).join(SEPARATOR)

/** The tags of a text, the last perhaps shorter. Characters are counted as people do. */
export function tagsOf(text: string): string[] {
  const characters = [...text.replaceAll(SEPARATOR, '')]
  const count = Math.ceil(characters.length / TAG_CHARS)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * TAG_CHARS, (index + 1) * TAG_CHARS).join(''),
  )
}

/**
 * Where the caret stands once semicolons were inserted: behind the same character as before.
 *
 * @param caret offset in the typed text, UTF-16 units
 */
export function tagCaret(typed: string, caret: number): number {
  return tagText(typed.slice(0, caret)).length
}
