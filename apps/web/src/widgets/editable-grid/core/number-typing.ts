const TYPED = /^-?\d*\.?\d*$/
const WHOLE = /^-?(?:\d+\.?\d*|\.\d+)$/

/** Whether a text is valid while a number is being typed: optional minus, digits, optional decimals (WG-185). */
export const isTypedNumber = (text: string): boolean => TYPED.test(text)

/** Value kept when the cell is left: the number, or null for invalid text. */
export function parseTypedNumber(text: unknown): number | null {
  const trimmed = String(text ?? '').trim()
  return WHOLE.test(trimmed) ? Number(trimmed) : null
}
