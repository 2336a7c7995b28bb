/**
 * Truncates a text with `...`; shorter text is unchanged.
 *
 * @param length in user-perceived characters, so that none is split; -1 = no truncation
 */
export function cutText(text: string, length: number): string {
  const characters = [...text]
  return length < 0 || characters.length <= length ? text : `${characters.slice(0, length).join('')}...`
}
