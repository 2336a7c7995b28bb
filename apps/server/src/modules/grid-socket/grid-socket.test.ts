import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { refusedStatus } from '../../testing/live-client.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { createSocketBench, type SocketBench } from '../../testing/socket-bench.ts'
import { registerGridSocket, sendToPages } from './index.ts'

const PAGE = '0123456789abcdef0123456789abcdef'
const BEAT = { type: 'heart_beat', data: '' }
const national = buildSessionUser('national', NATIONAL)
const jiangsu = buildSessionUser('jiangsu', JIANGSU)
const reader = buildSessionUser('reader', NATIONAL, ['mon:station:view'])
const otherTenant: SessionUser = { ...buildSessionUser('tenant', NATIONAL), tenantId: 7 }

let bench: SocketBench
let sockets: { stop(): Promise<void> }
beforeEach(async () => {
  bench = createSocketBench()
  sockets = registerGridSocket(bench)
  await bench.listen()
})
afterEach(async () => {
  await sockets.stop()
  await bench.close()
})
const open = (user: SessionUser) => bench.connect(user, `/vxeSocket/${user.userId}/${PAGE}`)
const update = (socketKey = 'mon-station') => ({
  type: 'update_vxe_table',
  data: { socketKey, args: [{ id: '1', name: '新名' }, 'case-1'] },
})

describe('grid connections', () => {
  it('require a 32-digit hexadecimal page id in the path', async () => {
    bench.sessions.set('t', national)
    for (const page of ['1', `${PAGE}0`, 'g'.repeat(32)]) {
      expect(await refusedStatus(`${bench.base()}/vxeSocket/${national.userId}/${page}`, ['t'])).toBe(403)
    }
    expect((await open(national)).socket.protocol).toBe('token-session-national')
  })

  it('answer heartbeats, and ignore other types and malformed messages', async () => {
    const client = await open(national)
    client.send(BEAT)
    expect(await client.take()).toEqual({ type: 'heart_beat', data: true })
    for (const text of ['{', '[]', '{"type":"common_send_date","data":{}}', { type: 'x' }]) client.send(text)
    expect(await client.settle(BEAT)).toEqual([])
  })

  it("send row changes to every connection with the edit permission, including the sender's", async () => {
    const [sender, colleague] = [await open(national), await open(buildSessionUser('second', NATIONAL))]
    sender.send(update())
    expect(await sender.take()).toEqual(update())
    expect(await colleague.take()).toEqual(update())
  })
})

describe('[CA-116] recipients', () => {
  it('without the edit permission neither receive nor send', async () => {
    const [editor, viewer] = [await open(national), await open(reader)]
    viewer.send(update())
    expect(await viewer.settle(BEAT)).toEqual([])
    expect(await editor.settle(BEAT)).toEqual([])
    editor.send(update())
    await editor.take()
    expect(await viewer.settle(BEAT)).toEqual([])
  })

  it('in another tenant receive nothing', async () => {
    const [editor, foreign] = [await open(national), await open(otherTenant)]
    editor.send(update())
    await editor.take()
    expect(await foreign.settle(BEAT)).toEqual([])
  })

  it("receive changes only if they see the sender's whole scope", async () => {
    const [all, province] = [await open(national), await open(jiangsu)]
    all.send(update())
    await all.take()
    expect(await province.settle(BEAT)).toEqual([])
    province.send(update())
    expect(await province.take()).toEqual(update())
    expect(await all.take()).toEqual(update())
  })

  it.each(['unknown', '__proto__', 'constructor'])('receive nothing for the unregistered %s', async (key) => {
    const client = await open(national)
    client.send(update(key))
    expect(await client.settle(BEAT)).toEqual([])
  })

  it('stop receiving after the permission is revoked', async () => {
    const [sender, other] = [await open(national), await open(buildSessionUser('second', NATIONAL))]
    bench.sessions.set('token-session-second', { ...buildSessionUser('second', NATIONAL), permissions: new Set() })
    bench.bus.publish('rightsChanged', ['user-second'])
    sender.send(update())
    await sender.take()
    expect(await other.settle(BEAT)).toEqual([])
  })
})

it('the server calls handlers bound on a page by their key', async () => {
  const [client, other] = [await open(national), await open(jiangsu)]
  sendToPages(bench.bus, { userIds: [national.userId], key: 'refresh', args: ['a', 1] })
  expect(await client.take()).toEqual({ type: 'common_send_date', data: { key: 'refresh', args: ['a', 1] } })
  expect(await other.settle(BEAT)).toEqual([])
})
