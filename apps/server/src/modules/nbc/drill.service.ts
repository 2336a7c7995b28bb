import type { NbcDrill, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { calendarDayGmt8, MINUTE_MS } from '@natim/domain/time'
import type { z } from 'zod'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import type { Network } from '../live/index.ts'
import { endDrill, findDrill, insertDrill, lockDrillsOf, type StoredDrill } from './drill.repository.ts'
import { appendStep } from './event.repository.ts'
import { nbcDeviceOf } from './nbc-device.ts'
import { insertEvent, lockTaking, nextSeq } from './take.repository.ts'

type Played = z.output<(typeof nbcEventEndpoints)['playEvent']['body']>

export interface DrillDeps {
  readonly db: Db
  readonly network: Pick<Network, 'fresh'>
  readonly now: () => number
}

/**
 * 演练: drill mode of a department, with simulated events. They raise no alarms and send no notifications (ADR 0057).
 */
export function createNbcDrills({ db, network, now }: DrillDeps) {
  const current = ({ scope }: SessionUser) => findDrill(db, scope.orgCode, now())

  return {
    async current(user: SessionUser): Promise<NbcDrill | null> {
      const drill = await current(user)
      return drill ? toDrill(drill, user) : null
    },

    async start(
      actor: Actor,
      { title, minutes }: { readonly title: string; readonly minutes: number },
    ): Promise<NbcDrill> {
      const { orgCode } = actor.user.scope
      const { username, realname } = authorOf(actor.user)
      const drill = await db.transaction().execute(async (trx) => {
        const nowMs = now()
        await lockDrillsOf(trx, orgCode, nowMs)
        const running = await findDrill(trx, orgCode, nowMs)
        if (running)
          throw new AppError('nbc.drill_running', { data: { title: running.title, name: running.startedName } })
        const started = await insertDrill(trx, {
          id: newId(),
          title,
          sysOrgCode: orgCode,
          startedBy: username,
          startedName: realname,
          startedAt: new Date(nowMs),
          untilAt: new Date(nowMs + minutes * MINUTE_MS),
        })
        await writeOperation(trx, actor, {
          content: `开始核生化演练：${title}`,
          objectId: started.id,
          operateType: OPERATE.add,
        })
        return started
      })
      return toDrill(drill, actor.user)
    },

    async end(actor: Actor, id: string): Promise<void> {
      const { realname } = authorOf(actor.user)
      await db.transaction().execute(async (trx) => {
        const at = new Date(now())
        const ended = await endDrill(trx, id, { orgCode: actor.user.scope.orgCode, name: realname, at })
        if (ended === undefined) throw new AppError('nbc.drill_over')
        await writeOperation(trx, actor, {
          content: `结束核生化演练：${ended.title}`,
          objectId: id,
          operateType: OPERATE.edit,
        })
      })
    },

    async play(
      actor: Actor,
      { deviceId, level, agentClass, bars, value, note }: Played,
    ): Promise<{ id: string; no: string }> {
      const device = nbcDeviceOf(await network.fresh(), actor.user, deviceId)
      const { username, realname } = authorOf(actor.user)
      return db.transaction().execute(async (trx) => {
        await lockTaking(trx)
        const nowMs = now()
        const drill = await findDrill(trx, actor.user.scope.orgCode, nowMs)
        if (drill === undefined) throw new AppError('nbc.drill_over')
        const id = newId()
        const day = calendarDayGmt8(nowMs)
        const seq = await nextSeq(trx, day)
        await insertEvent(trx, {
          id,
          day,
          seq,
          type: device.kind,
          source: 'drill',
          drillId: drill.id,
          deviceId,
          deviceNo: device.deviceNo,
          regionCode: device.regionCode,
          sysOrgCode: device.sysOrgCode,
          ts: new Date(nowMs),
          level,
          agentClass: agentClass ?? null,
          bars: bars ?? null,
          value: value ?? null,
        })
        await appendStep(trx, {
          eventId: id,
          ts: new Date(nowMs),
          actor: username,
          actorName: realname,
          action: 'detect',
          toState: 'detected',
          note: `演练：${note}`,
        })
        await writeOperation(trx, actor, {
          content: `演练中发起核生化事件：${note}`,
          objectId: id,
          operateType: OPERATE.add,
        })
        return { id, no: `NBC${day.replaceAll('-', '')}-${String(seq).padStart(3, '0')}` }
      })
    },
  }
}

const toDrill = (
  { id, title, startedName, startedAt, untilAt, sysOrgCode }: StoredDrill,
  { scope }: SessionUser,
): NbcDrill => ({
  id,
  title,
  startedName,
  startedMs: startedAt.getTime(),
  untilMs: untilAt.getTime(),
  mayEnd: scope.orgCode !== '' && sysOrgCode.startsWith(scope.orgCode),
})

export type NbcDrills = ReturnType<typeof createNbcDrills>
