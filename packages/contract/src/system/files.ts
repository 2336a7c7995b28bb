import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, listQuery, rowId } from '../fields.ts'

/** security §5: maximum size of one file, bytes. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** Allowed file types, by the extension of the type detected from the content (security §5). */
export const UPLOAD_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
  txt: 'text/plain',
  mp4: 'video/mp4',
} as const
export type UploadType = keyof typeof UPLOAD_TYPES

/** Text parts beside `file`. Grid cells send `isup` = 1 instead of `biz`, the editor adds `jeditor` = 1. */
export const uploadParts = z.object({
  biz: z
    .string()
    .regex(/^[a-z0-9_-]{1,32}$/, '业务目录只能包含小写字母、数字、下划线和短横线')
    .default('temp'),
})

const uploaded = z.null()

/** A stored file in the file list. */
export const storedFileRow = z.object({
  id: z.string(),
  /** Name given by the user; never part of a path. */
  fileName: z.string(),
  /** Stored path: returned by an upload and saved by forms (`temp/….png`). */
  url: z.string(),
  biz: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  createBy: z.string(),
  createTime: z.string(),
})
export type StoredFileRow = z.output<typeof storedFileRow>

/**
 * Uploads and stored files (contract/30 §6). An upload is multipart with one part `file`; it returns the stored path as
 * `message`. Other servers compatible with this contract may return `local` there: embed the picture. Send it with
 * `uploadAction`.
 */
export const filesEndpoints = defineEndpoints({
  upload: { method: 'POST', path: '/sys/common/upload', access: 'signedIn', result: uploaded },
  uploadApp: { method: 'POST', path: '/sys/common/uploadApp', access: 'signedIn', result: uploaded },
  /** The file page, and the object store of existing clients: one store here. */
  ossUpload: { method: 'POST', path: '/sys/oss/file/upload', access: 'signedIn', result: uploaded },
  minioUpload: { method: 'POST', path: '/sys/upload/uploadMinio', access: 'signedIn', result: uploaded },
  /**
   * The content of a stored path. Accessible to anyone who knows the path, except private files: those are readable by
   * their owner, and once by the holder of a ticket.
   */
  read: {
    method: 'GET',
    path: '/sys/common/static/*',
    access: 'public',
    wire: 'binary',
    query: z.object({ ticket: z.string().max(64).optional().catch(undefined) }),
    result: z.unknown(),
  },
  list: {
    method: 'GET',
    path: '/sys/oss/file/list',
    access: 'system:file:list',
    query: listQuery,
    result: page(storedFileRow),
  },
  remove: {
    method: 'DELETE',
    path: '/sys/oss/file/delete',
    access: 'system:file:delete',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/sys/oss/file/deleteBatch',
    access: 'system:file:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
  },
})
