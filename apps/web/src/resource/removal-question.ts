import { MESSAGES } from '@natim/contract/messages'
import type { RecordUse } from '@natim/contract/record'

/** What is asked before deleting, or why it cannot be done. */
export interface RemovalQuestion {
  readonly isBlocked: boolean
  readonly title: string
  readonly text: string
}

const listOf = (uses: readonly RecordUse[]) => uses.map(({ noun, count }) => `${noun} ${count} 个`).join('、')

export const FINAL = '删除后无法恢复。'

/**
 * Names what refers to the rows: what stands in the way, else what the deletion reaches.
 *
 * @param options.isFinal nobody is offered to take it back
 */
export function removalQuestion(uses: readonly RecordUse[], { isFinal = false } = {}): RemovalQuestion {
  const blocking = uses.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0)
    return { isBlocked: true, title: '不能删除', text: `正在被引用：${listOf(blocking)}。请先解除引用。` }
  const reached = uses.length > 0 ? `涉及：${listOf(uses)}。` : ''
  return {
    isBlocked: false,
    title: MESSAGES['delete.title'],
    text: `${reached}${isFinal ? FINAL : ''}${MESSAGES['delete.ask']}`,
  }
}
