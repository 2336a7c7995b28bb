import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Page } from '@natim/contract/envelope'
import type { ListQuery } from '@natim/contract/fields'
import { type StoredFileRow, UPLOAD_TYPES, type UploadType } from '@natim/contract/system/files'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import type { TenantContext } from '../../platform/db/tenant.ts'
import { AppError } from '../../platform/errors.ts'
import { cleanPicture, isPicture } from '../../platform/files/clean-picture.ts'
import type { ByteRange, FileStore } from '../../platform/files/file-store.ts'
import { sniffType } from '../../platform/files/sniff.ts'
import type { ReceivedFile } from '../../platform/http/multipart.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import {
  deleteFile,
  FILE_LIST,
  FILE_RULES,
  findFile,
  findFiles,
  findOutdated,
  findShown,
  insertFile,
  insertTicket,
  sumSizes,
  takeTicket,
} from './files.repository.ts'

export interface FilesDeps {
  readonly db: Db
  readonly store: FileStore
  readonly now: () => number
  /** Quota per user, megabytes. */
  readonly quotaMb: number
}

export type StoredFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

export type FilesService = ReturnType<typeof createFilesService>

const MEGABYTE = 1024 * 1024
/** Lifetime of private files, such as the refused rows of an import. */
const PRIVATE_LIFE_MS = 7 * 86_400_000
const SWEPT_AT_ONCE = 20
const TICKET_LIFE_MS = 600_000
const TICKET_BYTES = 32

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** 文件: uploads, their owners, and who may read them. */
export function createFilesService({ db, store, now, quotaMb }: FilesDeps) {
  /** Stores a file under a random name; forms keep the path. */
  async function keep(
    user: SessionUser,
    file: { readonly name: string; readonly bytes: Buffer; readonly type: UploadType },
    { biz, isPrivate }: { readonly biz: string; readonly isPrivate: boolean },
  ): Promise<{ readonly id: string; readonly path: string }> {
    const quotaBytes = quotaMb * MEGABYTE
    const overQuota = new AppError('file.quota', { data: { max: quotaMb } })
    // Avoids storing what will be refused; the binding check is made when the file is recorded.
    if ((await sumSizes(db, user.userId)) + file.bytes.length > quotaBytes) throw overQuota
    const random = randomBytes(16).toString('hex')
    const path = `${biz}/${random}_${now()}.${file.type}`
    const month = toDateTimeText(new Date(now())).slice(0, 7).replace('-', '')
    const storeKey = `${user.tenantId}/${biz}/${month}/${random}.${file.type}`
    const mimeType = UPLOAD_TYPES[file.type]
    // Bytes first: a row must never exist without its bytes.
    await store.put(storeKey, file.bytes, mimeType)
    const row = {
      id: newId(),
      path,
      storeKey,
      fileName: file.name,
      biz,
      mimeType,
      fileSize: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest(),
      ownerId: user.userId,
      isPrivate,
      tenantId: user.tenantId,
      sysOrgCode: user.scope.orgCode,
      createBy: user.username,
    }
    if (await insertFile(db, row, quotaBytes)) return { id: row.id, path }
    await store.remove(storeKey)
    throw overQuota
  }

  /** Deletes files and their bytes; those the store fails to remove stay listed for a retry. */
  async function erase(
    tenant: TenantContext,
    files: readonly { readonly id: string; readonly storeKey: string }[],
  ): Promise<void> {
    for (const { id, storeKey } of files) {
      await store.remove(storeKey)
      await deleteFile(db, tenant, id)
    }
  }

  return {
    /** @throws AppError when the content type is not allowed, or the user's quota is exhausted */
    async upload(user: SessionUser, received: ReceivedFile, biz: string): Promise<string> {
      const type = await sniffType(received.bytes, received.name)
      if (type === undefined) throw refusedType()
      const bytes = isPicture(type) ? await cleanPicture(received.bytes, type) : received.bytes
      if (bytes === undefined) throw refusedType()
      const { path } = await keep(user, { name: received.name, bytes, type }, { biz, isPrivate: false })
      return path
    },

    /**
     * Stores a generated file for one user, who alone can read it until it expires. Its ticket allows one read without
     * a session within ten minutes, as existing clients open links without one.
     */
    async keepPrivate(user: SessionUser, file: { name: string; bytes: Buffer; type: UploadType }, biz: string) {
      await erase('system', await findOutdated(db, biz, new Date(now() - PRIVATE_LIFE_MS), SWEPT_AT_ONCE))
      const { id, path } = await keep(user, file, { biz, isPrivate: true })
      const ticket = randomBytes(TICKET_BYTES).toString('base64url')
      const expiresAt = new Date(now() + TICKET_LIFE_MS)
      await insertTicket(db, { ticketHash: hashOf(ticket), fileId: id, expiresAt }, new Date(now()))
      return { path, ticket }
    },

    /** @returns whether the ticket was valid for this file; it is then consumed */
    redeem: (ticket: string, { id }: StoredFile): Promise<boolean> =>
      takeTicket(db, hashOf(ticket), id, new Date(now())),

    find: (path: string): Promise<StoredFile | undefined> => findFile(db, path),
    /** @throws FileMissingError when the store has lost it */
    open: (file: StoredFile, range?: ByteRange): Promise<Readable> => store.open(file.storeKey, range),

    async list(user: SessionUser, query: ListQuery): Promise<Page<StoredFileRow>> {
      const asked = parseListRequest(query, FILE_RULES.fields, FILE_LIST)
      const request = await withDataRules(db, user, FILE_RULES, asked)
      const { records, total } = await findFiles(db, user.tenantId, request)
      return toPage(records.map(toRow), total, request)
    },

    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const { user } = actor
      const everything = parseListRequest({ pageNo: 1, pageSize: 1 }, FILE_RULES.fields, FILE_LIST)
      const { conditions } = await withDataRules(db, user, FILE_RULES, everything)
      const files = await findShown(db, user.tenantId, ids, conditions)
      if (files.length !== new Set(ids).size) throw new AppError('row.not_found')
      await erase(user.tenantId, files)
      for (const { id, fileName, path, ownerId } of files)
        await writeOperation(db, actor, {
          content: `删除文件：${fileName}`,
          operateType: OPERATE.delete,
          objectId: id,
          detail: { table: 'sys_file', before: { fileName, path, ownerId } },
        })
    },
  }
}

const refusedType = () => new AppError('file.type_refused', { data: { types: Object.keys(UPLOAD_TYPES).join('、') } })

function toRow(file: StoredFile): StoredFileRow {
  return {
    id: file.id,
    fileName: file.fileName,
    url: file.path,
    biz: file.biz,
    mimeType: file.mimeType,
    fileSize: file.fileSize,
    createBy: file.createBy,
    createTime: toDateTimeText(file.createTime),
  }
}
