import { monReportEndpoints } from '@natim/contract/mon/mon-report'
import { reportDef } from '@natim/contract/mon/mon-report.resource'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { serveFile } from '../../platform/files/serve-file.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { PdfPrinter } from '../../platform/print/pdf-printer.ts'
import { createResource, resourceHandlers } from '../resource/index.ts'
import { createMonReports } from './mon-report.service.ts'
import { REPORT_DEF } from './report-def.resource.ts'
import { createReportFiles } from './report-files.ts'

export interface MonReportDeps {
  readonly db: Db
  readonly now: () => number
  readonly store: FileStore
  readonly network: string
  readonly printer: PdfPrinter
}

/** 报告中心: definitions, runs and their files. */
export function registerMonReportRoutes(
  api: FastifyInstance,
  { db, now, store, network, printer }: MonReportDeps,
): void {
  const reports = createMonReports({ db, now, network, files: createReportFiles({ db, store, printer }) })
  implement(api, reportDef.endpoints, resourceHandlers(db, reportDef, createResource(db, REPORT_DEF)))
  implement(api, monReportEndpoints, {
    run: async ({ body, ctx }) => withMessage(await reports.run(actorOf(ctx), body.defId, body.at), '已开始生成'),
    rerun: async ({ body, ctx }) => withMessage(await reports.rerun(actorOf(ctx), body.id), '已开始生成'),
    runs: ({ query, ctx }) => reports.runs(ctx.user, query.defId),
    get: ({ query, ctx }) => reports.get(ctx.user, query.id),
    async file({ query, ctx: { request, reply, user } }) {
      const { served, open } = await reports.file(user, query.id, query.format)
      return serveFile(request, reply, served, open)
    },
    abilities: async () => ({ pdf: await printer.reason() }),
  })
}
