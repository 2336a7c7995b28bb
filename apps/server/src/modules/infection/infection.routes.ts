import { infectionEndpoints } from '@natim/contract/mon/infection'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { actorOf, OPERATE, writeOperation } from '../../platform/journal.ts'
import { situationFile } from './export-situation.ts'
import { createInfectionReader } from './infection.service.ts'

/** 感染态势: counts by city and day, with small counts masked. */
export function registerInfectionRoutes(
  api: FastifyInstance,
  deps: { readonly db: Db; readonly now: () => number },
): void {
  const read = createInfectionReader(deps)
  implement(api, infectionEndpoints, {
    situation: ({ query, ctx }) => read(ctx.user, query),
    async exportFile({ query: { format, ...query }, ctx }) {
      const file = situationFile(await read(ctx.user, query), ctx.user.realname, format)
      await writeOperation(deps.db, actorOf(ctx), {
        content: `导出感染态势 ${file.rows} 行`,
        operateType: OPERATE.export,
      })
      return ctx.reply
        .type(file.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
        .send(file.content)
    },
  })
}
