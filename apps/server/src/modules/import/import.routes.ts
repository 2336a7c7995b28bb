import type { PermissionCode } from '@natim/contract/permissions'
import { IMPORT_MAX_FILES, type ImportEndpoints, importParts } from '@natim/contract/system/import'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { readForm } from '../../platform/http/multipart.ts'
import { XLSX_CONTENT_TYPE } from '../../platform/xlsx.ts'
import { createImportService, type ImportDeps } from './import.service.ts'
import type { ImportEntity } from './import-entity.ts'
import { toTemplate } from './sheets.ts'

/** Envelope code of an import with refused rows (contract/00 §11). */
const SOME_REFUSED = 201

/** The import calls of one list; for a scope that accepts multipart bodies. */
export function registerImportRoutes(
  app: FastifyInstance,
  deps: ImportDeps,
  endpoints: ImportEndpoints,
  entity: ImportEntity,
): void {
  const editAccess = endpoints.open.access.replace(/:import$/, ':edit') as PermissionCode
  const imports = createImportService(deps, entity, editAccess)
  app.addHook('onClose', () => imports.settled())
  implement(app, endpoints, {
    importExcel: async ({ ctx }) => {
      const { files, values } = await readForm(ctx.request, IMPORT_MAX_FILES)
      importParts.parse(values)
      const { successCount, errorCount, totalCount, error } = await imports.importNow(ctx.user, files)
      if (error === undefined) return withMessage(null, `文件导入成功！数据行数：${successCount}`)
      // Lists send one part called file and expect an object; the dialog sends files[] and expects the path itself.
      const isDialog = files.some(({ part }) => part === 'files[]')
      const msg = `${error.message}成功 ${successCount} 行，失败 ${errorCount} 行`
      const summary = { msg, fileUrl: error.path, fileName: error.name, totalCount, errorCount, successCount }
      return withMessage(isDialog ? error.path : summary, msg, SOME_REFUSED)
    },
    template: ({ ctx }) => sendSheet(ctx.reply, `${entity.title}导入模板`, toTemplate(entity)),
    open: async ({ ctx }) => {
      const { files } = await readForm(ctx.request, 1)
      const [file] = files
      if (file === undefined) throw new AppError('file.none')
      return imports.open(ctx.user, file)
    },
    job: ({ query, ctx }) => imports.job(ctx.user, query.id),
    check: ({ body, ctx }) => imports.check(ctx.user, body.id, body.mapping),
    rows: ({ query, ctx }) => imports.rows(ctx.user, query),
    mend: ({ body, ctx }) => imports.mend(ctx.user, body.id, body.rows),
    commit: ({ body, ctx }) => imports.commit(ctx.user, body.id),
    errorFile: async ({ query, ctx }) =>
      sendSheet(ctx.reply, `${entity.title}导入错误数据`, await imports.errorSheet(ctx.user, query.id)),
    discard: async ({ query, ctx }) => {
      await imports.discard(ctx.user, query.id)
      return null
    },
  })
}

function sendSheet(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return reply
    .type(XLSX_CONTENT_TYPE)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`)
    .send(bytes)
}
