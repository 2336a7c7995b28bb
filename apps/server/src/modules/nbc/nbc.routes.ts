import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { nbcEquipment } from '@natim/contract/mon/nbc.resource'
import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { createResource, resourceHandlers } from '../resource/index.ts'
import { createBioReading, createChemReading } from './chem-bio.ts'
import { createNbcDrills, type NbcDrills } from './drill.service.ts'
import { equipmentAt } from './equipment.resource.ts'
import { createNbcEvents } from './event.service.ts'
import { EVENT_COLUMNS } from './event-sheet.ts'
import { createNbcExport, DRILL_MARK } from './export-data.ts'
import { createNbcOverview } from './overview.ts'
import { createRadReading } from './rad.ts'
import type { ReadingDeps } from './reading.ts'
import { createNbcReports } from './report.service.ts'
import { createSpectrumReading } from './spectrum.ts'

/** 核生化: equipment, data, events and drills. */
export function registerNbcRoutes(api: FastifyInstance, deps: ReadingDeps & { readonly bus: Bus }): void {
  const { db, now } = deps
  const records = createResource(db, equipmentAt(now))
  implement(api, nbcEquipment.endpoints, resourceHandlers(db, nbcEquipment, records))
  const drills = createNbcDrills(deps)
  registerData(api, deps, drills)
  registerEvents(api, deps, drills)
}

function registerData(api: FastifyInstance, deps: ReadingDeps, drills: NbcDrills): void {
  const overview = createNbcOverview(deps)
  const rad = createRadReading(deps)
  const spectrum = createSpectrumReading(deps)
  const chem = createChemReading(deps)
  const bio = createBioReading(deps)
  const exported = createNbcExport(deps, { rad, chem, bio, drills })
  implement(api, nbcEndpoints, {
    devices: ({ query, ctx }) => overview.devices(ctx.user, query.kind),
    summary: ({ ctx }) => overview.summary(ctx.user),
    rad: ({ query, ctx }) => rad.rad(ctx.user, query),
    dose: ({ query, ctx }) => rad.dose(ctx.user, query),
    spectrum: ({ query, ctx }) => spectrum(ctx.user, query),
    chem: ({ query, ctx }) => chem(ctx.user, query),
    bio: ({ query, ctx }) => bio(ctx.user, query),
    async exportData({ query, ctx }) {
      const { fileName, contentType, content } = await exported(actorOf(ctx), query)
      return ctx.reply
        .type(contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
        .send(content)
    },
  })
}

function registerEvents(api: FastifyInstance, deps: ReadingDeps & { readonly bus: Bus }, drills: NbcDrills): void {
  const { db, now } = deps
  const events = createNbcEvents(deps)
  const reports = createNbcReports({ db, now })
  implement(api, nbcEventEndpoints, {
    list: ({ query, ctx }) => events.list(ctx.user, query),
    counts: ({ ctx }) => events.counts(ctx.user),
    detail: ({ params, ctx }) => events.detail(ctx.user, params.id),
    hazardArea: ({ params, query, ctx }) => events.hazardArea(ctx.user, params.id, query),
    verify: async ({ body, ctx }) => withMessage(await events.verify(actorOf(ctx), body), '处理意见已提交'),
    agree: async ({ body, ctx }) => withMessage(await events.agree(actorOf(ctx), body), '已同意'),
    decline: async ({ body, ctx }) => withMessage(await events.decline(actorOf(ctx), body), '已退回'),
    saveReport: async ({ body, ctx }) => withMessage(await reports.save(actorOf(ctx), body), '草稿已保存'),
    sendReport: async ({ body, ctx }) => withMessage(await reports.send(actorOf(ctx), body), '报告已发出'),
    async exportXls({ query, body, ctx }) {
      const drill = await drills.current(ctx.user)
      return exportXlsx(
        {
          db,
          title: `${drill ? DRILL_MARK : ''}核生化事件`,
          columns: EVENT_COLUMNS,
          readPage: (given, ids) => events.list(ctx.user, given, ids),
        },
        { query, body },
        ctx,
      )
    },
    drill: ({ ctx }) => drills.current(ctx.user),
    startDrill: async ({ body, ctx }) => withMessage(await drills.start(actorOf(ctx), body), '演练已开始'),
    async endDrill({ body, ctx }) {
      await drills.end(actorOf(ctx), body.id)
      return withMessage(null, '演练已结束')
    },
    playEvent: async ({ body, ctx }) => withMessage(await drills.play(actorOf(ctx), body), '演练事件已发起'),
  })
}
