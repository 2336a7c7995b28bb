import { BREATH_STATUS_WORDS } from '@natim/contract/mon/breath'
import { type BreathAction, isSecondPerson, nextStatus, type Verdict } from '@natim/domain/breath'
import type { BreathMethod } from '@natim/domain/breath-result'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'
import { type Actor, writeOperation } from '../../platform/journal.ts'
import { findSubject, findSubjectByCode, randomId } from '../subject/index.ts'
import { findBreathDevice } from './breath.repository.ts'
import {
  changeTest,
  findVerdictBy,
  insertStep,
  insertTest,
  insertVerdict,
  lockTest,
  nextNo,
  type TestChange,
  type TestRow,
} from './breath-write.repository.ts'

/** The version of the test that the caller has seen. */
export interface Seen {
  readonly id: string
  readonly version: number
}

const WORDS: Readonly<Record<BreathAction, string>> = {
  sample: '开始采样',
  analyse: '开始分析',
  result: '出结果',
  invalidate: '置为无效',
  cancel: '取消',
  verdict: '改判',
  confirm: '登记确证',
  review: '复核',
  return: '退回复核',
  release: '发布',
}

type Test = NonNullable<TestRow>
type Change = TestChange

interface Deed {
  readonly action: BreathAction
  readonly note: string | null
  /** Throws to refuse; otherwise returns the columns to write besides the status. */
  readonly decide: (trx: Tx, test: Test) => Promise<Change> | Change
}

interface NewTest {
  readonly subjectCode: string
  readonly deviceId: string
  readonly method: BreathMethod
  readonly sessionNo?: string | null | undefined
  readonly platePos?: number | null | undefined
}

const NO_REVIEW = { reviewedBy: null, reviewedName: null, reviewedAt: null, reviewNote: null } as const

/** Actions on breath tests. Each one locks the test, checks the status table, and records a step and a log line. */
export function createBreathActions({ db, now }: { readonly db: Db; readonly now: () => number }) {
  const act = (actor: Actor, seen: Seen, deed: Deed): Promise<void> =>
    db.transaction().execute((trx) => actOn(trx, actor, seen, deed))
  const at = () => new Date(now())
  return {
    create: (actor: Actor, form: NewTest) => db.transaction().execute((trx) => createTest(trx, actor, form, now())),
    retest: (actor: Actor, id: string) => db.transaction().execute((trx) => createRetest(trx, actor, id, now())),

    link: (actor: Actor, seen: Seen, subjectCode: string) =>
      db.transaction().execute(async (trx) => {
        const test = await lockSeen(trx, actor, seen)
        if (test.subjectId !== null) throw new AppError('breath.linked')
        const subject = await findSubjectByCode(trx, actor.user.scope, subjectCode)
        if (subject === undefined) throw new AppError('breath.subject_unknown')
        await write(trx, actor, test, { subjectId: subject.id }, { action: 'link', verb: '关联受试者', note: null })
      }),

    step: (actor: Actor, seen: Seen, action: 'sample' | 'analyse' | 'cancel', note: string | null) =>
      act(actor, seen, {
        action,
        note,
        decide: () => {
          if (action === 'cancel') return { exitReason: note ?? '人工取消' }
          const { userId, realname } = actor.user
          return action === 'sample'
            ? { sampleTs: at(), operatorBy: userId, operatorName: realname }
            : { analyseTs: at() }
        },
      }),

    confirm: (actor: Actor, seen: Seen, result: 'positive' | 'negative', method: string) =>
      act(actor, seen, {
        action: 'confirm',
        note: `${result === 'positive' ? '确证阳性' : '确证阴性'}（${method}）`,
        decide: () => ({ confirmResult: result, confirmMethod: method, confirmTs: at() }),
      }),

    /** The previous verdict is kept; a reviewed test has to be reviewed again. */
    changeVerdict: (actor: Actor, seen: Seen, verdict: Verdict, reason: string) =>
      act(actor, seen, {
        action: 'verdict',
        note: reason,
        async decide(trx, test) {
          if (test.verdict === verdict) throw new AppError('breath.same_verdict')
          const { userId, realname } = actor.user
          const change = { oldVerdict: test.verdict, newVerdict: verdict, reason, userId, userName: realname }
          await insertVerdict(trx, { testId: test.id, ...change })
          return { verdict, ...NO_REVIEW }
        },
      }),

    review: (actor: Actor, seen: Seen, note: string | null) =>
      act(actor, seen, {
        action: 'review',
        note,
        async decide(trx, test) {
          if (test.subjectId === null) throw new AppError('breath.no_subject')
          const { operatorBy, reviewedBy } = test
          const hands = { operatorBy, reviewedBy, verdictBy: await findVerdictBy(trx, test.id) }
          const { userId, realname } = actor.user
          if (!isSecondPerson(userId, 'review', hands)) throw new AppError('breath.same_person')
          return { reviewedBy: userId, reviewedName: realname, reviewedAt: at(), reviewNote: note }
        },
      }),

    sendBack: (actor: Actor, seen: Seen, note: string) =>
      act(actor, seen, { action: 'return', note, decide: () => NO_REVIEW }),

    release: (actor: Actor, seen: Seen, note: string | null) =>
      act(actor, seen, {
        action: 'release',
        note,
        decide(_trx, { reviewedBy, operatorBy }) {
          const { userId, realname } = actor.user
          const hands = { reviewedBy, operatorBy, verdictBy: null }
          if (!isSecondPerson(userId, 'release', hands)) throw new AppError('breath.same_releaser')
          return { releasedBy: userId, releasedName: realname, releasedAt: at(), releaseNote: note }
        },
      }),
  }
}

async function actOn(trx: Tx, actor: Actor, seen: Seen, { action, note, decide }: Deed): Promise<void> {
  const test = await lockSeen(trx, actor, seen)
  const status = test.status
  const next = nextStatus(status, action)
  if (next === undefined) {
    if (status === 'invalid') throw new AppError('breath.invalid')
    throw new AppError('breath.step', { data: { status: BREATH_STATUS_WORDS[status], action: WORDS[action] } })
  }
  const change = await decide(trx, test)
  await write(trx, actor, test, { ...change, status: next }, { action, verb: WORDS[action], note })
}

async function lockSeen(trx: Tx, { user }: Actor, { id, version }: Seen): Promise<Test> {
  const test = await lockTest(trx, user.scope, id)
  if (test === undefined) throw new AppError('row.not_found')
  if (test.version !== version) throw new AppError('breath.stale')
  return test
}

/**
 * Actions that also go to the operation log. Its readers may not know when a person was measured, and a 开始采样 line
 * would reveal it to the second; the test's steps, as unchangeable as the log, hold everything.
 */
const DECISIONS: ReadonlySet<string> = new Set<BreathAction>(['verdict', 'review', 'return', 'release'])

interface Deeded {
  readonly action: string
  readonly verb: string
  readonly note: string | null
}

async function write(trx: Tx, actor: Actor, test: Test, change: Change, { action, verb, note }: Deeded): Promise<void> {
  const { user } = actor
  if (!(await changeTest(trx, test.id, test.version, change))) throw new AppError('breath.stale')
  const status = change.status ?? test.status
  await insertStep(trx, { testId: test.id, status, action, note, userId: user.userId, userName: user.realname })
  if (!DECISIONS.has(action)) return
  await writeOperation(trx, actor, { content: `呼气检测${verb}：${test.no}`, operateType: 3, objectId: test.id })
}

async function createTest(trx: Tx, actor: Actor, form: NewTest, nowMs: number) {
  const { user } = actor
  const device = await findBreathDevice(trx, user.scope, form.deviceId)
  if (device === undefined) throw new AppError('breath.device_unknown')
  const subject = await findSubjectByCode(trx, user.scope, form.subjectCode)
  if (subject === undefined) throw new AppError('breath.subject_unknown')
  const { stationId, regionCode, sysOrgCode } = device
  const { method, platePos = null } = form
  const made = { deviceId: device.id, stationId, regionCode, sysOrgCode, subjectId: subject.id, method }
  return insertNew(trx, actor, { ...made, sessionNo: form.sessionNo || null, platePos }, nowMs)
}

async function createRetest(trx: Tx, actor: Actor, id: string, nowMs: number) {
  const { user } = actor
  const origin = await lockTest(trx, user.scope, id)
  if (origin === undefined) throw new AppError('row.not_found')
  const status = origin.status
  if (status !== 'invalid' && status !== 'cancelled') {
    throw new AppError('breath.step', { data: { status: BREATH_STATUS_WORDS[status], action: '重新采样' } })
  }
  if (origin.subjectId !== null && !(await findSubject(trx, user.scope, origin.subjectId))) {
    throw new AppError('breath.subject_unknown')
  }
  const { deviceId, stationId, regionCode, sysOrgCode, subjectId, method, sessionNo } = origin
  const made = { deviceId, stationId, regionCode, sysOrgCode, subjectId, method, sessionNo }
  return insertNew(trx, actor, { ...made, retestOf: origin.id }, nowMs)
}

type New = Omit<Parameters<typeof insertTest>[1], 'id' | 'no'>
const WELL = 'mon_breath_test_well'

async function insertNew(trx: Tx, actor: Actor, row: New, nowMs: number): Promise<{ id: string; no: string }> {
  const { user } = actor
  const id = randomId()
  const no = await nextNo(trx, nowMs)
  try {
    await insertTest(trx, { ...row, id, no })
  } catch (error) {
    if (errorDetailsOf(error).constraint === WELL) throw new AppError('breath.well_taken')
    throw error
  }
  const step = { status: 'created', action: 'create', note: null } as const
  await insertStep(trx, { testId: id, ...step, userId: user.userId, userName: user.realname })
  return { id, no }
}
