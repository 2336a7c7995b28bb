const TYPED = /^-?\d*\.?\d*$/
const WHOLE = /^-?(?:\d+\.?\d*|\.\d+)$/

/** Whether a number may look so while it is typed: optional minus, digits, optional decimals (WG-185). */
export const isTypedNumber = (text: string): boolean => TYPED.test(text)

/** What is kept when the cell is left: the number, or null for whatever is none. */
export function parseTypedNumber(text: unknown): number | null {
  const trimmed = String(text ?? '').trim()
  return WHOLE.test(trimmed) ? Number(trimmed) : null
}
