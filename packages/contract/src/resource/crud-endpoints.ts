import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { idList, listQuery, rowId } from '../fields.ts'
import { bulkPatchOf, patchOf } from '../patch.ts'
import type { PermissionCode } from '../permissions.ts'

/** `system:position` of `system:position:edit`. */
export type ResourceCode = PermissionCode extends infer Code
  ? Code extends `${infer Base}:edit`
    ? Base
    : never
  : never

/** One version of a row; listed newest first. `content` holds its columns by wire name. */
export const rowVersion = z.object({
  id: z.string(),
  version: z.number().int(),
  /** Operation: 2 add, 3 edit, 4 delete; 0 = state before the first recorded change. */
  operateType: z.number().int(),
  content: z.record(z.string(), z.unknown()),
  createBy: z.string(),
  createTime: z.string(),
})
export type RowVersion = z.output<typeof rowVersion>

/** Number of rows of a kind that refer to the given rows. */
export const rowUse = z.object({
  noun: z.string(),
  count: z.number().int(),
  /** They prevent deletion. */
  isBlocking: z.boolean().optional(),
  /** They remain after the deletion. */
  isKept: z.boolean().optional(),
  /** Deletion affects too much for a single click: the user has to type the name. */
  asksName: z.boolean().optional(),
})
export type RowUse = z.output<typeof rowUse>

const oneId = z.object({ id: rowId })
const restoreBody = z.object({ id: rowId, version: z.number().int().min(1).optional() })

/**
 * Why the server would refuse actions of the caller on the row, by action name (`update`, `remove`, `freeze`, `grant`
 * …). Only where a client cannot know; the server refuses either way.
 */
export const rowRefusals = z.record(z.string(), z.string()).optional()

/** History and restore calls of a row. */
export function versionEndpoints<const P extends string>(
  base: P,
  access: { list: PermissionCode; edit: PermissionCode },
) {
  return defineEndpoints({
    history: {
      method: 'GET',
      path: `${base}/history`,
      access: access.list,
      query: oneId,
      result: z.array(rowVersion),
    },
    /** Restores a row to a version, also after it was deleted; without a number, to its newest. */
    restore: {
      method: 'POST',
      path: `${base}/restore`,
      access: access.edit,
      body: restoreBody,
      result: z.null(),
    },
  })
}

interface CrudShape<Row extends z.ZodObject, Form extends z.ZodObject> {
  /** `/sys/position` */
  readonly base: string
  /** Base of the permission codes: `…:list`, `:add`, `:edit`, `:delete`, `:export`. */
  readonly code: ResourceCode
  readonly row: Row
  readonly form: Form
  /** Read permission: `…:list` when absent. */
  readonly read?: 'view'
  /** Access of lists that selectors read as well. */
  readonly listAccess?: 'signedIn' | PermissionCode
  /** One permission for all changes, where adding and deleting have none of their own. */
  readonly writtenWith?: 'edit'
}

/**
 * The calls of a plain register (contract/00 §8, §9, §11): list, single row, writing, deleting, export; history and
 * restore; references to rows about to be deleted.
 */
export function crudEndpoints<const Row extends z.ZodObject, const Form extends z.ZodObject>(
  shape: CrudShape<Row, Form>,
) {
  const { base, code, form, read = 'list' } = shape
  // An unknown code aborts the start of the server (implement.ts).
  const may = (action: string) => `${code}:${action}` as PermissionCode
  const [add, remove] = [may(shape.writtenWith ?? 'add'), may(shape.writtenWith ?? 'delete')]
  const versions = versionEndpoints(base, { list: may(read), edit: may('edit') })
  return {
    ...versions,
    ...defineEndpoints({
      list: {
        method: 'GET',
        path: `${base}/list`,
        access: shape.listAccess ?? may(read),
        query: listQuery,
        result: page(shape.row),
      },
      get: { method: 'GET', path: `${base}/queryById`, access: may(read), query: oneId, result: shape.row },
      create: {
        method: 'POST',
        path: `${base}/add`,
        access: add,
        body: form,
        result: z.object({ id: z.string() }),
      },
      update: {
        method: ['PUT', 'POST'],
        path: `${base}/edit`,
        access: may('edit'),
        body: patchOf(form),
        result: z.null(),
      },
      remove: { method: 'DELETE', path: `${base}/delete`, access: remove, query: oneId, result: z.null() },
      removeMany: {
        method: 'DELETE',
        path: `${base}/deleteBatch`,
        access: remove,
        query: z.object({ ids: idList }),
        result: z.null(),
      },
      exportXls: exportEndpoint(`${base}/exportXls`, may('export')),
      uses: {
        method: 'GET',
        path: `${base}/uses`,
        access: remove,
        query: z.object({ ids: idList }),
        result: z.array(rowUse),
      },
    }),
  }
}

/** A deleted row that can be restored. */
export const binRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Distinguishes it from others of the same name. */
  code: z.string(),
  deleteBy: z.string(),
  deleteTime: z.string(),
})
export type BinRow = z.output<typeof binRow>

/**
 * Recycle bin for registers with soft delete: restoring requires the delete permission. Restoring a version requires
 * the edit permission, by a separate call.
 */
export function binEndpoints<const P extends string>({
  base,
  code,
  writtenWith = 'delete',
}: {
  readonly base: P
  readonly code: ResourceCode
  readonly writtenWith?: 'edit' | 'delete'
}) {
  const access = `${code}:${writtenWith}` as PermissionCode
  return defineEndpoints({
    /** The newest 500, newest first. */
    recycled: { method: 'GET', path: `${base}/recycleBin`, access, result: z.array(binRow) },
    /** Restores from the bin. */
    restore: { method: 'POST', path: `${base}/restore`, access, body: restoreBody, result: z.null() },
    restoreVersion: {
      method: 'POST',
      path: `${base}/restoreVersion`,
      access: `${code}:edit` as PermissionCode,
      body: z.object({ id: rowId, version: z.number().int().min(1) }),
      result: z.null(),
    },
  })
}

export type BinEndpoints = ReturnType<typeof binEndpoints>

/** One change to many rows, all or none. For registers whose update does no more than the kit's. */
export function bulkEditEndpoints<const Form extends z.ZodObject>({
  base,
  code,
  form,
}: Pick<CrudShape<z.ZodObject, Form>, 'base' | 'code' | 'form'>) {
  return defineEndpoints({
    updateMany: {
      method: 'PUT',
      path: `${base}/editBatch`,
      access: `${code}:edit` as PermissionCode,
      body: bulkPatchOf(form),
      result: z.null(),
    },
  })
}

export type BulkEditEndpoints<Form extends z.ZodObject = z.ZodObject> = ReturnType<typeof bulkEditEndpoints<Form>>

/** The calls of any register. */
export type CrudEndpoints<Row extends z.ZodObject = z.ZodObject, Form extends z.ZodObject = z.ZodObject> = ReturnType<
  typeof crudEndpoints<Row, Form>
>
