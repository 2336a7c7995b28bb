import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'

let server: TestApp
let dataDir: string
let admin: string
let powerless: string
let picture: Buffer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-files-'))
  server = await buildTestApp({ config: { dataDir, fileQuotaMb: 30 } })
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('powerless')
  admin = await server.signIn('admin')
  powerless = await server.signIn('powerless')
  picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#1890ff' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Sent {
  readonly name?: string
  readonly bytes?: Buffer | string
  readonly parts?: readonly (readonly [string, string])[]
  readonly path?: string
  readonly token?: string
}

async function upload({
  name = '现场.jpg',
  bytes = picture,
  parts = [],
  path = 'upload',
  token = powerless,
}: Sent = {}) {
  const { body, headers } = await multipart([...parts, ['file', { name, bytes }]])
  return server.call('POST', `/sys/common/${path}`, { token, body, headers })
}
const read = (path: string, headers: Record<string, string> = {}) =>
  server.call('GET', `/sys/common/static/${path}`, { headers })
const filesOnDisk = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

describe('an upload', () => {
  it.each([
    ['upload', [], /^temp\/[0-9a-f]{32}_\d{13}\.jpg$/],
    [
      'upload',
      [
        ['biz', 'jeditor'],
        ['jeditor', '1'],
      ],
      /^jeditor\/[0-9a-f]{32}_\d{13}\.jpg$/,
    ],
    ['upload', [['isup', '1']], /^temp\/[0-9a-f]{32}_\d{13}\.jpg$/],
    ['../oss/file/upload', [], /^temp\/[0-9a-f]{32}_\d{13}\.jpg$/],
    ['../upload/uploadMinio', [['biz', 'oss']], /^oss\/[0-9a-f]{32}_\d{13}\.jpg$/],
    ['uploadApp', [['biz', 'app']], /^app\/[0-9a-f]{32}_\d{13}\.jpg$/],
  ] as const)(
    '[CA-92][CA-93][WG-75] by %s with %j answers the stored path as its message',
    async (path, parts, stored) => {
      const { body } = await upload({ path, parts })
      expect(body).toMatchObject({ success: true, code: 200 })
      expect(body.message).toMatch(stored)
    },
  )

  it('[SS-47][WG-196] without the token header is refused, as for a column without its token option', async () => {
    const { body, headers } = await multipart([
      ['file', { name: 'a.jpg', bytes: picture }],
      ['isup', '1'],
    ])
    const answer = await server.call('POST', '/sys/common/upload', { body, headers })
    expect(answer.status).toBe(401)
    expect((await upload({ parts: [['isup', '1']] })).body.success).toBe(true)
  })

  it('[WG-91] of a picture by the editor answers the path used in the text', async () => {
    const parts = [
      ['biz', 'jeditor'],
      ['jeditor', '1'],
    ] as const
    const { body } = await upload({ name: 'image.png', parts })
    expect(body.message).toMatch(/^jeditor\//)
    const { status, headers } = await read(body.message)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/jpeg' })
    expect(headers['content-disposition']).toMatch(/^inline/)
  })

  it('keeps only the pixels of a picture', async () => {
    expect(picture.includes('secret place')).toBe(true)
    const { raw } = await read((await upload()).body.message)
    expect(raw.includes('secret place')).toBe(false)
    expect(await sharp(raw).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 4 })
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each([
    ['an svg', 'a.svg', svg],
    ['an svg called a picture', 'a.png', svg],
    ['a page called a text', 'a.txt', '\uFEFF  <!DOCTYPE html><script>1</script>'],
    ['xml', 'a.csv', '<?xml version="1.0"?><a/>'],
    ['a program called a picture', 'a.jpg', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['a text called nothing', 'README', 'hello'],
    ['half a picture', 'a.jpg', Buffer.from('ffd8ffe000104a46494600010101004800480000', 'hex')],
    ['a picture of a wrong build', 'a.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])],
  ])('[WG-87] refuses %s with a message', async (_, name, bytes) => {
    const before = (await filesOnDisk()).length
    const { status, body } = await upload({ name, bytes })
    expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    expect(body.message).toContain('不支持的文件类型')
    expect(await filesOnDisk()).toHaveLength(before)
  })

  it.each([
    ['nothing at all', { bytes: '' }, '不能上传空文件'],
    ['10 MB and one byte', { name: 'a.txt', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') }, '文件不能超过 10 MB'],
    ['a folder that leads out', { parts: [['biz', '../../etc']] as const }, '业务目录不正确'],
    ['a folder with a blank', { parts: [['biz', 'a b']] as const }, '业务目录不正确'],
  ] as const)('[WG-87] refuses %s', async (_, sent, message) => {
    const { status, body } = await upload(sent)
    expect({ status, success: body.success, message: body.message }).toEqual({ status: 200, success: false, message })
  })

  it('accepts up to exactly 10 MB', async () => {
    const { body } = await upload({ name: 'a.txt', bytes: Buffer.alloc(10 * 1024 * 1024, 'a') })
    expect(body).toMatchObject({ success: true })
  })

  it('reports a missing file, two files or a truncated one', async () => {
    const none = await multipart([['biz', 'temp']])
    const two = await multipart([
      ['file', { name: 'a.jpg', bytes: picture }],
      ['file', { name: 'b.jpg', bytes: picture }],
    ])
    const cut = { ...two, body: two.body.subarray(0, 200) }
    const send = (form: typeof none) => server.call('POST', '/sys/common/upload', { token: powerless, ...form })
    expect((await send(none)).body).toMatchObject({ success: false, message: '未上传任何文件' })
    expect((await send(two)).body).toMatchObject({ success: false, message: '一次只能上传一个文件' })
    expect((await send(cut)).status).toBe(400)
    expect(
      (await server.call('POST', '/sys/common/upload', { token: powerless, body: { file: 'x' } })).body,
    ).toMatchObject({
      success: false,
      message: '未上传任何文件',
    })
  })

  it('file names never reach the disk', async () => {
    const { body } = await upload({ name: '../../../etc/passwd\u202Egpj.exe.jpg' })
    const { headers } = await read(body.message)
    expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''passwdgpj.exe.jpg")
    const names = (await filesOnDisk()).map((file) => file.name)
    expect(names.filter((name) => !/^[0-9a-f]{32}\.(jpg|txt)$/.test(name))).toEqual([])
  })

  it("exceeding the user's quota is refused", async () => {
    await server.addUser('collector')
    const token = await server.signIn('collector')
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'a')
    for (let n = 0; n < 3; n += 1) expect((await upload({ token, name: 'a.txt', bytes })).body.success).toBe(true)
    expect((await upload({ token })).body).toMatchObject({
      success: false,
      message: '存储空间已用完（30 MB），请联系管理员',
    })
  })

  it('concurrent uploads cannot share the remaining quota, and a refused one leaves no bytes', async () => {
    await server.addUser('hurried')
    const token = await server.signIn('hurried')
    const before = (await filesOnDisk()).length
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'a')
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload({ token, name: 'a.txt', bytes })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(3)
    expect((await filesOnDisk()).length - before).toBe(3)
  })
})

describe('a stored file', () => {
  it('[CA-94][WG-87] is served with its detected type, safe headers, caching and revalidation', async () => {
    const path = (await upload({ name: 'really.exe' })).body.message
    const { status, headers } = await read(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=604800, immutable',
      'accept-ranges': 'bytes',
      'content-disposition': "inline; filename*=UTF-8''really.exe",
    })
    expect(headers['content-security-policy']).toMatch(/^sandbox;/)
    const again = await read(path, { 'if-none-match': String(headers['etag']) })
    expect({ status: again.status, length: again.raw.length }).toEqual({ status: 304, length: 0 })
    // Existing clients leave the trailing comma of their list.
    expect((await read(`${path},`)).status).toBe(200)
    expect((await server.call('HEAD', `/sys/common/static/${path}`)).status).toBe(200)
  })

  it('[CA-94] is a download unless it is a picture or PDF', async () => {
    const path = (await upload({ name: '说明 1.txt', bytes: 'line\r\n' })).body.message
    const { headers, raw } = await read(path)
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''%E8%AF%B4%E6%98%8E%201.txt")
    expect(String(headers['content-type'])).toMatch(/^text\/plain/)
    expect(raw.toString()).toBe('line\r\n')
  })

  it.each([
    ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=8-99', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=0-1,4-5', 200, 'abcdefghij', undefined],
    ['bytes=5-2', 200, 'abcdefghij', undefined],
    ['lines=1-2', 200, 'abcdefghij', undefined],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
  ])('[CA-94] requested with %s answers %i', async (range, status, text, contentRange) => {
    const path = (await upload({ name: 'a.txt', bytes: 'abcdefghij' })).body.message
    const answer = await read(path, { range })
    expect({ status: answer.status, text: answer.raw.toString() }).toEqual({ status, text })
    expect(answer.headers['content-range']).toBe(contentRange)
  })

  it.each(['', 'temp', 'temp/', '../../../etc/passwd', '..%2f..%2fetc/passwd', 'temp/%00', '%2e%2e/x', 'temp/no.jpg'])(
    '[CA-94] has no listing and no path out of the store: %j',
    async (path) => expect([400, 404]).toContain((await read(path)).status),
  )

  it('with missing bytes is not found', async () => {
    const path = (await upload()).body.message
    await server.db.updateTable('sysFile').set({ storeKey: '0/gone' }).where('path', '=', path).execute()
    expect((await read(path)).status).toBe(404)
  })
})

describe('the list of files', () => {
  it('shows files, and deletes rows and bytes', async () => {
    const path = (await upload({ name: '待删.jpg' })).body.message
    const list = async () =>
      (await server.call('GET', '/sys/oss/file/list?fileName=待删*', { token: admin })).body.result
    const [row] = (await list()).records
    expect(row).toMatchObject({ fileName: '待删.jpg', url: path, mimeType: 'image/jpeg', createBy: 'powerless' })
    const before = (await filesOnDisk()).length
    expect((await server.call('DELETE', `/sys/oss/file/delete?id=${row.id}`, { token: admin })).body.success).toBe(true)
    expect(await filesOnDisk()).toHaveLength(before - 1)
    expect((await list()).total).toBe(0)
    expect((await read(path)).status).toBe(404)
    const log = server.db.selectFrom('sysLog').selectAll().where('objectId', '=', row.id)
    expect(await log.executeTakeFirstOrThrow()).toMatchObject({
      logContent: '删除文件：待删.jpg',
      username: 'admin',
      detail: { before: { fileName: '待删.jpg', path } },
    })
    expect((await server.call('DELETE', `/sys/oss/file/delete?id=${row.id}`, { token: admin })).body.success).toBe(
      false,
    )
  })
})
