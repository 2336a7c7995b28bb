import { MESSAGES } from '@natim/contract/messages'
import type { RowUse } from '@natim/contract/resource/crud-endpoints'

/** The confirmation before deleting, or why deleting is blocked. */
export interface RemovalQuestion {
  readonly isBlocked: boolean
  readonly title: string
  readonly text: string
  /** Text to type before deleting; absent = a click is enough. */
  readonly typed?: string
}

interface Asked {
  /** 设备 */
  readonly entityLabel: string
  readonly measureWord: string
  /** Names of the rows to delete. */
  readonly names: readonly string[]
  /** Undo is not offered. */
  readonly isFinal: boolean
}

const listOf = (uses: readonly RowUse[]) => uses.map(({ noun, count }) => `${noun} ${count} 个`).join('、')

export const FINAL = '删除后无法恢复。'

/** Builds the confirmation from the references: blocking ones, else what is deleted and what is kept. */
export function removalQuestion(uses: readonly RowUse[], asked: Asked): RemovalQuestion {
  const blocking = uses.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0)
    return { isBlocked: true, title: '不能删除', text: `正在被引用：${listOf(blocking)}。请先解除引用。` }
  const going = uses.filter(({ isKept }) => !isKept)
  const staying = uses.filter(({ isKept }) => isKept)
  const reached = going.length > 0 ? `涉及：${listOf(going)}。` : ''
  const kept = staying.length > 0 ? `其中${listOf(staying)}，数据保留。` : ''
  const text = `${reached}${kept}${asked.isFinal ? FINAL : ''}`
  const [name = '', ...others] = asked.names
  const isOne = others.length === 0
  const what = isOne
    ? `${asked.entityLabel}「${name}」`
    : ` ${asked.names.length} ${asked.measureWord}${asked.entityLabel}`
  const question = {
    isBlocked: false,
    title: MESSAGES['delete.title'],
    text: `将删除${what}。${text}${MESSAGES['delete.ask']}`,
  }
  if (!uses.some(({ asksName }) => asksName)) return question
  return {
    ...question,
    title: `删除${what}`,
    text: `${text}请输入${isOne ? '名称' : '数量'}「${isOne ? name : asked.names.length}」以确认。`,
    typed: isOne ? name : String(asked.names.length),
  }
}
