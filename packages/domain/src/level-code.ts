/** Characters of one level: a letter and two digits. */
const LEVEL_CHARS = 3
const PER_LETTER = 99
const LETTERS = 26

/** Zero-based number of the last level of a code (`A01` = 0); undefined if it is not valid. */
function placeOf(code: string): number | undefined {
  const match = /([A-Z])(\d\d)$/.exec(code)
  if (match === null || match[2] === '00') return undefined
  return ((match[1] ?? 'A').charCodeAt(0) - 65) * PER_LETTER + Number(match[2]) - 1
}

/**
 * The next free code below a parent, for departments and categories (contract/20 §5, §8): the parent's code, then a
 * letter and two digits. A01 … A99, B01 … Z99; an existing code is never reused.
 *
 * @param siblings codes directly below the same parent
 * @returns undefined when all 2574 are used
 */
export function nextCode(parent: string, siblings: readonly string[]): string | undefined {
  const taken = siblings
    .filter((code) => code.startsWith(parent) && code.length === parent.length + LEVEL_CHARS)
    .map((code) => placeOf(code) ?? -1)
  const next = Math.max(-1, ...taken) + 1
  if (next >= LETTERS * PER_LETTER) return undefined
  const letter = String.fromCharCode(65 + Math.floor(next / PER_LETTER))
  return `${parent}${letter}${String((next % PER_LETTER) + 1).padStart(2, '0')}`
}

/** Depth of a code: 1 at the top. */
export const levelOf = (code: string): number => Math.floor(code.length / LEVEL_CHARS)
