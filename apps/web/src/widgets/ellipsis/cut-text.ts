/**
 * The first characters and `...`; shorter text as it is.
 *
 * @param length in characters as people count them, so that none is cut in two; -1 = no cut
 */
export function cutText(text: string, length: number): string {
  const characters = [...text]
  return length < 0 || characters.length <= length ? text : `${characters.slice(0, length).join('')}...`
}
