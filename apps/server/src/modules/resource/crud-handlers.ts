import type { BinEndpoints, BulkEditEndpoints, CrudEndpoints } from '@natim/contract/resource/crud-endpoints'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { exportXlsx } from '../../platform/export.ts'
import { type Handlers, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import type { ResourceTable, StoredRow } from './resource.repository.ts'
import type { ResourceService } from './resource.service.ts'

/** Title and columns of an export. */
export interface RecordSheet<Row> {
  readonly title: string
  readonly columns: readonly SheetColumn<Row>[]
}

/** CRUD handlers of a resource; a module spreads them and overrides those that differ. */
export function crudHandlers<
  Row extends z.ZodObject,
  Form extends z.ZodObject,
  T extends ResourceTable,
  Shown extends StoredRow<T> = StoredRow<T>,
>(
  db: Db,
  records: ResourceService<T, z.input<Row>, z.output<Form>, Shown>,
  sheet: RecordSheet<z.input<Row>>,
): Handlers<CrudEndpoints<Row, Form>> {
  const handlers: Handlers<CrudEndpoints> = {
    list: ({ query, ctx }) => records.list(ctx.user, query) as never,
    get: ({ query, ctx }) => records.get(ctx.user, query.id) as never,
    create: async ({ body, ctx }) =>
      withMessage({ id: await records.create(actorOf(ctx), body as z.output<Form>) }, '添加成功！'),
    update: async ({ body, ctx }) => {
      const { id, ...patch } = body
      await records.update(actorOf(ctx), id, patch as Partial<z.output<Form>>)
      return withMessage(null, '编辑成功！')
    },
    remove: async ({ query, ctx }) => {
      await records.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await records.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除成功！')
    },
    exportXls: ({ query, body, ctx }) =>
      exportXlsx({ db, ...sheet, readPage: (asked, ids) => records.list(ctx.user, asked, ids) }, { query, body }, ctx),
    uses: ({ query, ctx }) => records.uses(ctx.user, query.ids),
    history: ({ query, ctx }) => records.history(ctx.user, query.id),
    restore: async ({ body, ctx }) => {
      await records.restore(actorOf(ctx), body.id, body.version)
      return withMessage(null, '恢复成功！')
    },
  }
  return handlers as Handlers<CrudEndpoints<Row, Form>>
}

/** Recycle bin and restore handlers of resources with soft deletion. */
export const binHandlers = <T extends ResourceTable, Row, Form, Shown extends StoredRow<T>>(
  records: ResourceService<T, Row, Form, Shown>,
): Handlers<BinEndpoints> => ({
  recycled: ({ ctx }) => records.recycled(ctx.user),
  restore: async ({ body, ctx }) => {
    // Restoring a version requires a different permission.
    if (body.version !== undefined) throw new AppError('row.not_found')
    await records.unbin(actorOf(ctx), body.id)
    return withMessage(null, '恢复成功！')
  },
  restoreVersion: async ({ body, ctx }) => {
    await records.restore(actorOf(ctx), body.id, body.version)
    return withMessage(null, '恢复成功！')
  },
})

/** Handler of the bulk edit. */
export const bulkEditHandlers = <T extends ResourceTable, Row, Form extends object>(
  records: ResourceService<T, Row, Form>,
): Handlers<BulkEditEndpoints> => ({
  updateMany: async ({ body, ctx }) => {
    const { ids, ...patch } = body
    await records.updateMany(actorOf(ctx), ids, patch as Partial<Form>)
    return withMessage(null, `已修改 ${new Set(ids).size} 条`)
  },
})
