import { type DemoWxProduct, planWxProducts } from '@natim/demo/wx-products'
import { bucketEnd, calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { nextWxProductState, type WxProductAction, type WxProductState } from '@natim/domain/wx-product'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/id.ts'
import { createWxStandIn } from '../../wx/index.ts'
import { takeSnapshot } from '../figures.ts'
import { insertProduct, moveProduct, type ProductColumns, type StateColumns } from '../product.repository.ts'
import { numberOf } from '../product-save.ts'
import { upsertStats } from '../stat.repository.ts'
import { type DemoPerson, findAlarmAbout, findDemoPeople, markAsDemo } from './demo.repository.ts'

export interface DemoProductDeps {
  readonly db: Db
  readonly nowMs: number
}

type People = NonNullable<Awaited<ReturnType<typeof findDemoPeople>>>

/** Written this long before publication, with later steps this long afterwards. */
const WRITTEN_MS = 90 * MINUTE_MS
const STEP_MS = 20 * MINUTE_MS
const STATS_DAYS = 7

/** Products of the demonstration in every state; no notifications, nothing is published. */
export async function loadDemoProducts({ db, nowMs }: DemoProductDeps): Promise<void> {
  const people = await findDemoPeople(db)
  if (people === undefined) return
  const ids: string[] = []
  for (const plan of planWxProducts()) ids.push(await loadProduct({ db, nowMs }, people, plan))
  await markAsDemo(db, ids)
}

/** Time of writing of a product, and end of its data blocks. */
function timesOf({ agoHours, atHour, goal }: DemoWxProduct, nowMs: number) {
  const agoMs = nowMs - agoHours * HOUR_MS
  const releaseMs = atHour === undefined ? agoMs : bucketEnd(agoMs, DAY_MS) - DAY_MS + atHour * HOUR_MS
  const isOut = goal === 'published' || goal === 'archived' || goal === 'recalled' || goal === 'failed'
  const writtenMs = isOut ? releaseMs - WRITTEN_MS : Math.min(releaseMs, nowMs) - WRITTEN_MS
  return { releaseMs, writtenMs, dayMs: bucketEnd(writtenMs, DAY_MS) - DAY_MS }
}

function blocksOf({ parts, alarmDays, hasAir = false }: DemoWxProduct, dayMs: number): ProductColumns['blocks'] {
  const [first, ...others] = parts.map(([heading, text], index) => ({
    id: `b${index + 1}`,
    type: 'text' as const,
    heading,
    text,
  }))
  return [
    ...(first ? [first] : []),
    ...(hasAir ? [{ id: 'b8', type: 'air', span: 'day', place: 'city', toMs: dayMs, rows: 10 } as const] : []),
    ...(alarmDays === undefined
      ? []
      : [{ id: 'b9', type: 'alarms', days: alarmDays, toMs: dayMs, severityMax: 3, rows: 5 } as const]),
    ...others,
  ]
}

async function loadProduct({ db, nowMs }: DemoProductDeps, people: People, plan: DemoWxProduct): Promise<string> {
  const { editor } = people
  const { releaseMs, writtenMs, dayMs } = timesOf(plan, nowMs)
  const blocks = blocksOf(plan, dayMs)
  const ground = { sysOrgCode: editor.orgCode, scopePrefixes: ['*'], regionCode: '' }
  // Past air quality is computed after loading: its table is filled when the draft is opened.
  const known = blocks.filter(({ type }) => type !== 'air')
  const snapshot = await takeSnapshot(db, ground, known, writtenMs)
  const cause =
    plan.causeWord === undefined
      ? undefined
      : await findAlarmAbout(db, plan.causeWord, new Date(releaseMs - DAY_MS), new Date(releaseMs))
  const columns: ProductColumns = {
    type: plan.type,
    title: plan.type === 'daily' ? `${plan.title} ${calendarDayGmt8(dayMs - 1).slice(5)}` : plan.title,
    summary: plan.summary,
    // Without its alarm, the warning's severity is limited to what needs no cause.
    severity: plan.severity === undefined ? null : Math.max(plan.severity, cause?.severity ?? 3),
    causeKind: cause ? 'alarm' : null,
    causeId: cause?.id ?? null,
    causeNo: cause?.no ?? null,
    audience: 'public',
    regionCode: '',
    drill: plan.drill ?? false,
    cover: null,
    blocks,
  }
  return db.transaction().execute(async (trx) => {
    const at = new Date(writtenMs)
    const id = newId()
    const no = await numberOf(trx, at)
    const { sysOrgCode, scopePrefixes } = ground
    await insertProduct(trx, { id, no, sysOrgCode, scopePrefixes, columns, snapshot, editor, at })
    await carryOn(trx, people, plan, { id, severity: columns.severity, writtenMs, releaseMs, nowMs })
    return id
  })
}

interface Begun {
  readonly id: string
  readonly severity: number | null
  readonly writtenMs: number
  readonly releaseMs: number
  readonly nowMs: number
}

const SYSTEM = { username: '', realname: '系统' }
type Step = readonly [WxProductAction, number, Pick<DemoPerson, 'username' | 'realname'>, StateColumns?, string?]

/** The steps of a product, each at its time and by its persons. */
async function carryOn(trx: Tx, people: People, plan: DemoWxProduct, begun: Begun): Promise<void> {
  const { id, releaseMs, nowMs } = begun
  let state: WxProductState = 'draft'
  let version = 1
  for (const [action, atMs, who, columns = {}, note] of await stepsOf(people, plan, begun)) {
    const to = nextWxProductState(state, action)
    if (to === undefined) throw new Error(`${plan.title}: ${action} from ${state}`)
    const move = { id, version, from: state, to, action, at: new Date(Math.min(atMs, nowMs)), who: who.realname }
    await moveProduct(trx, { ...move, columns, ...(note !== undefined && { note }) })
    state = to
    version += 1
  }
  const { goal } = plan
  if (goal === 'published' || goal === 'archived' || goal === 'recalled') await countReaders(trx, id, releaseMs, nowMs)
}

async function stepsOf(people: People, plan: DemoWxProduct, begun: Begun): Promise<readonly Step[]> {
  const { editor, reviewer, officer } = people
  const { goal, reason = '' } = plan
  const { writtenMs, releaseMs } = begun
  const approver = begun.severity !== null && begun.severity <= 2 ? officer : reviewer
  const [submitMs, decideMs, scheduleMs] = [1, 2, 3].map((n) => writtenMs + n * STEP_MS)
  const at = (ms: number | undefined) => new Date(ms ?? 0)
  const submitted = { submittedBy: editor.username, submittedName: editor.realname, submittedAt: at(submitMs) }
  const submit: Step = ['submit', submitMs ?? 0, editor, submitted]
  if (goal === 'draft') return []
  if (goal === 'in_review') return [submit]
  if (goal === 'returned') return [submit, ['return', decideMs ?? 0, reviewer, { reason }, reason]]
  const approved = {
    approvedBy: approver.username,
    approvedName: approver.realname,
    approvedAt: at(decideMs),
    approvedNo: 1,
  }
  const approve: Step = ['approve', decideMs ?? 0, approver, approved]
  if (goal === 'approved') return [submit, approve]
  const isToCome = goal === 'scheduled'
  const schedule: Step = [
    'schedule',
    scheduleMs ?? 0,
    editor,
    { scheduleAt: at(releaseMs), lookAt: isToCome ? at(releaseMs) : null },
  ]
  if (isToCome) return [submit, approve, schedule]
  const start: Step = ['start', releaseMs, SYSTEM]
  if (goal === 'failed')
    return [submit, approve, schedule, start, ['fail', releaseMs + MINUTE_MS, SYSTEM, { reason }, reason]]
  const publish: Step = ['publish', releaseMs + MINUTE_MS, SYSTEM, await published(begun)]
  const out = [submit, approve, schedule, start, publish]
  if (goal === 'archived') return [...out, ['archive', releaseMs + 20 * DAY_MS, editor]]
  if (goal !== 'recalled') return out
  const recallMs = releaseMs + 3 * HOUR_MS
  return [
    ...out,
    ['recall', recallMs, reviewer, { reason, recallAt: at(recallMs), removedAt: at(recallMs + MINUTE_MS) }, reason],
  ]
}

/** What the stand-in would have returned then. */
async function published({ id, releaseMs }: Begun): Promise<StateColumns> {
  const { publishId } = await createWxStandIn({ now: () => releaseMs }).publish(id)
  const { articleId = '', url = '' } = await createWxStandIn({ now: () => releaseMs + MINUTE_MS }).publishState(
    publishId,
  )
  return { articleId, url, publishAt: new Date(releaseMs + MINUTE_MS), publishedNo: 1 }
}

async function countReaders(trx: Tx, id: string, releaseMs: number, nowMs: number): Promise<void> {
  const { articleId } = await published({ id, releaseMs, severity: null, writtenMs: 0, nowMs })
  for (let day = 0; day < STATS_DAYS; day++) {
    const endMs = bucketEnd(releaseMs, DAY_MS) + day * DAY_MS
    const seenMs = Math.min(endMs - 1, nowMs)
    const readers = await createWxStandIn({ now: () => seenMs }).stats(articleId ?? '', calendarDayGmt8(releaseMs))
    await upsertStats(trx, id, calendarDayGmt8(seenMs), readers)
    if (endMs >= nowMs) return
  }
}
