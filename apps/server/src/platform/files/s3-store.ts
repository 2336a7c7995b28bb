import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import { errorDetailsOf } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import { FileMissingError } from './file-store.ts'

/** An object store that speaks S3. */
export interface S3Options {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Files as objects of a bucket. The client is loaded on first use, since most servers never need it. */
export function createS3Store({ bucket, ...options }: S3Options): FileStore {
  let loading: Promise<{ s3: typeof S3; client: S3.S3Client }> | undefined
  const connected = () => {
    loading ??= import('@aws-sdk/client-s3').then((s3) => ({ s3, client: clientOf(s3, options) }))
    return loading
  }
  return {
    async put(key, bytes, mimeType) {
      const { s3, client } = await connected()
      await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: mimeType }))
    },
    async draft(key, mimeType) {
      // A bucket needs the length of a file in advance; until it is complete it is buffered here.
      const part = join(tmpdir(), `natim-${randomBytes(8).toString('hex')}.part`)
      const handle = await open(part, 'wx', 0o600)
      const drop = async () => {
        await handle.close().catch(() => undefined)
        await rm(part, { force: true })
      }
      return {
        async write(bytes) {
          await handle.writeFile(bytes)
        },
        async commit() {
          try {
            const { s3, client } = await connected()
            const [Body, { size }] = [createReadStream(part), await stat(part)]
            const put = { Bucket: bucket, Key: key, Body, ContentLength: size, ContentType: mimeType }
            await client.send(new s3.PutObjectCommand(put))
          } finally {
            await drop()
          }
        },
        abandon: drop,
      }
    },
    async open(key, range) {
      const { s3, client } = await connected()
      try {
        const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key, ...wanted }))
        return Body as Readable
      } catch (error) {
        if (errorDetailsOf(error).name !== 'NoSuchKey') throw error
        throw new FileMissingError(`No file under ${key}`, { cause: error })
      }
    },
    async remove(key) {
      const { s3, client } = await connected()
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
  }
}

function clientOf(s3: typeof S3, options: Omit<S3Options, 'bucket'>): S3.S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = options
  return new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // A bucket in the host name needs matching DNS, which stores in private networks rarely have.
    forcePathStyle: true,
    maxAttempts: 2,
    // Stores other than Amazon's do not support these checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
