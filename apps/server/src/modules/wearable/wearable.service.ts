import { BOARD_PAGE_SIZE, type wearableEndpoints } from '@natim/contract/mon/wearable'
import type { PermissionCode } from '@natim/contract/permissions'
import { maskSubjectCode } from '@natim/domain/subject'
import { DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { ENTRY_VALID_MS } from '@natim/domain/vital-window'
import type { z } from 'zod'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { randomId, type Sight, sightOf } from '../subject/index.ts'
import {
  findAlarms,
  findHours,
  findHygiene,
  findLatest,
  findTimeline,
  findWearers,
  type HygieneRecord,
  type WearerRecord,
} from './board.repository.ts'
import { byRisk, countFilters, isInFilter, toCard } from './board.ts'
import { cohortOf } from './cohort.ts'
import { readExposure } from './exposure.ts'
import { createOpenReads } from './open-reads.ts'
import { deleteWindowsAfter, findEntries } from './vital.repository.ts'
import { reckonBinding, reckonSubject } from './vital-worker.ts'
import {
  endBinding,
  findBindings,
  findOverlap,
  hasSameEntry,
  insertBinding,
  insertEntry,
  lockOpenBinding,
  lockSubject,
  lockWearable,
} from './wearable.repository.ts'
import { daysUntil, readWearerDays } from './wearer-days.ts'

interface Deps {
  readonly db: Db
  readonly now: () => number
}

type Endpoints = typeof wearableEndpoints
type QueryOf<K extends 'board' | 'exposure' | 'wearer' | 'timeline' | 'cohort' | 'hygiene'> = z.output<
  Endpoints[K]['query']
>
type BodyOf<K extends 'enter' | 'bind' | 'unbind'> = z.output<Endpoints[K]['body']>
type ResultOf<K extends keyof Endpoints> = z.output<Endpoints[K]['result']>

/** Tolerance for clocks on a ward that are ahead of the server. */
const AHEAD_MS = MINUTE_MS
/** A working device is never silent for this long. */
const UNSYNCED_MS = 2 * HOUR_MS
const UNWORN_MS = HOUR_MS

/** Wearers and their condition. */
export function createWearables({ db, now }: Deps) {
  const noteOpen = createOpenReads(db, now)

  async function cardsOf(wearers: readonly WearerRecord[], sight: Sight) {
    const nowMs = now()
    const [latest, hours] = await Promise.all([findLatest(db, wearers), findHours(db, wearers, nowMs)])
    return wearers.map((wearer) => toCard(wearer, { latest, hours }, sight, nowMs))
  }

  async function wearerOf(user: SessionUser, id: string): Promise<WearerRecord> {
    const [wearer] = await findWearers(db, user.scope, now(), id)
    if (wearer === undefined) throw new AppError('row.not_found')
    return wearer
  }

  /** An instant entered by a user. @throws AppError wearable.future */
  function instantOf(text: string | undefined): Date {
    const ms = text === undefined ? now() : (parseGmt8(text) ?? Number.NaN)
    if (!(ms <= now() + AHEAD_MS)) throw new AppError('wearable.future')
    return new Date(Math.min(ms, now()))
  }

  return {
    async board(actor: Actor, query: QueryOf<'board'>): Promise<ResultOf<'board'>> {
      const { user } = actor
      const sight = sightOf(user, query.open)
      const all = await findWearers(db, user.scope, now())
      const asked = query.q?.toUpperCase() ?? ''
      // Masked characters cannot be searched: a hit would reveal them.
      const isAsked = (wearer: WearerRecord) => sight.code(wearer.subjectCode).includes(asked)
      const within = all.filter(
        (wearer) => isAsked(wearer) && (query.unit === undefined || query.unit === '' || wearer.unit === query.unit),
      )
      const found = within.filter((wearer) => isInFilter(query.filter, wearer)).toSorted(byRisk)
      const page = found.slice((query.pageNo - 1) * BOARD_PAGE_SIZE, query.pageNo * BOARD_PAGE_SIZE)
      await noteOpen(actor, sight, {
        kind: 'list',
        object: 'wearable',
        subjectIds: page.map(({ subjectId }) => subjectId),
      })
      const units = [...new Set(all.map(({ unit }) => unit))].toSorted((a, b) => a.localeCompare(b, 'zh-CN'))
      return { cards: await cardsOf(page, sight), total: found.length, counts: countFilters(within), units }
    },

    async wearer(actor: Actor, { id, open }: QueryOf<'wearer'>): Promise<ResultOf<'wearer'>> {
      const { user } = actor
      const sight = sightOf(user, open)
      const wearer = await wearerOf(user, id)
      const { subjectId, boundFromMs, scaleOrder, lng, lat } = wearer
      await noteOpen(actor, sight, { kind: 'detail', object: 'wearable', subjectIds: [subjectId] })
      const nowMs = now()
      const has = (code: PermissionCode) => sight.isOpen && user.permissions.has(code)
      const [[card], entries, bindings, alarms] = await Promise.all([
        cardsOf([wearer], sight),
        sight.isOpen ? findEntries(db, { subjectIds: [subjectId], fromMs: nowMs - DAY_MS, toMs: nowMs }) : [],
        sight.isOpen ? findBindings(db, user.scope, subjectId) : [],
        has('mon:alarm:view') ? findAlarms(db, wearer) : [],
      ])
      if (card === undefined) throw new AppError('row.not_found')
      return {
        card,
        boundFrom: sight.isOpen ? formatGmt8(boundFromMs) : null,
        hasScaleOrder: scaleOrder !== null,
        entries: entries.map(({ subjectId: _person, ...entry }) => entry),
        bindings: bindings.map(({ boundFromMs: fromMs, boundToMs: toMs, ...binding }) => ({
          ...binding,
          boundFrom: formatGmt8(fromMs),
          boundTo: toMs === null ? null : formatGmt8(toMs),
        })),
        alarms,
        position: has('mon:device:track') && lng !== null && lat !== null ? { lng, lat } : null,
      }
    },

    async timeline(actor: Actor, { id, hours }: QueryOf<'timeline'>): Promise<ResultOf<'timeline'>> {
      const { subjectId, boundFromMs } = await wearerOf(actor.user, id)
      await noteOpen(actor, sightOf(actor.user, true), {
        kind: 'detail',
        object: 'wearable_timeline',
        subjectIds: [subjectId],
      })
      const toMs = now()
      const fromMs = Math.max(toMs - hours * HOUR_MS, boundFromMs)
      return { fromMs, toMs, windows: await findTimeline(db, subjectId, fromMs, toMs) }
    },

    async exposure(actor: Actor, { id, open }: QueryOf<'exposure'>): Promise<ResultOf<'exposure'>> {
      const { user } = actor
      const sight = sightOf(user, open)
      const { subjectId, deviceId, boundFromMs } = await wearerOf(user, id)
      await noteOpen(actor, sight, { kind: 'detail', object: 'wearable_exposure', subjectIds: [subjectId] })
      const toMs = now()
      const fromMs = Math.max(toMs - DAY_MS, boundFromMs)
      return readExposure(db, { deviceId, scope: user.scope, fromMs, toMs }, sight)
    },

    /** @throws AppError row.not_found, wearable.future, wearable.entry_old, wearable.scale */
    async enter(actor: Actor, { id, at, ...form }: BodyOf<'enter'>): Promise<ResultOf<'enter'>> {
      const { user } = actor
      const ts = instantOf(at)
      if (ts.getTime() <= now() - ENTRY_VALID_MS) throw new AppError('wearable.entry_old')
      await db.transaction().execute(async (trx) => {
        const binding = await lockOpenBinding(trx, user.scope, id)
        if (binding === undefined) throw new AppError('row.not_found')
        if (form.spo2Scale === 2 && binding.scaleOrder === null) throw new AppError('wearable.scale')
        const { subjectId, subjectCode } = binding
        const { userId, username } = authorOf(user)
        const madeName = user.realname ?? username
        const entry = { id: randomId(), subjectId, ts, ...form, madeBy: userId, madeName }
        // A repeated click, or a retry after a lost response.
        if (await hasSameEntry(trx, entry)) return
        await insertEntry(trx, entry)
        await writeOperation(trx, actor, {
          content: `补录体征：${maskSubjectCode(subjectCode)}`,
          objectId: id,
          operateType: OPERATE.add,
          detail: { table: 'mon_vital_entry' },
        })
        await reckonSubject(trx, subjectId, now())
      })
      const sight = sightOf(user, user.permissions.has('mon:health:view'))
      const wearer = await wearerOf(user, id)
      await noteOpen(actor, sight, { kind: 'detail', object: 'wearable', subjectIds: [wearer.subjectId] })
      const [card] = await cardsOf([wearer], sight)
      if (card === undefined) throw new AppError('row.not_found')
      return card
    },

    /** @throws AppError wearable.device, wearable.subject, wearable.overlap, wearable.future */
    async bind(actor: Actor, { clientId, subjectCode, from, ...form }: BodyOf<'bind'>): Promise<{ id: string }> {
      const { user } = actor
      const boundFrom = instantOf(from)
      return await db.transaction().execute(async (trx) => {
        // Locks both in a fixed order: of concurrent bindings, the second sees the first.
        const device = await lockWearable(trx, user.scope, clientId)
        if (device === undefined || device.retiredAt !== null) throw new AppError('wearable.device')
        const subject = await lockSubject(trx, user.scope, subjectCode)
        if (subject === undefined) throw new AppError('wearable.subject')
        const other = await findOverlap(trx, device.id, subject.id, boundFrom)
        if (other !== undefined)
          throw new AppError('wearable.overlap', {
            data: { what: other.deviceId === device.id ? '该设备' : '该受试者' },
          })
        const id = randomId()
        await insertBinding(trx, {
          id,
          deviceId: device.id,
          subjectId: subject.id,
          ...form,
          scaleOrder: form.scaleOrder ?? null,
          boundFrom,
          regionCode: device.regionCode,
          sysOrgCode: device.sysOrgCode,
          createBy: authorOf(user).username,
        })
        await reckonBinding(trx, device.deviceNo, boundFrom.getTime(), now())
        await writeOperation(trx, actor, {
          content: `绑定可穿戴设备：${maskSubjectCode(subject.subjectCode)}`,
          objectId: id,
          operateType: OPERATE.add,
          detail: { table: 'mon_wearable_binding' },
        })
        return { id }
      })
    },

    /** @throws AppError row.not_found, wearable.end_before_start, wearable.future */
    async unbind(actor: Actor, { id, to }: BodyOf<'unbind'>): Promise<void> {
      const boundTo = instantOf(to)
      await db.transaction().execute(async (trx) => {
        const binding = await lockOpenBinding(trx, actor.user.scope, id)
        if (binding === undefined) throw new AppError('row.not_found')
        if (boundTo <= binding.boundFrom) throw new AppError('wearable.end_before_start')
        await endBinding(trx, id, boundTo, authorOf(actor.user).username)
        await deleteWindowsAfter(trx, binding.subjectId, id, boundTo)
        await writeOperation(trx, actor, {
          content: `解除可穿戴设备：${maskSubjectCode(binding.subjectCode)}`,
          objectId: id,
          operateType: OPERATE.edit,
          detail: { table: 'mon_wearable_binding' },
        })
      })
    },

    async cohort({ scope }: SessionUser, { days: count }: QueryOf<'cohort'>): Promise<ResultOf<'cohort'>> {
      const nowMs = now()
      const days = daysUntil(nowMs, count)
      return cohortOf(await readWearerDays(db, scope, days, nowMs), days)
    },

    async hygiene(actor: Actor, { open }: QueryOf<'hygiene'>): Promise<ResultOf<'hygiene'>> {
      const sight = sightOf(actor.user, open)
      const nowMs = now()
      const faults = (await findHygiene(db, actor.user.scope, nowMs)).flatMap((row) => {
        const fault = faultOf(row, nowMs)
        return fault === undefined ? [] : [{ ...row, ...fault }]
      })
      const subjectIds = faults.map(({ subjectId }) => subjectId)
      await noteOpen(actor, sight, { kind: 'list', object: 'wearable_device', subjectIds })
      return faults.map(({ id, subjectCode, unit, clientId, fault, sinceMs, batteryPct }) => ({
        id,
        subjectCode: sight.code(subjectCode),
        unit,
        clientId: sight.isOpen ? clientId : null,
        fault,
        sinceMs: sight.isOpen ? sinceMs : null,
        batteryPct,
      }))
    },
  }
}

interface DeviceFault {
  readonly fault: 'unsynced' | 'unworn' | 'flat'
  /** Null = unknown. */
  readonly sinceMs: number | null
}

/** The most urgent fault. */
function faultOf({ lastMs, wornMs, boundFromMs, isFlat }: HygieneRecord, nowMs: number): DeviceFault | undefined {
  if (lastMs === null || lastMs < nowMs - UNSYNCED_MS) return { fault: 'unsynced', sinceMs: lastMs }
  if (Math.max(wornMs ?? 0, boundFromMs) < nowMs - UNWORN_MS) return { fault: 'unworn', sinceMs: wornMs }
  return isFlat ? { fault: 'flat', sinceMs: null } : undefined
}
