import type { sendForm } from '@natim/contract/system/message'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import type { NoticeService } from '../notice/index.ts'
import { createResource } from '../resource/index.ts'
import { createDelivery } from './delivery.ts'
import { fillTemplate, htmlOfText, missingValues } from './fill-template.ts'
import { findTemplate, lockStatus } from './message.repository.ts'
import { MESSAGE } from './message.resource.ts'
import { TEMPLATE } from './template.resource.ts'

export interface MessageDeps {
  readonly db: Db
  readonly now: () => number
  readonly notices: NoticeService
}

const SENT = '1'
const FAILED = '2'
const TEXT = '1'
/** Distinguishes formatted from plain text. */
const HTML_TAG = /<\/?[a-z][a-z0-9]*[\s/>]/i

type SendForm = z.output<typeof sendForm>

/** 消息与模板: filling templates and sending, beyond the plain registers. */
export function createMessageService({ db, now, notices }: MessageDeps) {
  const messages = createResource(db, MESSAGE)
  const templates = createResource(db, TEMPLATE)
  const deliver = createDelivery(db, notices)
  const sent = (tries: number) => ({
    esSendStatus: SENT,
    esSendNum: tries,
    esSendTime: new Date(now()),
    esResult: null,
  })

  return {
    messages,
    templates,

    /** @throws AppError template.unknown, message.* */
    async sendFromTemplate(actor: Actor, { templateCode, testData, receiver, msgType }: SendForm): Promise<void> {
      const template = await findTemplate(db, templateCode)
      if (template === undefined) throw new AppError('template.unknown')
      const values = (testData ? JSON.parse(testData) : {}) as Record<string, unknown>
      const missing = missingValues(template.templateContent, values)
      if (missing.length > 0) throw new AppError('message.values_missing', { data: { names: missing.join('、') } })
      const isHtml = template.templateType !== TEXT
      const filled = fillTemplate(template.templateContent, values, isHtml)
      const content = isHtml ? filled : htmlOfText(filled)
      const row = {
        esTitle: template.templateName,
        esType: msgType,
        esReceiver: receiver,
        esParam: testData || null,
        esContent: content,
        ...sent(1),
      }
      await deliver(
        actor,
        { title: template.templateName, content, receivers: receiver, channel: msgType },
        async (trx) => void (await messages.insertIn(trx, actor, row)),
      )
    },

    /** Sends a pending or failed message; a refusal is recorded with it. */
    async send(actor: Actor, id: string): Promise<void> {
      const row = await messages.get(actor.user, id)
      if (row.esSendStatus === SENT) throw new AppError('message.sent_already')
      const tries = row.esSendNum + 1
      const isHtml = HTML_TAG.test(row.esContent)
      const message = {
        title: row.esTitle,
        content: isHtml ? row.esContent : htmlOfText(row.esContent),
        receivers: row.esReceiver,
        channel: row.esType,
      }
      try {
        await deliver(actor, message, async (trx) => {
          // It may have been sent since it was read.
          if ((await lockStatus(trx, id)) === SENT) throw new AppError('message.sent_already')
          await messages.updateIn(trx, actor, id, sent(tries))
        })
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'message.sent_already') throw error
        const failure = { esSendStatus: FAILED, esSendNum: tries, esSendTime: new Date(now()), esResult: error.message }
        await db.transaction().execute((trx) => messages.updateIn(trx, actor, id, failure))
        throw error
      }
    },
  }
}
