import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'

const REFUSED = '头像必须是您上传的图片，或许可主机上的 https 图片'
let server: TestApp
let picture: Buffer
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await buildTestApp({ config: { avatarHosts: ['img.example.org'] } })
  picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#1890ff' } })
    .png()
    .toBuffer()
  for (const [name, roles] of [
    ['keeper', ['admin']],
    ['duty', []],
    ['other', []],
  ] as const) {
    ids[name] = await server.addUser(name, { roles })
    tokens[name] = await server.signIn(name)
  }
})
afterAll(() => server.close())

const tokenOf = (name: string) => tokens[name] ?? ''

async function upload(name: string, file: { name: string; bytes: Buffer } = { name: 'a.png', bytes: picture }) {
  const { body, headers } = await multipart([['file', file]])
  const answer = await server.call('POST', '/sys/common/upload', { token: tokenOf(name), body, headers })
  return String(answer.body.message)
}
const avatarOf = async (name: string) =>
  (await server.db.selectFrom('sysUser').select('avatar').where('username', '=', name).executeTakeFirstOrThrow()).avatar
const setOwn = async (name: string, avatar: string) =>
  (await server.call('PUT', '/sys/user/appEdit', { token: tokenOf(name), body: { avatar } })).body

describe("a user's own avatar", () => {
  it('may be an own uploaded picture, an https picture of an allowed host, or empty', async () => {
    const own = await upload('duty')
    for (const avatar of [own, 'https://img.example.org/1.png', '']) {
      expect(await setOwn('duty', avatar)).toMatchObject({ success: true })
      expect(await avatarOf('duty')).toBe(avatar === '' ? null : avatar)
    }
  })

  it.each([
    ['没有的文件', async () => 'temp/none.png'],
    ['别人上传的图片', () => upload('other')],
    ['不是图片的文件', () => upload('duty', { name: 'a.txt', bytes: Buffer.from('文本') })],
    ['许可名单外的主机', async () => 'https://evil.example/1.png'],
    ['冒充许可主机', async () => 'https://img.example.org@evil.example/1.png'],
    ['带口令的地址', async () => 'https://u:p@img.example.org/1.png'],
    ['另一端口', async () => 'https://img.example.org:8443/1.png'],
    ['明文地址', async () => 'http://img.example.org/1.png'],
    ['上级目录', async () => '../secret.png'],
  ])('cannot be %s', async (_what, make) => {
    const avatar = await make()
    expect(await setOwn('duty', avatar)).toMatchObject({ success: false, message: REFUSED })
    expect(await avatarOf('duty')).not.toBe(avatar)
  })

  it("cannot be another user's private file, such as an error file", async () => {
    const own = await upload('duty')
    await server.db.updateTable('sysFile').set({ isPrivate: true }).where('path', '=', own).execute()
    expect(await setOwn('duty', own)).toMatchObject({ message: REFUSED })
  })
})

describe('an avatar set by an administrator', () => {
  const edit = async (avatar: string) =>
    (await server.call('PUT', '/sys/user/edit', { token: tokenOf('keeper'), body: { id: ids['duty'], avatar } })).body

  it("may be uploaded by the administrator; sending the whole row back keeps the user's own picture", async () => {
    const own = await upload('duty')
    await setOwn('duty', own)
    expect(await edit(own)).toMatchObject({ success: true })
    expect(await edit(await upload('keeper'))).toMatchObject({ success: true })
    expect(await edit(own)).toMatchObject({ success: false, message: REFUSED })
  })

  it('is checked when adding a user too', async () => {
    const form = { username: 'fresh', realname: '新人', avatar: 'temp/none.png' }
    const { body } = await server.call('POST', '/sys/user/add', { token: tokenOf('keeper'), body: form })
    expect(body).toMatchObject({ success: false, message: REFUSED })
  })
})

it('pages load pictures from allowed hosts only', async () => {
  const { headers } = await server.call('GET', '/sys/site/settings')
  expect(String(headers['content-security-policy'])).toContain("img-src 'self' data: blob: https://img.example.org;")
})
