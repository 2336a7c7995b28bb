import { z } from 'zod'
import { keysOf, MESSAGE_CHANNEL } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { optionalId, requiredText, rowId, text } from '../fields.ts'
import { recordEndpoints } from '../record.ts'

const stamps = {
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
}

/** Formatted text is HTML and is sanitised before it goes out. */
const MAX_CONTENT_CHARS = 20_000

function isJsonObject(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** The text of a JSON object, or nothing. */
const jsonObjectText = (max: number) =>
  text(max).refine((value) => value === '' || isJsonObject(value), '应为 JSON 对象，如 {"name":"值"}')

const channel = z.enum(keysOf(MESSAGE_CHANNEL), '请选择发送方式')
/** User names, joined by comma; a trailing comma is usual. */
const receivers = text(60_000).regex(/[^,\s]/, '请选择接收人')

/** A message that was sent or waits to be (contract/20 §13). */
export const messageRow = z.object({
  id: z.string(),
  esTitle: z.string(),
  /** Dictionary messageType. */
  esType: z.string(),
  esType_dictText: z.string(),
  esReceiver: z.string(),
  esParam: z.string().nullable(),
  esContent: z.string(),
  esSendTime: z.string().nullable(),
  /** Dictionary msgSendStatus; -1 = given up. */
  esSendStatus: z.string(),
  esSendStatus_dictText: z.string(),
  /** How often it was tried. */
  esSendNum: z.number().int(),
  /** Why it failed. */
  esResult: z.string().nullable(),
  remark: z.string().nullable(),
  ...stamps,
})
export type MessageRow = z.output<typeof messageRow>

/** Time, state, count and result are the sender's to write. */
export const messageForm = z.object({
  id: optionalId,
  esTitle: requiredText(100),
  esType: channel,
  esReceiver: receivers,
  esContent: requiredText(MAX_CONTENT_CHARS),
  esParam: jsonObjectText(4_000).nullish(),
  remark: text(255).nullish(),
})
export type MessageForm = z.output<typeof messageForm>

const messageRecords = recordEndpoints({
  base: '/sys/message/sysMessage',
  code: 'system:message',
  row: messageRow,
  form: messageForm,
})

export const messageEndpoints = {
  ...messageRecords,
  ...defineEndpoints({
    /** Sends one that waits, or that failed. */
    send: {
      method: 'POST',
      path: '/sys/message/sysMessage/send',
      access: 'system:message:send',
      body: z.object({ id: rowId }),
      result: z.null(),
    },
  }),
}

export const templateRow = z.object({
  id: z.string(),
  templateCode: z.string(),
  templateName: z.string(),
  /** 1 text, 2 rich text; 4 in older rows. */
  templateType: z.string(),
  templateType_dictText: z.string(),
  /** With placeholders `${name}`. */
  templateContent: z.string(),
  templateTestJson: z.string().nullable(),
  /** 1 = in use: neither changed nor deleted. */
  useStatus: z.string(),
  ...stamps,
})
export type TemplateRow = z.output<typeof templateRow>

export const templateForm = z.object({
  id: optionalId,
  templateCode: requiredText(64).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  templateName: requiredText(100),
  templateType: z.enum(['1', '2', '4'], '请选择模板类型'),
  templateContent: requiredText(MAX_CONTENT_CHARS),
  templateTestJson: jsonObjectText(4_000).nullish(),
  useStatus: z.enum(['0', '1']).default('0'),
})
export type TemplateForm = z.output<typeof templateForm>

const templateRecords = recordEndpoints({
  base: '/sys/message/sysMessageTemplate',
  code: 'system:messageTemplate',
  row: templateRow,
  form: templateForm,
})

/** What fills a template and whom it goes to. */
export const sendForm = z.object({
  templateCode: requiredText(64),
  /** JSON object by placeholder. */
  testData: jsonObjectText(4_000).nullish(),
  receiver: receivers,
  msgType: channel,
})

export const templateEndpoints = {
  ...templateRecords,
  ...defineEndpoints({
    sendMsg: {
      method: 'POST',
      path: '/sys/message/sysMessageTemplate/sendMsg',
      access: 'system:message:send',
      body: sendForm,
      result: z.null(),
    },
  }),
}
