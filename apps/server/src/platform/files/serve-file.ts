import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { parseRange } from './byte-range.ts'
import { type ByteRange, FileMissingError } from './file-store.ts'

interface ServedFile {
  readonly fileName: string
  /** Detected at upload; the only content type ever sent. */
  readonly mimeType: string
  /** Bytes. */
  readonly fileSize: number
  readonly sha256: Buffer
  readonly isPrivate: boolean
  readonly createTime: Date
}

/** The bytes of a path never change. */
const PUBLIC_CACHE = 'public, max-age=604800, immutable'
const INLINE = /^(?:image\/|application\/pdf$)/

type Open = (range?: ByteRange) => Promise<Readable>

/**
 * Sends a stored file (security §5): only with the type detected at upload, pictures and PDF inline, everything else as
 * a download, sandboxed either way; ranges, revalidation.
 *
 * @throws AppError `resource.not_found` when the bytes are missing
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  open: Open,
): Promise<FastifyReply> {
  const etag = `"${file.sha256.toString('hex').slice(0, 32)}"`
  const kind = INLINE.test(file.mimeType) ? 'inline' : 'attachment'
  reply
    .headers({
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'",
      'content-disposition': `${kind}; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      'cache-control': file.isPrivate ? 'private, no-store' : PUBLIC_CACHE,
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
      'last-modified': file.createTime.toUTCString(),
    })
    .type(file.mimeType)
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.status(304).send()
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, file.fileSize) : 'whole'
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${file.fileSize}`).send()
  }
  return range === 'whole' ? sendWhole(reply, file, open) : sendPart(reply, file, open, range)
}

async function sendWhole(reply: FastifyReply, file: ServedFile, open: Open): Promise<FastifyReply> {
  const bytes = await present(open())
  return reply.header('content-length', file.fileSize).send(bytes)
}

async function sendPart(reply: FastifyReply, file: ServedFile, open: Open, range: ByteRange): Promise<FastifyReply> {
  const bytes = await present(open(range))
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.fileSize}`)
    .header('content-length', range.end - range.start + 1)
    .send(bytes)
}

async function present(opening: Promise<Readable>): Promise<Readable> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof FileMissingError) throw new AppError('resource.not_found', { cause: error })
    throw error
  }
}
