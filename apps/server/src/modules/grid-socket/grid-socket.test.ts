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

describe('表格连接', () => {
  it('路径须有 32 位十六进制的页号', async () => {
    bench.sessions.set('t', national)
    for (const page of ['1', `${PAGE}0`, 'g'.repeat(32)]) {
      expect(await refusedStatus(`${bench.base()}/vxeSocket/${national.userId}/${page}`, ['t'])).toBe(403)
    }
    expect((await open(national)).socket.protocol).toBe('token-session-national')
  })

  it('心跳得到应答，其他类型与残缺的不理会', async () => {
    const client = await open(national)
    client.send(BEAT)
    expect(await client.take()).toEqual({ type: 'heart_beat', data: true })
    for (const text of ['{', '[]', '{"type":"common_send_date","data":{}}', { type: 'x' }]) client.send(text)
    expect(await client.settle(BEAT)).toEqual([])
  })

  it('行的改动到所有有编辑权限的连接，含发出者自己', async () => {
    const [sender, colleague] = [await open(national), await open(buildSessionUser('second', NATIONAL))]
    sender.send(update())
    expect(await sender.take()).toEqual(update())
    expect(await colleague.take()).toEqual(update())
  })
})

describe('[CA-116] 只到该收的人', () => {
  it('没有编辑权限的收不到，也发不出', async () => {
    const [editor, viewer] = [await open(national), await open(reader)]
    viewer.send(update())
    expect(await viewer.settle(BEAT)).toEqual([])
    expect(await editor.settle(BEAT)).toEqual([])
    editor.send(update())
    await editor.take()
    expect(await viewer.settle(BEAT)).toEqual([])
  })

  it('别的租户收不到', async () => {
    const [editor, foreign] = [await open(national), await open(otherTenant)]
    editor.send(update())
    await editor.take()
    expect(await foreign.settle(BEAT)).toEqual([])
  })

  it('看不全发出者所辖范围的收不到，反之收到', async () => {
    const [all, province] = [await open(national), await open(jiangsu)]
    all.send(update())
    await all.take()
    expect(await province.settle(BEAT)).toEqual([])
    province.send(update())
    expect(await province.take()).toEqual(update())
    expect(await all.take()).toEqual(update())
  })

  it.each(['unknown', '__proto__', 'constructor'])('没有登记的 %s 不广播', async (key) => {
    const client = await open(national)
    client.send(update(key))
    expect(await client.settle(BEAT)).toEqual([])
  })

  it('权限被收回后不再收到', async () => {
    const [sender, other] = [await open(national), await open(buildSessionUser('second', NATIONAL))]
    bench.sessions.set('token-session-second', { ...buildSessionUser('second', NATIONAL), permissions: new Set() })
    bench.bus.publish('rightsChanged', ['user-second'])
    sender.send(update())
    await sender.take()
    expect(await other.settle(BEAT)).toEqual([])
  })
})

it('服务端按键呼叫页面上绑定的处理', async () => {
  const [client, other] = [await open(national), await open(jiangsu)]
  sendToPages(bench.bus, { userIds: [national.userId], key: 'refresh', args: ['a', 1] })
  expect(await client.take()).toEqual({ type: 'common_send_date', data: { key: 'refresh', args: ['a', 1] } })
  expect(await other.settle(BEAT)).toEqual([])
})
