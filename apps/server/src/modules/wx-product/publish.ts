import { calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import {
  MAX_PUBLISH_ATTEMPTS,
  nextWxProductState,
  publishRetryMs,
  type WxProductAction,
  wxMark,
} from '@natim/domain/wx-product'
import type { BusMessages } from '../../platform/bus.ts'
import { AppError } from '../../platform/errors.ts'
import { WxError } from '../wx/index.ts'
import { makeArticle, type PictureDeps } from './pictures.ts'
import { FORGOTTEN, isUnsure, moveProduct, type StateColumns, type StoredProduct } from './product.repository.ts'
import { assertSendable, isDrill } from './rules.ts'
import { upsertStats } from './stat.repository.ts'
import { tellAuthor } from './tell.ts'
import { noteWork } from './worker.repository.ts'

export interface PublishDeps extends PictureDeps {
  readonly now: () => number
  /** Author shown in the article. */
  readonly author: string
}

/** Messages to publish on the bus after the commit. */
type Told = readonly BusMessages['notice'][]

const ASK_AGAIN_MS = 5 * SECOND_MS
/** How long a submission may be in progress; only after this time is a draft considered not submitted. */
export const SETTLE_MS = 10 * MINUTE_MS
const FIRST_STATS_MS = HOUR_MS
const STATS_EVERY_MS = DAY_MS
const STATS_FOR_MS = 30 * DAY_MS

interface Change {
  readonly action: WxProductAction
  readonly note?: string
  readonly columns?: StateColumns
  /** Message to the submitter. */
  readonly text?: string
}

/** One change of a product; a no-op if it has been changed by another request meanwhile. */
async function change({ db, now }: PublishDeps, row: StoredProduct, given: Change): Promise<Told> {
  const from = row.state
  const to = nextWxProductState(from, given.action)
  if (to === undefined) return []
  const { action, note, columns = {}, text } = given
  const nowMs = now()
  return db.transaction().execute(async (trx) => {
    const move = { id: row.id, version: row.version, from, to, action, at: new Date(nowMs), who: '系统' }
    const moved = await moveProduct(trx, { ...move, columns, ...(note !== undefined && { note }) })
    return moved && text !== undefined ? tellAuthor(trx, row, text, nowMs) : []
  })
}

const fail = (deps: PublishDeps, row: StoredProduct, reason: string, columns: StateColumns = {}): Promise<Told> =>
  change(deps, row, {
    action: 'fail',
    note: reason,
    columns: { reason: reason.slice(0, 300), lookAt: null, trouble: null, ...columns },
    text: `发布失败：${reason}`.slice(0, 80),
  })

/** Takes a product one step further; any number of processes may try. */
export async function advance(deps: PublishDeps, row: StoredProduct): Promise<Told> {
  try {
    return await step(deps, row)
  } catch (error) {
    const reason = error instanceof WxError ? error.message : '服务内部错误'
    const isOver = (error instanceof WxError && !error.isPassing) || row.attempts + 1 >= MAX_PUBLISH_ATTEMPTS
    if (isOver && nextWxProductState(row.state, 'fail') !== undefined) return fail(deps, row, reason)
    await putOff(deps, row, reason)
    if (error instanceof WxError) return []
    throw error
  }
}

const putOff = ({ db, now }: PublishDeps, row: StoredProduct, trouble: string) =>
  noteWork(db, row, {
    lookAt: new Date(now() + publishRetryMs(row.attempts)),
    trouble: trouble.slice(0, 200),
    attempts: row.attempts + 1,
  })

async function step(deps: PublishDeps, row: StoredProduct): Promise<Told> {
  switch (row.state) {
    case 'scheduled':
      return start(deps, row)
    case 'publishing':
      return carryOn(deps, row)
    case 'published':
      return countReaders(deps, row)
    case 'recalled':
      return remove(deps, row)
    default:
      await noteWork(deps.db, row, { lookAt: null })
      return []
  }
}

/** At the scheduled time, checks the content against its sources once more. */
async function start(deps: PublishDeps, row: StoredProduct): Promise<Told> {
  const nowMs = deps.now()
  // If it may have been submitted before, its outcome is checked first, whatever the sources say now.
  if (!isUnsure(row)) {
    if (await isDrill(deps.db, row)) return fail(deps, row, '演练内容不能对外发布')
    try {
      await assertSendable(deps.db, row, nowMs)
    } catch (error) {
      if (error instanceof AppError) return fail(deps, row, error.message)
      throw error
    }
  }
  return change(deps, row, { action: 'start', columns: { lookAt: new Date(nowMs), reason: null, trouble: null } })
}

/** The next step of a publication. Each step is recorded before the next one begins. */
async function carryOn(deps: PublishDeps, row: StoredProduct): Promise<Told> {
  const { db, gateway, now } = deps
  if (row.wxPublishId !== null) return follow(deps, row, row.wxPublishId)
  if (row.draftId === null) {
    const { mediaId: draftId } = await gateway.addDraft(await makeArticle(deps, row, deps.author))
    await noteWork(db, row, { draftId, lookAt: new Date(now()), attempts: 0, trouble: null })
    return []
  }
  return row.submittingAt === null ? handIn(deps, row, row.draftId) : findOut(deps, row, row.draftId, row.submittingAt)
}

/** Submits the draft only after recording the submission, which only one process can do. */
async function handIn({ db, gateway, now }: PublishDeps, row: StoredProduct, draftId: string): Promise<Told> {
  const submittingAt = new Date(now())
  const lookAt = new Date(now() + MINUTE_MS)
  if (!(await noteWork(db, row, { submittingAt, lookAt, trouble: null }))) return []
  const noted = { ...row, submittingAt }
  try {
    const { publishId: wxPublishId } = await gateway.publish(draftId)
    await noteWork(db, noted, { wxPublishId, lookAt: new Date(now() + ASK_AGAIN_MS), attempts: 0 })
    return []
  } catch (error) {
    // A refusal means that it was not accepted. Without a response the outcome is unknown, and the record stays.
    if (error instanceof WxError && error.code !== undefined) {
      const retryMs = publishRetryMs(row.attempts)
      const isOver = !error.isPassing || row.attempts + 1 >= MAX_PUBLISH_ATTEMPTS
      const again = {
        attempts: row.attempts + 1,
        trouble: error.message.slice(0, 200),
        lookAt: new Date(now() + retryMs),
      }
      await noteWork(db, noted, { submittingAt: null, ...again })
      if (isOver) throw error
      return []
    }
    await noteWork(db, noted, { trouble: '未收到公众号的应答，正在核实是否已发布', lookAt })
    return []
  }
}

/** Checks the outcome of a submission without a recorded response. */
async function findOut(deps: PublishDeps, row: StoredProduct, draftId: string, since: Date): Promise<Told> {
  const { db, gateway, now } = deps
  const found = await gateway.draftState(draftId, wxMark(row.no, row.contentNo))
  if (found.state === 'published') return done(deps, row, found.articleId, found.url)
  const isSettled = now() - since.getTime() >= SETTLE_MS
  if (!isSettled) {
    await noteWork(db, row, { lookAt: new Date(now() + MINUTE_MS) })
    return []
  }
  if (found.state === 'draft') {
    await noteWork(db, row, { submittingAt: null, lookAt: new Date(now()) })
    return []
  }
  return fail(deps, row, '公众号已收下草稿，但查不到发布结果，请到公众平台核对后重试')
}

async function follow(deps: PublishDeps, row: StoredProduct, publishId: string): Promise<Told> {
  const { state, articleId, url, reason } = await deps.gateway.publishState(publishId)
  if (state === 'failed') return fail(deps, row, reason ?? '公众号未说明原因', FORGOTTEN)
  if (state === 'published' && articleId !== undefined) return done(deps, row, articleId, url)
  await noteWork(deps.db, row, { lookAt: new Date(deps.now() + ASK_AGAIN_MS) })
  return []
}

function done(deps: PublishDeps, row: StoredProduct, articleId: string, url: string | undefined): Promise<Told> {
  const nowMs = deps.now()
  return change(deps, row, {
    action: 'publish',
    columns: {
      articleId,
      ...(url !== undefined && { url }),
      publishAt: new Date(nowMs),
      publishedNo: row.contentNo,
      lookAt: new Date(nowMs + FIRST_STATS_MS),
      reason: null,
      trouble: null,
      attempts: 0,
    },
    text: '已发布',
  })
}

async function remove({ db, gateway, now }: PublishDeps, row: StoredProduct): Promise<Told> {
  if (row.articleId !== null && row.removedAt === null) await gateway.remove(row.articleId)
  await noteWork(db, row, { removedAt: new Date(now()), lookAt: null, trouble: null, attempts: 0 })
  return []
}

async function countReaders({ db, gateway, now }: PublishDeps, row: StoredProduct): Promise<Told> {
  const publishedMs = row.publishAt?.getTime() ?? now()
  if (row.articleId === null || now() > publishedMs + STATS_FOR_MS) {
    await noteWork(db, row, { lookAt: null })
    return []
  }
  const readers = await gateway.stats(row.articleId, calendarDayGmt8(publishedMs))
  await db.transaction().execute((trx) => upsertStats(trx, row.id, calendarDayGmt8(now()), readers))
  await noteWork(db, row, { lookAt: new Date(now() + STATS_EVERY_MS), trouble: null, attempts: 0 })
  return []
}
