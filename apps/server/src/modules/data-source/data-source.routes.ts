import { type DataSourceForm, dataSource, dataSourceExtraEndpoints } from '@natim/contract/system/data-source.resource'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf, writeOperation } from '../../platform/journal.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { createResource, resourceHandlers } from '../resource/index.ts'
import { findDataSources, findPassword } from './data-source.repository.ts'
import { assertUrl, DATA_SOURCE } from './data-source.resource.ts'
import { type ReachableHosts, testConnection } from './test-connection.ts'

interface DataSourceDeps {
  readonly db: Db
  readonly sealer: Sealer
  readonly reachable: ReachableHosts
}

export function registerDataSourceRoutes(app: FastifyInstance, { db, sealer, reachable }: DataSourceDeps): void {
  const sources = createResource(db, DATA_SOURCE)
  /** An empty password is left unchanged. The immutable code binds the encrypted password to its row. */
  function sealed<F extends Partial<DataSourceForm>>({ dbPassword, ...form }: F, code: string) {
    return dbPassword ? { ...form, dbPassword: sealer.seal(dbPassword, code) } : form
  }

  implement(app, dataSource.endpoints, {
    ...resourceHandlers(db, dataSource, sources),
    create: async ({ body, ctx }) => {
      assertUrl(body)
      const id = await sources.create(actorOf(ctx), sealed(body, body.code) as DataSourceForm)
      return withMessage({ id }, '添加成功！')
    },
    update: async ({ body: { id, ...patch }, ctx }) => {
      const now = await sources.get(ctx.user, id)
      assertUrl({ dbType: patch.dbType ?? now.dbType, dbUrl: patch.dbUrl ?? now.dbUrl })
      await sources.update(actorOf(ctx), id, sealed(patch, now.code))
      return withMessage(null, '编辑成功！')
    },
  })

  /** A password encrypted with another key is treated like a wrong one. */
  function opened(password: string, code: string): string {
    try {
      return sealer.open(password, code)
    } catch (cause) {
      throw new AppError('data_source.test_failed', { cause })
    }
  }

  async function passwordOf({ id, dbType, dbUrl, dbUsername, dbPassword }: Omit<DataSourceForm, 'code' | 'name'>) {
    if (dbPassword || id === undefined) return dbPassword ?? ''
    const stored = await findPassword(db, id)
    // A stored password is sent only to the address and user it was saved for.
    const isSame =
      stored?.dbType === dbType && stored.dbUrl === dbUrl && (stored.dbUsername ?? '') === (dbUsername ?? '')
    if (!isSame) throw new AppError('data_source.test_failed')
    return stored.dbPassword === null ? '' : opened(stored.dbPassword, stored.code)
  }

  implement(app, dataSourceExtraEndpoints, {
    options: async () =>
      (await findDataSources(db)).map(({ code, name }) => ({ value: code, label: name, text: name })),
    test: async ({ body, ctx }) => {
      if (body.id !== undefined) await sources.get(ctx.user, body.id)
      const login = { ...body, user: body.dbUsername ?? '', password: await passwordOf(body) }
      await writeOperation(db, actorOf(ctx), { content: `测试数据源：${body.dbUrl}` })
      await testConnection(login, reachable)
      return withMessage(null, '数据库连接成功')
    },
  })
}
