import { MESSAGES } from '@natim/contract/messages'

/** Why the condition of a tree is invalid: it must be a JSON object (WG-65, D-34). */
export function conditionFault(condition: string): string | undefined {
  if (condition === '') return undefined
  try {
    const parsed: unknown = JSON.parse(condition)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? undefined : MESSAGES['tree.badCondition']
  } catch {
    return MESSAGES['tree.badCondition']
  }
}
