import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { MESSAGE_CHANNEL } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { requiredText, rowId, text } from '../fields.ts'

/** Formatted text is HTML and is sanitised before sending. */
export const MAX_CONTENT_CHARS = 20_000

function isJsonObject(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** JSON object text, or empty. */
export const jsonObjectText = (max: number) =>
  text(max).refine((value) => value === '' || isJsonObject(value), '应为 JSON 对象，如 {"name":"值"}')

export const channel = z.enum(keysOf(MESSAGE_CHANNEL), '请选择发送方式')
/** Comma-separated user names; a trailing comma is common. */
export const receivers = text(60_000).regex(/[^,\s]/, '请选择接收人')

export const messageSendEndpoints = defineEndpoints({
  /** Sends a pending or failed message. */
  send: {
    method: 'POST',
    path: '/sys/message/sysMessage/send',
    access: 'system:message:send',
    body: z.object({ id: rowId }),
    result: z.null(),
  },
})

/** Placeholder values and receivers for a template. */
export const sendForm = z.object({
  templateCode: requiredText(64),
  /** JSON object keyed by placeholder. */
  testData: jsonObjectText(4_000).nullish(),
  receiver: receivers,
  /** Clients of 2.4 offer the types of templates (1, 2) here, and mean the message of the system. */
  msgType: z.preprocess((value) => (value === '1' || value === '2' ? 'system' : value), channel),
})

export const templateSendEndpoints = defineEndpoints({
  sendMsg: {
    method: 'POST',
    path: '/sys/message/sysMessageTemplate/sendMsg',
    access: 'system:message:send',
    body: sendForm,
    result: z.null(),
  },
})
