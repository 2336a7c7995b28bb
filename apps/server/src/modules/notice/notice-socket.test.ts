import type { AddressInfo } from 'node:net'
import { NOTICE_HEARTBEAT, noticeMessage } from '@natim/contract/socket/notice'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage } from '../../platform/bus-codec.ts'
import { buildTestApp } from '../../testing/build-app.ts'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import { createSocketBench, openTextClient, type SocketBench } from '../../testing/socket-bench.ts'
import { publishRightsChanged } from '../permission/index.ts'
import { registerNoticeSocket } from './notice-socket.ts'

const alice = buildSessionUser('alice', NATIONAL)
const bob = buildSessionUser('bob', NATIONAL)

describe('[CA-117] the notice socket', () => {
  let bench: SocketBench
  let sockets: { stop(): Promise<void> }
  beforeEach(async () => {
    bench = createSocketBench()
    sockets = registerNoticeSocket(bench)
    await bench.listen()
  })
  afterEach(async () => {
    await sockets.stop()
    await bench.close()
  })
  const open = (user = alice) => bench.connect(user, `/websocket/${user.userId}`)

  it.each([NOTICE_HEARTBEAT, 'ping', 'heartcheck', '', '{"cmd":"topic","msgTxt":"冒充"}'])(
    '[CA-118] answers %j with heartcheck only',
    async (text) => {
      const [client, other] = [await open(), await open(bob)]
      client.send(text)
      expect(await client.take()).toEqual({ cmd: 'heartcheck', msgTxt: '' })
      expect(await other.settle('ping')).toEqual([])
    },
  )

  it('[CA-118] sends topic messages to every connection, user messages only to the addressed users', async () => {
    const [first, second, other] = [await open(), await open(), await open(bob)]
    bench.bus.publish('notice', { userIds: 'all', message: { cmd: 'topic', msgId: '1', msgTxt: '演练' } })
    bench.bus.publish('notice', { userIds: [alice.userId], message: { cmd: 'user', msgId: '2', msgTxt: '你' } })
    const toAll = { cmd: 'topic', msgId: '1', msgTxt: '演练' }
    const toAlice = { cmd: 'user', msgId: '2', msgTxt: '你' }
    expect(await first.settle('ping')).toEqual([toAll, toAlice])
    expect(await second.settle('ping')).toEqual([toAll, toAlice])
    expect(await other.settle('ping')).toEqual([toAll])
    expect([toAll, toAlice].map((message) => noticeMessage.safeParse(message).success)).toEqual([true, true])
  })

  it('delivers messages from other processes too', async () => {
    const client = await open()
    const message = { userIds: [alice.userId], message: { cmd: 'user', msgId: '2', msgTxt: '你' } } as const
    bench.bus.publish('notice', decodeMessage('notice', encodeMessage('notice', message)))
    expect(await client.take()).toEqual(message.message)
  })

  it('notifies only the user whose permissions have changed', async () => {
    const [client, other] = [await open(), await open(bob)]
    publishRightsChanged(bench.bus, [alice.userId])
    expect(await client.take()).toEqual({ cmd: 'rights', msgTxt: '' })
    expect(await other.settle('ping')).toEqual([])
  })
})

it('[SY-49] on a real server: publishing pushes, forced sign-out disconnects, permission changes take effect', async () => {
  const server = await buildTestApp()
  try {
    await server.addUser('editor', { roles: ['admin'] })
    const dutyId = await server.addUser('duty', { roles: ['prov_duty'] })
    const [editor, duty] = [await server.signIn('editor'), await server.signIn('duty')]
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const client = await openTextClient(`ws://127.0.0.1:${port}/jeecg-boot/websocket/${dutyId}`, [duty])

    const body = { titile: '暴雨预警', msgType: 'USER', userIds: `${dutyId},` }
    const { id } = (await server.call('POST', '/sys/annountCement/add', { token: editor, body })).body.result
    await server.call('GET', `/sys/annountCement/doReleaseData?id=${id}`, { token: editor })
    expect(await client.take()).toEqual({ cmd: 'user', msgId: id, msgTxt: '暴雨预警' })

    await server.db.deleteFrom('sysUserRole').where('userId', '=', dutyId).execute()
    publishRightsChanged(server.bus, [dutyId])
    expect(await client.take()).toEqual({ cmd: 'rights', msgTxt: '' })
    expect((await server.call('GET', '/mon/station/list', { token: duty })).status).toBe(403)

    const { records } = (await server.call('GET', '/sys/online/list?username=duty', { token: editor })).body.result
    await server.call('POST', '/sys/online/forceLogout', { token: editor, body: { token: records[0].token } })
    expect(await client.closed).toBe(1008)
  } finally {
    await server.close()
  }
})
