import { randomBytes } from 'node:crypto'

/** One file as multipart form data. Other than safe ASCII characters in the name are replaced. */
export function multipartOf(field: string, name: string, type: string, bytes: Buffer) {
  const boundary = `natim-${randomBytes(12).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name.replaceAll(/[^\w.-]/g, '_')}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
