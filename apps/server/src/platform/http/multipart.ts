import multipart from '@fastify/multipart'
import { UPLOAD_MAX_BYTES } from '@natim/contract/system/files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** An uploaded file. */
export interface ReceivedFile {
  /** Name of its form part: `file`, `files[]`. */
  readonly part: string
  /** Name given by the client, without folders; for display only. */
  readonly name: string
  readonly bytes: Buffer
}

export interface ReceivedForm {
  readonly files: readonly ReceivedFile[]
  readonly values: Readonly<Record<string, string>>
}

const MAX_PARTS = 20
const MAX_VALUE_BYTES = 8_192
const MAX_NAME_CHARS = 255
/** Bytes of an oversized body that are still read, so that the client receives the reason; the rest is cut off. */
const PATIENCE_BYTES = 64 * 1024 * 1024

/** Accepts multipart bodies in the routes of this scope. */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: UPLOAD_MAX_BYTES,
      parts: MAX_PARTS,
      fields: MAX_PARTS,
      fieldSize: MAX_VALUE_BYTES,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  })
}

/**
 * Reads a whole multipart body into memory: at most `maxFiles` of {@link UPLOAD_MAX_BYTES} each.
 *
 * @throws AppError `file.none`, `file.many`, `file.empty`, `file.too_large`, `request.malformed`
 */
export async function readForm(request: FastifyRequest, maxFiles: number): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new AppError('file.none')
  if (Number(request.headers['content-length'] ?? 0) > PATIENCE_BYTES) throw tooLarge()
  const { files, values, refusal } = await readParts(request, maxFiles).catch((error: unknown) => {
    // Any parser failure means the body was malformed.
    throw new AppError('request.malformed', { cause: error })
  })
  if (refusal !== undefined) throw refusal
  if (files.length === 0) throw new AppError('file.none')
  if (files.some((file) => file.bytes.length === 0)) throw new AppError('file.empty')
  return { files, values }
}

/** Reads the body to the end even when it is refused on the way. */
async function readParts(request: FastifyRequest, maxFiles: number) {
  const files: ReceivedFile[] = []
  const values: Record<string, string> = Object.create(null)
  let refusal: AppError | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') values[part.fieldname] = part.value
      continue
    }
    if (files.length === maxFiles) refusal ??= new AppError('file.many')
    if (refusal !== undefined) {
      part.file.resume()
      continue
    }
    const bytes = await part.toBuffer()
    if (part.file.truncated) refusal = tooLarge()
    else files.push({ part: part.fieldname, name: baseName(part.filename), bytes })
  }
  return { files, values, refusal }
}

const tooLarge = () => new AppError('file.too_large', { data: { max: UPLOAD_MAX_BYTES / 1024 / 1024 } })

/** Last path segment of a file name, with either kind of slash, without control characters. */
function baseName(given: string | undefined): string {
  const name = (given ?? '').replace(/^.*[/\\]/, '').replace(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '')
  return name.slice(-MAX_NAME_CHARS).trim() || '未命名'
}
