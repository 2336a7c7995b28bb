import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '../../platform/bus.ts'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { buildAlarm, buildOutbox } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type Channels, createChannels } from './channels.ts'
import { claimDue, findDeliveries } from './delivery.repository.ts'
import { createNotifier } from './dispatcher.ts'
import { expandOutbox } from './expand.ts'
import { Outside } from './testing/outside.ts'
import { createWatchdog } from './watchdog.ts'

/** 10:00 in Beijing, at the start of a minute. */
const NOW_MS = Date.parse('2026-11-21T10:00:00+08:00')
const LOCAL = ['127.0.0.1']

let server: TestApp
let clock: ManualClock
let channels: Channels
const outside = new Outside()
const { mails, received } = outside
const pushed: BusMessages['notice'][] = []
const people = new Map<string, string>()

let config: ReturnType<typeof loadConfig>

beforeAll(async () => {
  await outside.listen()
  const given = {
    webhookHosts: LOCAL,
    egressPrivateHosts: LOCAL,
    smtpUrl: outside.smtpUrl,
    publicUrl: 'https://natim.example.org',
    sealKey: 'a key that only this test knows',
  }
  server = await buildTestApp({ config: given })
  config = { ...loadConfig({ LOG_LEVEL: 'silent' }), ...given }
  channels = createChannels(config, createLogger(config).of('alarm'))
  server.bus.subscribe('notice', (message) => pushed.push(message))
  const scopes = { nation: ['*'], jiangsu: ['32'], shandong: ['37'] }
  for (const [name, regionPrefixes] of Object.entries(scopes))
    people.set(name, await server.addUser(name, { roles: ['prov_duty'], regionPrefixes }))
  people.set('chief', await server.addUser('chief', { roles: ['nat_duty'] }))
  people.set('keeper', await server.addUser('keeper', { roles: ['nat_admin'] }))
  for (const name of people.keys())
    await server.db
      .updateTable('sysUser')
      .set({ email: `${name}@example.org` })
      .where('username', '=', name)
      .execute()
})
afterAll(async () => {
  await server.close()
  outside.close()
})
beforeEach(async () => {
  clock = createManualClock(NOW_MS)
  for (const table of ['monNotifyDelivery', 'monNotifyRepeat', 'monAlarmOutbox', 'monNotifyPreference'] as const)
    await server.db.deleteFrom(table).execute()
  await server.db.deleteFrom('sysAnnouncement').execute()
  await server.db.updateTable('monNotifyPolicy').set({ status: 'off' }).execute()
  outside.reset()
  pushed.length = 0
})
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = 'keeper') =>
  (await server.call(method, path, { token: await server.signIn(by), ...(body && { body }) })).body

/** Adds a policy through the API; returns its id. */
async function addPolicy(given: object = {}): Promise<string> {
  const form = { name: '策略', channels: ['console'], toRoles: ['prov_duty'], ...given }
  const answer = await call('POST', '/mon/notify/add', form)
  if (!answer.success) throw new Error(answer.message)
  return answer.result.id
}
const WEBHOOK = () => ({ channels: ['webhook'], toRoles: [], webhookUrl: outside.hookUrl, webhookSecret: 'shared' })

function newNotifier(ways: Channels = channels) {
  const notifier = createNotifier({
    db: server.db,
    bus: server.bus,
    log: createLogger(config).of('alarm'),
    channels: ways,
    clock,
  })
  stops.push(notifier.stop)
  return notifier
}
const turn = () => newNotifier().turn()
const after = async (ms: number) => {
  clock.advance(ms)
  await turn()
}
const raise = async (given: Parameters<typeof buildAlarm>[1] = {}, told: Parameters<typeof buildOutbox>[2] = {}) => {
  const alarmId = await buildAlarm(server.db, given)
  await buildOutbox(server.db, alarmId, { severity: (given.severity as number | undefined) ?? 2, ...told })
  return alarmId
}
const told = async (channel?: string) => {
  const names = new Map([...people].map(([name, id]) => [id, name]))
  const rows = await server.db.selectFrom('monNotifyDelivery').selectAll().orderBy('createTime').execute()
  return rows
    .filter((row) => channel === undefined || row.channel === channel)
    .map((row) => `${names.get(row.receiver) ?? 'policy'} ${row.state}`)
    .toSorted()
}

describe('receivers', () => {
  it('are those who may see the alarm, and get an unread notice with a link to it', async () => {
    await addPolicy()
    const alarmId = await raise({ severity: 1 })
    await turn()
    expect(await told()).toEqual(['jiangsu sent', 'nation sent'])
    const { result } = await call('GET', '/sys/annountCement/listByUser', undefined, 'jiangsu')
    const [notice] = result.sysMsgList ?? result.anntMsgList
    expect(notice).toMatchObject({ priority: 'H', busType: 'alarm', busId: alarmId })
    expect(decodeURIComponent(notice.openPage)).toBe(`/mon/alarm/list?~={"alarm":"${alarmId}"}`)
    expect(pushed.map(({ userIds }) => userIds).flat()).toHaveLength(2)
    const none = (await call('GET', '/sys/annountCement/listByUser', undefined, 'shandong')).result
    expect([none.sysMsgTotal, none.anntMsgTotal]).toEqual([0, 0])
  })

  it('who lose the permission between expansion and sending get nothing', async () => {
    await addPolicy()
    await raise()
    await expandOutbox({ db: server.db, maySee: async () => true }, clock.now())
    await server.db.updateTable('sysUser').set({ status: 2 }).where('username', '=', 'nation').execute()
    await turn()
    await server.db.updateTable('sysUser').set({ status: 1 }).where('username', '=', 'nation').execute()
    expect(await told()).toEqual(['jiangsu sent', 'nation dropped', 'shandong dropped'])
  })

  it('are narrowed by severity, region and rule; a disabled policy has none', async () => {
    const id = await addPolicy({ severities: [1], regionPrefixes: ['32'], ruleIds: ['rule-1'] })
    await raise({ severity: 2 })
    await raise({ severity: 1, regionCode: '110000' })
    await raise({ severity: 1, ruleId: 'rule-2' })
    await turn()
    expect(await told()).toEqual([])
    await raise({ severity: 1 })
    await turn()
    expect(await told()).toHaveLength(2)
    await call('PUT', '/mon/notify/edit', { id, status: 'off' })
    await raise({ severity: 1 })
    await turn()
    expect(await told()).toHaveLength(2)
  })

  it('of an escalation are the holders of its role in addition to those of the policies', async () => {
    await addPolicy({ toRoles: [], toUsers: 'jiangsu' })
    const alarmId = await raise({}, { kind: 'escalate', toRole: 'nat_duty', step: 2 })
    await turn()
    expect(await told()).toEqual(['chief sent', 'jiangsu sent'])
    const ofAlarm = async (who: string) =>
      (await call('GET', `/mon/notify/ofAlarm?id=${alarmId}`, undefined, who)).result
    expect(await ofAlarm('jiangsu')).toHaveLength(2)
    expect(await ofAlarm('shandong')).toEqual([])
    expect(
      (await findDeliveries(server.db, EVERYTHING, alarmId)).map(({ policyName }) => policyName).toSorted(),
    ).toEqual(['升级', '策略'])
  })
})

describe('a child alarm of a cluster', () => {
  const PLACES = { jiangsu: '320500', shandong: '370100' }

  it('notifies only receivers not notified of the parent, unless more severe; it is repeated with the parent', async () => {
    await addPolicy({ repeatMin: 10 })
    await addPolicy(WEBHOOK())
    const parentId = await raise({ severity: 3, isCluster: true })
    const before = newNotifier()
    const child = await raise({ severity: 3, parentId, regionCode: PLACES.jiangsu })
    await before.turn()
    expect(await told()).toEqual(['jiangsu sent', 'nation sent', 'policy sent'])
    expect(received).toHaveLength(1)
    expect(await server.db.selectFrom('monAlarmOutbox').select('id').where('expandedAt', 'is', null).execute()).toEqual(
      [],
    )

    // Users who cannot see the parent would not learn of it otherwise.
    await raise({ severity: 3, parentId, regionCode: PLACES.shandong })
    await turn()
    expect(await told('console')).toEqual(['jiangsu sent', 'nation sent', 'shandong sent'])
    await raise({ severity: 2, parentId, regionCode: PLACES.jiangsu })
    await turn()
    expect(await told('console')).toHaveLength(5)
    expect(received).toHaveLength(2)
    // It was more severe when the outbox row was written.
    await raise({ severity: 3, parentId, regionCode: PLACES.jiangsu }, { severity: 2 })
    await turn()
    expect(await told('console')).toHaveLength(7)
    expect(received).toHaveLength(3)

    const ofChild = async () =>
      server.db.selectFrom('monNotifyDelivery').select('id').where('alarmId', '=', child).execute()
    await after(10 * MINUTE_MS)
    expect(await ofChild()).toEqual([])
    await server.db.updateTable('monAlarm').set({ active: false }).where('id', '=', parentId).execute()
    await after(10 * MINUTE_MS)
    expect(await ofChild()).toHaveLength(2)
  })

  it('waits for the messages of its parent, whichever dispatcher has locked them', async () => {
    await addPolicy()
    const parentId = await buildAlarm(server.db, { severity: 3, isCluster: true })
    await raise({ severity: 3, parentId })
    const holding = await server.pool.connect()
    await holding.query('begin')
    const outboxId = await buildOutbox(server.db, parentId, { severity: 3 })
    await holding.query('select from mon_alarm_outbox where id = $1 for update', [outboxId])
    await turn()
    expect(await told()).toEqual([])
    await holding.query('commit')
    holding.release()
    await turn()
    expect(await told()).toEqual(['jiangsu sent', 'nation sent'])
  })
})

describe('alarms raised after the fact', () => {
  it('are sent as one message with number, time, place and link, limited to what the receiver may see', async () => {
    await addPolicy({ repeatMin: 10 })
    await addPolicy({ ...WEBHOOK(), regionPrefixes: ['37'] })
    const past = { severity: 4, historic: true, active: false, digestId: 'digest-1' }
    const at = (hour: number) => ({ triggerTs: new Date(`2026-11-21T0${hour}:00:00+08:00`) })
    const first = await buildAlarm(server.db, { ...past, ...at(2), regionCode: '320500' })
    await buildAlarm(server.db, { ...past, ...at(5), regionCode: '320100' })
    await buildAlarm(server.db, { ...past, ...at(8), regionCode: '370100' })
    await buildOutbox(server.db, first, { id: 'digest-1', kind: 'historic', severity: 4 })
    await turn()
    expect(await told()).toEqual(['jiangsu sent', 'nation sent', 'policy sent', 'shandong sent'])
    const noticeOf = async (who: string) => {
      const { result } = await call('GET', '/sys/annountCement/listByUser', undefined, who)
      return (result.sysMsgList ?? result.anntMsgList)[0]
    }
    const notice = await noticeOf('jiangsu')
    expect(notice.titile).toBe('【4 级 一般】补到的数据产生 2 起事后报警')
    expect(decodeURIComponent(notice.openPage)).toContain('{"filters":{"view":"all","digestId":"digest-1"}}')
    expect((await noticeOf('nation')).titile).toContain('3 起')
    expect(JSON.stringify(JSON.parse(received[0]?.body ?? '{}'))).toContain('1 起事后报警')
    await after(10 * MINUTE_MS)
    expect(await told()).toHaveLength(4)
  })
})

describe('a webhook', () => {
  it('gets one logical, signed message despite three failures over minutes', async () => {
    await addPolicy(WEBHOOK())
    outside.answers = [500, 503, 500]
    await raise()
    await turn()
    for (const minutes of [1, 5]) await after(minutes * MINUTE_MS)
    await after(14 * MINUTE_MS)
    expect(received).toHaveLength(3)
    await after(MINUTE_MS)
    expect(received).toHaveLength(4)
    await after(DAY_MS)
    expect(received).toHaveLength(4)
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    for (const { headers, body } of received) {
      const signature = createHmac('sha256', 'shared').update(`${headers['x-natim-time']}.${body}`).digest('hex')
      expect(headers['x-natim-signature']).toBe(signature)
    }
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'alarm',
      alarms: [{ title: '氯气超 AEGL-2', severity: 2 }],
      url: expect.stringMatching(/^https:\/\/natim\.example\.org\/mon\/alarm\/list/),
    })
    expect(await told()).toEqual(['policy sent'])
  })

  it('is given up after a day of failures, with the reason', async () => {
    await addPolicy(WEBHOOK())
    outside.answers = Array.from({ length: 20 }, () => 500)
    const alarmId = await raise()
    await turn()
    const tries: number[] = []
    for (const minutes of [1, 5, 15, 60, 1440, 1440]) {
      await after(minutes * MINUTE_MS - 1_000)
      tries.push(received.length)
      await after(1_000)
    }
    // Each retry waits exactly for its delay.
    expect(tries).toEqual([1, 2, 3, 4, 5, 6])
    expect(received).toHaveLength(6)
    expect(await findDeliveries(server.db, EVERYTHING, alarmId)).toMatchObject([
      { state: 'failed', lastError: '对方返回 500' },
    ])
    const ofAlarm = async (who?: string) =>
      (await call('GET', `/mon/notify/ofAlarm?id=${alarmId}`, undefined, who)).result
    expect(await ofAlarm('jiangsu')).toMatchObject([{ state: 'failed', lastError: null }])
    expect(await ofAlarm()).toMatchObject([{ lastError: '对方返回 500' }])
  })

  it('is called only on allowed hosts, checked again on sending; its secret is never shown', async () => {
    const refused = await call('POST', '/mon/notify/add', { name: 'x', ...WEBHOOK(), webhookUrl: 'http://10.0.0.1/' })
    expect(refused.message).toContain('10.0.0.1 不在允许的主机名单中')
    const id = await addPolicy(WEBHOOK())
    await raise()
    await newNotifier(createChannels({ ...config, webhookHosts: [] }, createLogger(config).of('alarm'))).turn()
    expect(received).toEqual([])
    const shown = [
      await call('GET', `/mon/notify/queryById?id=${id}`),
      await call('GET', '/mon/notify/list'),
      await call('GET', `/mon/notify/history?id=${id}`),
    ]
    const stored = await server.db.selectFrom('monNotifyPolicy').select('webhookSecret').where('id', '=', id).execute()
    expect(stored[0]?.webhookSecret).toMatch(/^v1\./)
    for (const text of ['shared', stored[0]?.webhookSecret ?? '']) expect(JSON.stringify(shown)).not.toContain(text)
    // An empty secret keeps the stored one.
    expect((await call('PUT', '/mon/notify/edit', { id, webhookSecret: '', name: 'y' })).success).toBe(true)
    await after(MINUTE_MS)
    expect(received).toHaveLength(1)
  })

  it('handles a WeChat robot, which refuses with status 200', async () => {
    await addPolicy({ channels: ['wechat'], toRoles: [], wechatUrl: `${outside.hookUrl}?key=k` })
    await raise()
    await turn()
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ msgtype: 'markdown' })
    expect(await told()).toEqual(['policy sent'])
    outside.answerText = '{"errcode":93000}'
    const alarmId = await raise()
    await turn()
    const lastOf = () => findDeliveries(server.db, EVERYTHING, alarmId)
    expect(await lastOf()).toMatchObject([{ state: 'waiting', tries: 1, lastError: '企业微信返回 93000' }])
    outside.answerText = 'not JSON'
    await after(MINUTE_MS)
    expect(await lastOf()).toMatchObject([{ state: 'sent', tries: 2, lastError: null }])
  })
})

describe('an unavailable channel', () => {
  it.each([
    ['sms', { sms: 'off' }, '未启用短信'],
    ['sms', { sms: 'log' }, '没有手机号'],
    ['mail', { smtpUrl: undefined }, '未配置邮件服务器（SMTP_URL）'],
    ['mail', {}, '没有邮箱'],
  ] as const)('%s with %o is not retried, with the reason', async (way, given, reason) => {
    const person = await server.db
      .selectFrom('sysUser')
      .select(['phone', 'email'])
      .where('username', '=', 'jiangsu')
      .executeTakeFirstOrThrow()
    const set = (columns: Partial<typeof person>) =>
      server.db.updateTable('sysUser').set(columns).where('username', '=', 'jiangsu').execute()
    await addPolicy({ channels: [way], toRoles: [], toUsers: 'jiangsu' })
    const alarmId = await raise()
    await set({ phone: null, ...(reason === '没有邮箱' && { email: null }) })
    await newNotifier(createChannels({ ...config, ...given }, createLogger(config).of('alarm'))).turn()
    await set(person)
    expect(await findDeliveries(server.db, EVERYTHING, alarmId)).toMatchObject([
      { channel: way, state: 'dropped', tries: 1, lastError: reason },
    ])
    expect(mails).toEqual([])
  })
})

describe('a drill', () => {
  it('is notified on the console only', async () => {
    await addPolicy({ ...WEBHOOK(), channels: ['console', 'mail', 'webhook'], toRoles: ['prov_duty'] })
    await raise({ drill: true })
    await turn()
    expect(await told('console')).toEqual(['jiangsu sent', 'nation sent'])
    expect(await told()).toHaveLength(2)
    expect([mails, received]).toEqual([[], []])
  })
})

describe('dispatchers', () => {
  it('deliver once when two run concurrently', async () => {
    await addPolicy({ ...WEBHOOK(), channels: ['webhook', 'console'], toRoles: ['prov_duty'] })
    for (let n = 0; n < 6; n++) await raise()
    const both = [newNotifier(), newNotifier()]
    await Promise.all(both.map((notifier) => notifier.turn()))
    await Promise.all(both.map((notifier) => notifier.turn()))
    expect(received).toHaveLength(6)
    const notices = await server.db.selectFrom('sysAnnouncementSend').select('id').execute()
    expect(notices).toHaveLength(12)
    expect(await told()).toHaveLength(18)
  })

  it('claim each message once when four claim concurrently', async () => {
    await addPolicy(WEBHOOK())
    for (let n = 0; n < 12; n++) await raise()
    await expandOutbox({ db: server.db, maySee: async () => true }, clock.now())
    const rules = { nowMs: clock.now(), limit: 50, perMinute: 20, leaseMs: MINUTE_MS }
    const taken = await Promise.all([1, 2, 3, 4].map(() => claimDue(server.db, rules)))
    expect(taken.flatMap(({ singles }) => singles)).toHaveLength(12)
  })

  it('lose nothing when killed between expansion and sending, or while sending', async () => {
    await addPolicy(WEBHOOK())
    await raise()
    await expandOutbox({ db: server.db, maySee: async () => true }, clock.now())
    expect(received).toEqual([])
    // Claims the message and never finishes.
    const stuck = newNotifier({ ...channels, webhook: () => new Promise(() => undefined) })
    void stuck.turn()
    await expect
      .poll(async () => (await server.db.selectFrom('monNotifyDelivery').select('tries').execute())[0]?.tries)
      .toBe(1)
    await turn()
    expect(received).toEqual([])
    await after(2 * MINUTE_MS)
    expect(received).toHaveLength(1)
    expect(await told()).toEqual(['policy sent'])
  })

  it('change nothing when expanding a row twice', async () => {
    await addPolicy()
    await raise()
    await turn()
    await server.db.updateTable('monAlarmOutbox').set({ expandedAt: null }).execute()
    await turn()
    expect(await told()).toHaveLength(2)
  })
})

describe('personal preferences', () => {
  const mail = { channels: ['mail'], toRoles: [], toUsers: 'jiangsu' }
  const prefer = (given: object) =>
    call(
      'PUT',
      '/mon/notify/editPreference',
      { channels: ['sms', 'mail'], quietFrom: null, quietTo: null, ...given },
      'jiangsu',
    )

  it('defer mail during quiet hours, and drop it if the alarm is handled by then', async () => {
    await addPolicy(mail)
    expect((await prefer({ quietFrom: '09:00', quietTo: '12:00' })).success).toBe(true)
    const handled = await raise({ severity: 3 })
    await raise({ severity: 3, title: '氨气' })
    await turn()
    await after(HOUR_MS)
    expect(mails).toEqual([])
    await server.db.updateTable('monAlarm').set({ acked: true }).where('id', '=', handled).execute()
    await after(HOUR_MS)
    expect(mails).toHaveLength(1)
    expect(await told()).toEqual(['jiangsu dropped', 'jiangsu sent'])
  })

  it('never defer severity 1 and 2', async () => {
    await addPolicy(mail)
    await prefer({ channels: [], quietFrom: '00:00', quietTo: '23:59' })
    for (const severity of [1, 2, 3]) await raise({ severity })
    await turn()
    expect(await told()).toEqual(['jiangsu dropped', 'jiangsu sent', 'jiangsu sent'])
    expect(mails.map((text) => /Message-ID: (.*)/i.exec(text)?.[1])).toHaveLength(2)
  })

  it('are rejected when incomplete or invalid', async () => {
    expect((await prefer({ quietFrom: '22:00' })).success).toBe(false)
    expect((await prefer({ quietFrom: '25:00', quietTo: '06:00' })).success).toBe(false)
  })
})

describe('repetition', () => {
  it('continues until the alarm is acknowledged', async () => {
    await addPolicy({ ...WEBHOOK(), repeatMin: 10 })
    const alarmId = await raise()
    await turn()
    await after(10 * MINUTE_MS)
    await after(10 * MINUTE_MS)
    expect(received.map(({ body }) => /第 \d 次/.exec(body)?.[0])).toEqual([undefined, '第 1 次', '第 2 次'])
    await server.db.updateTable('monAlarm').set({ acked: true }).where('id', '=', alarmId).execute()
    await after(HOUR_MS)
    expect(received).toHaveLength(3)
    expect(await server.db.selectFrom('monNotifyRepeat').selectAll().execute()).toEqual([])
  })

  it('pauses while shelved, restarts with a new message, and ends with the alarm or the policy', async () => {
    const id = await addPolicy({ ...WEBHOOK(), repeatMin: 10 })
    const alarmId = await raise()
    await turn()
    const setAlarm = (columns: { shelvedUntil?: Date; closedTs?: Date }) =>
      server.db.updateTable('monAlarm').set(columns).where('id', '=', alarmId).execute()
    const count = async (minutes: number) => {
      await after(minutes * MINUTE_MS)
      return received.length
    }
    await setAlarm({ shelvedUntil: new Date(clock.now() + 25 * MINUTE_MS) })
    expect([await count(10), await count(14), await count(1)]).toEqual([1, 1, 2])
    await buildOutbox(server.db, alarmId, { kind: 'up', severity: 1 })
    expect([await count(5), await count(5), await count(4), await count(1)]).toEqual([3, 3, 3, 4])
    await call('PUT', '/mon/notify/edit', { id, status: 'off' })
    expect(await count(10)).toBe(4)
    await call('PUT', '/mon/notify/edit', { id, status: 'on' })
    expect(await count(10)).toBe(4)
    await buildOutbox(server.db, alarmId, { kind: 'reopen' })
    expect(await count(1)).toBe(5)
    await setAlarm({ closedTs: new Date(clock.now()) })
    expect(await count(10)).toBe(5)
  })
})

describe('a storm', () => {
  it('is merged into one message beyond 20 per minute, with the most severe alarm sent at once', async () => {
    await addPolicy(WEBHOOK())
    for (let n = 0; n < 45; n++) await raise({ severity: n === 44 ? 1 : 3 })
    await turn()
    expect(received).toHaveLength(20)
    expect(JSON.parse(received.toSorted((a, b) => (a.body > b.body ? 1 : -1))[0]?.body ?? '')).toMatchObject({
      type: 'alarm',
    })
    expect(received.some(({ body }) => JSON.parse(body).severity === 1)).toBe(true)
    await after(MINUTE_MS)
    expect(received).toHaveLength(21)
    expect(JSON.parse(received[20]?.body ?? '')).toMatchObject({ type: 'digest', alarms: { length: 25 } })
    expect(new Set(await told())).toEqual(new Set(['policy sent']))
  })
})

describe('the rate limit', () => {
  it('is 20 per minute, receiver and channel, however often the dispatcher runs', async () => {
    await addPolicy(WEBHOOK())
    await addPolicy({ toRoles: [], toUsers: 'jiangsu' })
    for (let n = 0; n < 15; n++) await raise()
    await turn()
    for (let n = 0; n < 15; n++) await raise()
    await after(MINUTE_MS - 1)
    expect(received).toHaveLength(20)
    expect((await told('console')).filter((text) => text === 'jiangsu sent')).toHaveLength(20)
    await after(1)
    expect(received.map(({ body }) => JSON.parse(body).type).filter((type) => type === 'digest')).toHaveLength(1)
    for (let n = 0; n < 15; n++) await raise()
    await turn()
    expect(received).toHaveLength(36)
  })
})

describe('a test message', () => {
  it('is sent to the caller by every channel of the policy, and reports which one failed', async () => {
    const id = await addPolicy({ ...WEBHOOK(), channels: ['console', 'mail', 'webhook'], toRoles: ['prov_duty'] })
    outside.answers = [500]
    const { result, message } = await call('POST', '/mon/notify/test', { id })
    expect(message).toBe('1 种方式发送失败')
    expect(result).toEqual([
      { channel: 'console', error: null },
      { channel: 'mail', error: null },
      { channel: 'webhook', error: '对方返回 500' },
    ])
    expect(mails[0]).toContain('keeper@example.org')
    expect(await told()).toEqual([])
  })
})

describe('a policy', () => {
  it('is rejected without receivers or addresses', async () => {
    const refusal = async (given: object) => (await call('POST', '/mon/notify/add', { name: 'x', ...given })).message
    expect(await refusal({ channels: ['sms'] })).toBe('控制台、短信和邮件需要接收角色、值班组或接收人员！')
    expect(await refusal({ channels: ['webhook'] })).toBe('请填写Webhook 地址！')
    expect(await refusal({ channels: ['wechat'] })).toBe('请填写企业微信机器人地址！')
    expect(await refusal({ channels: [] })).toContain('请选择通知方式')
  })
})

describe('the watchdog', () => {
  const notices = () => server.db.selectFrom('sysAnnouncement').select('title').execute()

  it('notifies the officers once per stall of judging, however many processes look', async () => {
    const judgedAt = (ms: number) =>
      server.db
        .updateTable('monAlarmCursor')
        .set({ judgedAt: new Date(ms) })
        .execute()
    const until = new Date(NOW_MS + DAY_MS)
    await server.db
      .insertInto('monAlarmCursor')
      .values({ stream: 3, epoch: 1, seq: 1, judgedAt: new Date(NOW_MS) })
      .execute()
    await server.db.updateTable('monStream').set({ owner: 'a', until }).where('stream', '=', 3).execute()
    const dogs = [1, 2].map(() => createWatchdog({ db: server.db, bus: server.bus }))
    const look = async (ms: number) => {
      for (const dog of dogs) await dog(NOW_MS + ms)
    }
    // No process is listening to devices, so silence is not a fault of the engine.
    for (const ms of [90_000, 130_000]) await look(ms)
    expect(await notices()).toEqual([])
    await server.db.insertInto('monListener').values({ id: 'a', until, isListening: true }).execute()
    await look(140_000)
    expect(await notices()).toEqual([])
    for (const ms of [170_000, 180_000, 600_000]) await look(ms)
    expect(await notices()).toHaveLength(1)
    const [send] = await server.db
      .selectFrom('sysAnnouncementSend')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .execute()
    expect(Number(send?.n)).toBe(2)
    await judgedAt(NOW_MS + 610_000)
    await look(620_000)
    for (const ms of [700_000, 740_000]) await look(ms)
    expect(await notices()).toHaveLength(2)
    // The process that recorded the fault was restarted, and the fault is over by then.
    await judgedAt(NOW_MS + 750_000)
    const restarted = createWatchdog({ db: server.db, bus: server.bus })
    for (const ms of [760_000, 820_000, 850_000]) await restarted(NOW_MS + ms)
    expect(await notices()).toHaveLength(3)
  })
})
