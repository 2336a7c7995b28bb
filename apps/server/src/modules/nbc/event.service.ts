import { NBC_REJECT_REASON, NBC_STATE } from '@natim/contract/dict'
import type { ErrorCode } from '@natim/contract/errors'
import type { ListQuery } from '@natim/contract/fields'
import type { NbcEventDetail, NbcHazard, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { distanceKm } from '@natim/domain/distance'
import {
  agreeDenial,
  decideDenial,
  mayLeaveHouse,
  type NbcDecision,
  type NbcDenial,
  type NbcFacts,
  type NbcState,
  needsTwo,
} from '@natim/domain/nbc/event'
import { CLOSE_KM, DOWNWIND_KM, HAZARD_BANNER, hazardArea, WIND_WITHIN_KM } from '@natim/domain/nbc/hazard'
import { AGREE_WITHIN_KM, AGREE_WITHIN_MS } from '@natim/domain/nbc/told'
import type { z } from 'zod'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import {
  confirmPending,
  excludePending,
  severityOnceConfirmed,
  toLiveEvents,
  type WrittenEntry,
} from '../alarm/index.ts'
import type { Network } from '../live/index.ts'
import { keptWind, toEventRow, toReport, toStep } from './event.mapper.ts'
import {
  appendStep,
  countEvents,
  EVENT_FIELDS,
  EVENT_LIST,
  type EventRecord,
  findAround,
  findEvent,
  findEventPage,
  findSteps,
  lockEvent,
  type NewStep,
  type StoredEvent,
  updateEvent,
} from './event.repository.ts'
import { findReports } from './report.repository.ts'
import { windAt } from './wind.ts'

export interface NbcEventDeps {
  readonly db: Db
  readonly bus: Bus
  readonly network: Pick<Network, 'fresh'>
  readonly now: () => number
}

type Body<K extends 'verify' | 'agree' | 'decline'> = z.output<(typeof nbcEventEndpoints)[K]['body']>
type Reason = NonNullable<Body<'verify'>['reason']>
interface Decided {
  readonly state: NbcState
  readonly version: number
}

const DENIALS: Readonly<Record<NbcDenial, ErrorCode>> = {
  state: 'nbc.state',
  proposed: 'nbc.proposed',
  no_proposal: 'nbc.no_proposal',
  same_person: 'nbc.same_person',
}

export const factsOf = (
  event: Pick<StoredEvent, 'state' | 'level' | 'corroborated' | 'drillId' | 'proposedBy'>,
): NbcFacts => ({
  state: event.state,
  level: event.level,
  isCorroborated: event.corroborated,
  isDrill: event.drillId !== null,
  proposedBy: event.proposedBy,
})

/** A requested step, by one person or two. */
interface Wanted {
  readonly to: NbcDecision
  readonly note: string
  readonly reason: Reason | null
}

const NO_PROPOSAL = {
  proposedTo: null,
  proposedBy: null,
  proposedName: null,
  proposedAt: null,
  proposedNote: null,
  proposedReason: null,
} as const

/** Events and the decisions about them (domain §3.12). Of two concurrent decisions the second must reload. */
export function createNbcEvents({ db, bus, network, now }: NbcEventDeps) {
  async function list({ scope }: SessionUser, query: ListQuery, ids?: readonly string[]) {
    const request = parseListRequest(query, EVENT_FIELDS, EVENT_LIST)
    const { records, total } = await findEventPage(db, scope, request, ids)
    return toPage(records.map(toEventRow), total, request)
  }

  async function get({ scope }: SessionUser, id: string): Promise<EventRecord> {
    const event = await findEvent(db, scope, id)
    if (event === undefined) throw new AppError('row.not_found')
    return event
  }

  /** The wind stored with the event, or looked up again if it was not known when the event arrived. */
  async function windOf(event: EventRecord) {
    const kept = keptWind(event)
    if (kept !== null || event.lng === null || event.lat === null) return kept
    return windAt(db, await network.fresh(), { lng: event.lng, lat: event.lat }, event.ts.getTime())
  }

  /** Changes a locked event of the given version, and publishes changes of its alarm after the commit. */
  async function change(
    { user, ...at }: Actor,
    { id, version }: { readonly id: string; readonly version: number },
    work: (
      trx: Tx,
      event: StoredEvent,
    ) => Promise<Decided & { readonly entries: readonly WrittenEntry[]; readonly said: string }>,
  ): Promise<Decided> {
    const {
      entries,
      said: _said,
      ...decided
    } = await db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, user.scope, id)
      if (event === undefined) throw new AppError('row.not_found')
      if (event.version !== version) throw new AppError('row.conflict')
      const done = await work(trx, event)
      await writeOperation(
        trx,
        { user, ...at },
        {
          content: `核生化事件 ${event.no}：${done.said}`,
          objectId: id,
          operateType: OPERATE.edit,
          detail: { table: 'mon_nbc_event', before: { state: event.state }, after: { state: done.state } },
        },
      )
      return done
    })
    if (entries.length > 0) bus.publish('alarms', toLiveEvents(entries))
    return decided
  }

  return {
    list,
    get,

    async counts({ scope }: SessionUser) {
      const rows = await countEvents(db, scope)
      const states = { detected: 0, local_confirmed: 0, lab_confirmed: 0, rejected: 0 }
      for (const { state, n } of rows) states[state] = n
      const sum = (key: 'proposed' | 'drills') => rows.reduce((total, row) => total + row[key], 0)
      return { states, proposed: sum('proposed'), drills: sum('drills') }
    },

    async detail(user: SessionUser, id: string): Promise<NbcEventDetail> {
      const event = await get(user, id)
      const [wind, steps, reports, around] = await Promise.all([
        windOf(event),
        findSteps(db, id),
        findReports(db, id),
        findAround(db, user.scope, event, AGREE_WITHIN_MS),
      ])
      return {
        event: toEventRow(event),
        deviceStatus: event.deviceStatus,
        lng: event.lng,
        lat: event.lat,
        isotopes: event.isotopes,
        rejectReason: event.rejectReason,
        wind,
        steps: steps.map(toStep),
        reports: reports.map(toReport),
        mayLeave: mayLeaveHouse(factsOf(event)),
        nearby: around.filter((other) => isNear(event, other)).map(toEventRow),
      }
    },

    async hazardArea(
      user: SessionUser,
      id: string,
      {
        closeKm = CLOSE_KM,
        downwindKm = DOWNWIND_KM,
      }: { readonly closeKm?: number | undefined; readonly downwindKm?: number | undefined },
    ): Promise<NbcHazard> {
      const event = await get(user, id)
      const { lng, lat } = event
      if (lng === null || lat === null)
        return { area: null, wind: null, text: '装备没有坐标，不画危害区', banner: HAZARD_BANNER }
      const wind = await windOf(event)
      const area = hazardArea({ lng, lat }, wind, { closeKm, downwindKm })
      return {
        area: area && { ...area, corners: [...area.corners] },
        wind,
        text: hazardText(area, wind),
        banner: HAZARD_BANNER,
      }
    },

    verify: (actor: Actor, { to, note, reason = undefined, ...target }: Body<'verify'>): Promise<Decided> =>
      change(actor, target, async (trx, event) => {
        if (to === 'rejected' && reason === undefined) throw new AppError('nbc.reason')
        const denial = decideDenial(factsOf(event), to)
        if (denial) throw new AppError(DENIALS[denial], { data: { name: event.proposedName ?? '' } })
        const wanted = { to, note, reason: to === 'rejected' ? (reason ?? null) : null }
        return (await isForTwo(trx, event))
          ? propose(trx, event, actor.user, wanted, now())
          : settle(trx, event, actor.user, { ...wanted, action: 'decide' }, now())
      }),

    agree: (actor: Actor, { note, ...target }: Body<'agree'>): Promise<Decided> =>
      change(actor, target, async (trx, event) => {
        const denial = agreeDenial(factsOf(event), authorOf(actor.user).username)
        if (denial) throw new AppError(DENIALS[denial])
        // The table has either both or neither of the proposed state and its author.
        if (event.proposedTo === null) throw new AppError('nbc.no_proposal')
        const wanted: Wanted = {
          to: event.proposedTo,
          note: note || '同意',
          reason: event.proposedReason,
        }
        return settle(trx, event, actor.user, { ...wanted, action: 'agree' }, now())
      }),

    decline: (actor: Actor, { note, ...target }: Body<'decline'>): Promise<Decided> =>
      change(actor, target, async (trx, event) => {
        if (event.proposedBy === null) throw new AppError('nbc.no_proposal')
        const state = event.state
        const version = await updateEvent(trx, event, NO_PROPOSAL)
        await appendStep(trx, {
          ...stepOf(event, actor.user, now()),
          action: 'decline',
          fromState: state,
          toState: event.proposedTo,
          note,
        })
        return { state, version, entries: [], said: `退回处理意见：${note}` }
      }),
  }
}

const stepOf = ({ id }: StoredEvent, user: SessionUser, nowMs: number) => {
  const { username, realname } = authorOf(user)
  return { eventId: id, ts: new Date(nowMs), actor: username, actorName: realname }
}

/**
 * Whether a step needs two people: for the highest level, also if only its alarm would reach that, as an alarm may
 * cover more than this event.
 */
const isForTwo = async (trx: Tx, event: StoredEvent): Promise<boolean> =>
  needsTwo(event) ||
  (event.alarmId !== null && needsTwo({ level: (await severityOnceConfirmed(trx, event.alarmId)) ?? event.level }))

async function propose(trx: Tx, event: StoredEvent, user: SessionUser, { to, note, reason }: Wanted, nowMs: number) {
  const { username, realname } = authorOf(user)
  const version = await updateEvent(trx, event, {
    proposedTo: to,
    proposedBy: username,
    proposedName: realname,
    proposedAt: new Date(nowMs),
    proposedNote: note,
    proposedReason: reason,
  })
  const step = { ...stepOf(event, user, nowMs), action: 'propose', fromState: event.state, toState: to, note } as const
  await appendStep(trx, step)
  return { state: event.state, version, entries: [], said: `提交${NBC_STATE[to]}：${note}` }
}

/** Performs the step and, except in drills, updates the event's alarm. */
async function settle(
  trx: Tx,
  event: StoredEvent,
  user: SessionUser,
  { to, note, reason, action }: Wanted & Pick<NewStep, 'action'>,
  nowMs: number,
) {
  const version = await updateEvent(trx, event, { ...NO_PROPOSAL, state: to, rejectReason: reason })
  await appendStep(trx, { ...stepOf(event, user, nowMs), action, fromState: event.state, toState: to, note })
  const { actor, actorName } = stepOf(event, user, nowMs)
  const why = reason === null ? NBC_STATE[to] : `${NBC_STATE[to]}（${NBC_REJECT_REASON[reason]}）`
  const verdict = { actor, actorName, nowMs, note: `核生化事件 ${event.no} ${why}：${note}` }
  const tell = to === 'rejected' ? excludePending : confirmPending
  const entries = event.alarmId === null || event.drillId !== null ? [] : await tell(trx, event.alarmId, verdict)
  return { state: to, version, entries, said: `${why}：${note}` }
}

const isNear = (event: EventRecord, { lng, lat, deviceId }: EventRecord) =>
  deviceId !== event.deviceId &&
  event.lng !== null &&
  event.lat !== null &&
  lng !== null &&
  lat !== null &&
  distanceKm({ lng: event.lng, lat: event.lat }, { lng, lat }) <= AGREE_WITHIN_KM

function hazardText(area: ReturnType<typeof hazardArea>, wind: NbcEventDetail['wind']): string {
  if (area === null || wind === null) return `${WIND_WITHIN_KM} km 内没有 20 分钟以内的风，不画危害区`
  const measured = `${wind.stationName}（${wind.distanceKm} km）风速 ${wind.speedMs.toFixed(1)} m/s`
  return area.kind === 'circle'
    ? `${measured}，低于 2.8 m/s：以装备为中心 ${area.radiusKm} km 圆形`
    : `${measured}，风向 ${Math.round(wind.fromDeg)}°：下风 ${area.radiusKm} km、60° 扇形，起点在装备上风侧`
}
