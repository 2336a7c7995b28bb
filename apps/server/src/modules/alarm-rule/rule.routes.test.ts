import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../db/seeds/seed.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { findRulesInForce } from './index.ts'

let server: TestApp
let token: string
let device: BuiltDevice
let heard = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  const { id } = await buildStation(server.db)
  device = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2', 'nh3'], stationId: id, periodS: 10 })
  server.bus.publish('registers', {})
  server.bus.subscribe('rules', () => {
    heard += 1
  })
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, body?: object) =>
  (await server.call(method, `/mon/rule/${path}`, { token, ...(body && { body }) })).body

const CHLORINE = { metricCodes: ['cl2'] }
const branch = (change: object = {}) => ({ type: 'threshold', severity: 3, op: '>=', value: 0.5, ...change })
const composite = (conditions: readonly object[]) => ({ type: 'composite', severity: 3, conditions })
let count = 0
async function add(change: object = {}): Promise<string> {
  count += 1
  const form = { code: `T-${count}`, name: `规则${count}`, scope: CHLORINE, branches: [branch()], ...change }
  const answer = await call('POST', 'add', form)
  expect(answer).toMatchObject({ success: true })
  return answer.result.id
}
const rowOf = async (id: string) => (await call('GET', `queryById?id=${id}`)).result
const versionsOf = (id: string) =>
  server.db.selectFrom('monAlarmRuleVersion').selectAll().where('ruleId', '=', id).orderBy('version').execute()

describe('a version', () => {
  it('is created by editing a deciding column, and by no other edit', async () => {
    const id = await add()
    expect(await rowOf(id)).toMatchObject({ version: 1, enabled: true, openCount: 0 })
    await call('PUT', 'edit', { id, name: '改名', guide: '看风向', checklist: ['看风向'] })
    expect(await rowOf(id)).toMatchObject({ version: 1, name: '改名' })
    await call('PUT', 'edit', { id, branches: [branch({ value: 0.6 })] })
    expect(await rowOf(id)).toMatchObject({ version: 2 })
    // The same body with its keys in another order.
    await call('PUT', 'edit', { id, branches: [{ value: 0.6, op: '>=', severity: 3, type: 'threshold' }] })
    expect(await rowOf(id)).toMatchObject({ version: 2 })
    const versions = await versionsOf(id)
    expect(versions).toMatchObject([
      { version: 1, createBy: 'keeper', body: { scope: CHLORINE, branches: [{ value: 0.5 }], latch: true } },
      { version: 2, createBy: 'keeper', body: { scope: CHLORINE, branches: [{ value: 0.6 }] } },
    ])
  })

  it.each([
    ['place', 'work'],
    ['scope', { metricCodes: ['nh3'] }],
    ['corroborate', { neighbours: 1, radiusKm: 5 }],
    ['autoClear', false],
    ['latch', false],
    ['escalate', { 1: [{ afterS: 60, toRole: 'nat_duty' }] }],
  ])('is created by editing %s', async (key, value) => {
    const id = await add()
    await call('PUT', 'edit', { id, [key]: value })
    expect(await rowOf(id)).toMatchObject({ version: 2, [key]: value })
    expect(await versionsOf(id)).toMatchObject([{}, { body: { [key]: value } }])
  })

  it('can remove corroboration and escalation', async () => {
    const id = await add({ corroborate: { neighbours: 1, radiusKm: 5 } })
    await call('PUT', 'edit', { id, corroborate: '' })
    expect(await rowOf(id)).toMatchObject({ version: 2, corroborate: null })
  })

  it('created by restoring an old one is new, and does not switch the rule', async () => {
    const id = await add()
    await call('PUT', 'edit', { id, branches: [branch({ value: 9 })] })
    await call('POST', 'enable', { ids: id, enabled: false })
    expect(await call('POST', 'restoreVersion', { id, version: 1 })).toMatchObject({ success: true })
    expect(await rowOf(id)).toMatchObject({ version: 3, enabled: false, branches: [{ value: 0.5 }] })
    expect(await versionsOf(id)).toHaveLength(3)
    // Restoring an equivalent body under another name keeps the current number.
    await call('PUT', 'edit', { id, name: '又一个' })
    expect(await call('POST', 'restoreVersion', { id, version: 1 })).toMatchObject({ success: true })
    expect(await rowOf(id)).toMatchObject({ version: 3 })
  })

  it('cannot be set by the caller', async () => {
    const id = await add({ version: 7, enabled: false, openCount: 3 })
    expect(await rowOf(id)).toMatchObject({ version: 1, enabled: true, openCount: 0 })
  })

  it('is created sequentially by two concurrent edits', async () => {
    const id = await add()
    await Promise.all([1, 2, 3].map((value) => call('PUT', 'edit', { id, branches: [branch({ value })] })))
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 2, 3, 4])
    expect(await rowOf(id)).toMatchObject({ version: 4 })
  })
})

describe('a rule is refused', () => {
  it.each<[string, object, string]>([
    ['an unknown metric', { scope: { metricCodes: ['nonsense'] } }, 'metricCodes'],
    ['a clear value beyond the trigger', { branches: [branch({ clearValue: 0.6 })] }, '恢复值不能越过触发值'],
    ['more than 24 h', { branches: [branch({ forS: 86_401 })] }, '持续时间最长 24 小时'],
    ['no branch', { branches: [] }, '至少需要一个级别分支'],
    ['21 branches', { branches: Array.from({ length: 21 }, () => branch()) }, '最多 20 个分支'],
    ['more hits than readings', { branches: [branch({ n: 3, m: 2 })] }, '次数不能多于样本数'],
    [
      'channels and devices in one',
      { branches: [branch(), { type: 'status', severity: 5, statuses: ['offline'] }] },
      '通道条件、设备条件和空气质量指数不能放在同一条规则里',
    ],
    [
      'a cluster of nothing',
      { branches: [{ type: 'cluster', severity: 2, count: 3, radiusKm: 5, withinS: 600 }] },
      '汇聚分支合并同一规则的其他报警，须另有至少一个分支',
    ],
    [
      'two clusters',
      {
        branches: [
          branch(),
          ...[3, 4].map((least) => ({ type: 'cluster', severity: 2, count: least, radiusKm: 5, withinS: 600 })),
        ],
      },
      '一条规则最多一个汇聚分支',
    ],
    [
      'a cluster of one',
      { branches: [branch(), { type: 'cluster', severity: 2, count: 1, radiusKm: 5, withinS: 600 }] },
      '数量应在 2 到 50 之间',
    ],
    [
      'a cluster that holds',
      { branches: [branch(), { type: 'cluster', severity: 2, count: 3, radiusKm: 5, withinS: 600, forS: 60 }] },
      '汇聚分支不设持续时间',
    ],
    ['a composite of one', { branches: [composite([branch()])] }, '组合条件至少两项'],
    ['six conditions', { branches: [composite(Array.from({ length: 6 }, () => branch()))] }, '组合条件最多 5 项'],
    [
      'a composite that begins with what must not hold',
      { branches: [composite([{ ...branch(), not: true }, branch()])] },
      '第一项不能取反',
    ],
    [
      'a composite in a composite',
      { branches: [composite([branch(), composite([branch(), branch()])])] },
      'branches.0.conditions.1.type：组合条件只能由阈值、限值、变化率和偏离组成，不能嵌套，也不能引用其他分支',
    ],
    [
      'a composite that refers to itself',
      { branches: [composite([branch(), { type: 'branch', index: 0 }])] },
      'branches.0.conditions.1.type：组合条件只能由阈值',
    ],
    ['a type that there is not', { branches: [branch({ type: 'magic' })] }, 'branches.0.type：没有这种分支类型'],
    ['a level beyond five', { branches: [branch({ severity: 9 })] }, 'branches.0.severity：级别应为 1 到 5'],
    ['an operator that there is not', { branches: [branch({ op: '==' })] }, '比较方式应为 >、>=、< 或 <='],
    [
      'a unit that does not convert',
      { branches: [branch(), branch({ unit: 'dB' })] },
      '第 2 个分支的单位：氯气的单位是 ppm，不能由 dB 换算',
    ],
    [
      'a condition about a clock hour',
      { branches: [composite([branch(), { type: 'limit', kind: 'GB3095' }])] },
      '小时和日均限值按整点判定，不能用于组合条件',
    ],
    [
      'a condition whose limit its metrics have not',
      { branches: [composite([branch(), { type: 'limit', kind: 'AEGL', level: '4' }])] },
      '第 1 个分支：作用范围内的因子没有 AEGL-4 限值',
    ],
    [
      'a limit that its metrics have not',
      { branches: [branch(), { type: 'limit', severity: 2, kind: 'GB3095' }] },
      '第 2 个分支：作用范围内的因子没有 GB 3095 限值',
    ],
    [
      'a level that is not published',
      { branches: [{ type: 'limit', severity: 2, kind: 'AEGL', level: '4' }] },
      '第 1 个分支：作用范围内的因子没有 AEGL-4 限值',
    ],
    [
      'an own limit that no channel has',
      { branches: [{ type: 'limit', severity: 2, kind: 'OWN', level: '2' }] },
      '第 1 个分支：作用范围内的因子没有自定限值 2 级',
    ],
  ])('%s', async (_name, change, message) => {
    const form = { code: 'refused', name: '不行', scope: CHLORINE, branches: [branch()], ...change }
    const answer = await call('POST', 'add', form)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(message)
    const id = await add()
    expect((await call('PUT', 'edit', { id, ...change })).message).toContain(message)
    expect(await rowOf(id)).toMatchObject({ version: 1 })
  })

  it('with more channels than the limit, naming their number', async () => {
    const { db } = server
    const channels = Array.from({ length: 5_001 }, (_, i) => ({
      id: `wide-${i}`,
      deviceId: device.id,
      seq: 100 + i,
      metricCode: 'h2s',
      unitIn: 'ppm',
      precision: 2,
      periodS: 60,
    }))
    await db.insertInto('monChannel').values(channels).execute()
    const form = { code: 'wide', name: '太宽', scope: { metricCodes: ['h2s'] }, branches: [branch()] }
    expect((await call('POST', 'add', form)).message).toBe('作用范围内有 5001 个通道，最多 5000 个')
    server.bus.publish('registers', {})
    const { result } = await call('POST', 'match', form)
    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'too_many', channels: 5_001 }))
    // A device rule counts once per device.
    const offline = { type: 'status', severity: 5, statuses: ['offline'] }
    await add({ scope: { metricCodes: ['h2s'] }, branches: [offline] })
    await db.deleteFrom('monChannel').where('metricCode', '=', 'h2s').execute()
    server.bus.publish('registers', {})
  })
})

describe('switching', () => {
  it('takes rules out of force, with one log line', async () => {
    const id = await add()
    const isInForce = async () => (await findRulesInForce(server.db)).some((rule) => rule.id === id)
    expect(await isInForce()).toBe(true)
    const before = heard
    expect(await call('POST', 'enable', { ids: id, enabled: false })).toMatchObject({ message: '已停用 1 条规则' })
    expect(heard).toBe(before + 1)
    expect(await isInForce()).toBe(false)
    expect(await call('POST', 'enable', { ids: id, enabled: false })).toMatchObject({ message: '没有需要切换的规则' })
    expect(await rowOf(id)).toMatchObject({ enabled: false, version: 1 })
    const lines = await server.db.selectFrom('sysLog').select('logContent').where('objectId', '=', id).execute()
    expect(lines.filter(({ logContent }) => String(logContent).startsWith('停用报警规则'))).toHaveLength(1)
  })

  it('switches all of them or none', async () => {
    const id = await add()
    expect(await call('POST', 'enable', { ids: `${id},nowhere`, enabled: false })).toMatchObject({ success: false })
    expect(await rowOf(id)).toMatchObject({ enabled: true })
  })

  it('a deleted rule is not in force until it is restored', async () => {
    const id = await add()
    await call('DELETE', `delete?id=${id}`)
    expect((await findRulesInForce(server.db)).map((rule) => rule.id)).not.toContain(id)
    await call('POST', 'restore', { id })
    expect((await findRulesInForce(server.db)).map((rule) => rule.id)).toContain(id)
  })
})

describe('what a rule matches', () => {
  const match = async (body: object) => (await call('POST', 'match', body)).result

  it('is counted by channels, devices, stations and provinces, and put into a sentence', async () => {
    expect(await match({ scope: CHLORINE, branches: [branch({ forS: 60 })] })).toMatchObject({
      channels: 1,
      devices: 1,
      stations: 1,
      regions: [{ regionCode: '320000', name: '江苏', channels: 1 }],
      warnings: [],
      sentence: ['全国，氯气：', expect.stringContaining('0.5 ppm 并持续 1 min，报较大'), expect.any(String)],
    })
  })

  it('[BZ-20] is judged in the unit of its metric, whichever unit was given', async () => {
    const given = { scope: CHLORINE, branches: [branch({ value: 10, clearValue: 5, unit: 'mg/m³' })] }
    expect((await match(given)).sentence[1]).toContain('达到 3.448 ppm，报较大；低于 1.724 ppm')
    const id = await add(given)
    const stored = { value: 3.44823, clearValue: 1.72411 }
    expect((await rowOf(id)).branches).toEqual([expect.objectContaining(stored)])
    expect((await rowOf(id)).branches[0]).not.toHaveProperty('unit')
    await call('PUT', 'edit', { id, branches: [branch({ value: 2_000, unit: 'ppb' })] })
    expect((await rowOf(id)).branches).toEqual([expect.objectContaining({ value: 2 })])
    expect((await versionsOf(id)).at(-1)?.body).toMatchObject({ branches: [{ value: 2 }] })
    expect((await call('POST', 'match', { ...given, branches: [branch({ unit: 'kg' })] })).message).toBe(
      '第 1 个分支的单位：氯气的单位是 ppm，不能由 kg 换算',
    )
  })

  it('includes warnings about what cannot work', async () => {
    const limit = (kind: string, level = '') => ({ type: 'limit', severity: 2, kind, level })
    await server.db.updateTable('monChannel').set({ rangeLo: 0, rangeHi: 10 }).where('metricCode', '=', 'cl2').execute()
    server.bus.publish('registers', {})
    const { warnings } = await match({
      scope: { metricCodes: ['cl2', 'nh3'] },
      branches: [branch({ value: 10 }), branch({ value: 10.1 }), limit('AEGL', '3'), limit('OEL_MAC'), limit('GB3095')],
    })
    expect(warnings).toEqual([
      {
        branch: 1,
        code: 'out_of_reach',
        channels: 1,
        text: '1 个通道的量程为 0–10 ppm，量程低于限值，永远不会达到；超量程样本按量程上限计',
      },
      expect.objectContaining({ branch: 3, code: 'no_limit', channels: 1 }),
      expect.objectContaining({ branch: 4, code: 'no_limit', channels: 2 }),
    ])
    // No metric was selected: channels without such a limit are no warning.
    const some = await match({ scope: { deviceKinds: ['gas'] }, branches: [limit('OEL_MAC')] })
    expect(some.warnings).toEqual([])
    const cluster = (of: string) => ({ type: 'cluster', severity: 2, of, count: 2, radiusKm: 5, withinS: 600 })
    const few = await match({ scope: CHLORINE, branches: [branch(), cluster('station')] })
    expect(few.warnings).toEqual([
      { branch: 1, code: 'out_of_reach', channels: 0, text: '作用范围内没有一处在 5 km 内有 2 个站点，本分支不会触发' },
    ])
    const nowhere = { scope: { regionPrefixes: ['54'] }, branches: [branch()] }
    expect((await match(nowhere)).warnings).toEqual([expect.objectContaining({ branch: null, code: 'no_channels' })])
  })
})

describe('templates', () => {
  it('can be added unchanged', async () => {
    const { result } = await call('GET', 'templates')
    expect(result.map(({ code }: { code: string }) => code)).toEqual(RULE_TEMPLATES.map(({ code }) => code))
    for (const { name, body, guide, checklist } of result) {
      const answer = await call('POST', 'add', { ...body, name, guide, checklist, code: `tpl-${(count += 1)}` })
      expect(answer.message, name).toBe('添加成功！')
    }
  })

  it('are the rules of a new network, except those a user changed, disabled or deleted', async () => {
    const { db } = server
    const shipped = (n: number) => `rule-${RULE_TEMPLATES[n]?.code}`
    expect(await rowOf(shipped(0))).toMatchObject({ code: 'R-0001', enabled: true, version: 1 })
    expect(await versionsOf(shipped(0))).toHaveLength(1)
    await call('PUT', 'edit', { id: shipped(0), name: '我的两级报警' })
    await call('DELETE', `delete?id=${shipped(1)}`)
    await call('POST', 'enable', { ids: shipped(2), enabled: false })
    // As shipped by an older version of the product.
    await db.updateTable('monAlarmRule').set({ branches: '[]', guide: '旧' }).where('id', '=', shipped(3)).execute()
    await db.updateTable('monAlarmRuleVersion').set({ body: '{}' }).where('ruleId', '=', shipped(3)).execute()
    await seed(db)
    await seed(db)
    expect(await rowOf(shipped(0))).toMatchObject({ name: '我的两级报警', version: 1 })
    expect((await call('GET', `queryById?id=${shipped(1)}`)).success).toBe(false)
    expect(await rowOf(shipped(2))).toMatchObject({ enabled: false })
    expect(await rowOf(shipped(3))).toMatchObject({ version: 2, guide: RULE_TEMPLATES[3]?.guide })
    expect((await versionsOf(shipped(3))).map(({ version }) => version)).toEqual([1, 2])
  })
})

describe('rule files', () => {
  it('contain nothing installation-specific, and round-trip unchanged', async () => {
    const id = await add({ guide: '看风向', corroborate: { neighbours: 2, radiusKm: 5 } })
    const { result: rules } = await call('GET', `exportJson?ids=${id}`)
    expect(rules).toEqual([expect.objectContaining({ schema: 1, code: `T-${count}`, guide: '看风向', checklist: [] })])
    expect(rules[0]).not.toHaveProperty('id')
    const check = await call('POST', 'importJson', { rules, check: true })
    expect(check.result).toEqual([{ code: `T-${count}`, name: `规则${count}`, outcome: 'same' }])
    expect((await call('GET', 'exportJson')).result.length).toBeGreaterThan(10)
  })

  it('are checked without writing, and imported by code', async () => {
    const id = await add()
    const { result: rules } = await call('GET', `exportJson?ids=${id}`)
    const changed = { ...rules[0], body: { ...rules[0].body, branches: [branch({ value: 0.7 })] } }
    const given = [changed, { ...rules[0], code: 'from-file', name: '文件里的' }]
    const check = await call('POST', 'importJson', { rules: given, check: true })
    expect(check.result.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'new'])
    expect(await rowOf(id)).toMatchObject({ version: 1 })
    const answer = await call('POST', 'importJson', { rules: given })
    expect(answer).toMatchObject({ message: '导入成功，写入 2 条规则', result: check.result })
    expect(await rowOf(id)).toMatchObject({ version: 2, branches: [{ value: 0.7 }] })
  })

  it('are imported completely or not at all, naming the refused rule', async () => {
    const rest = { schema: 1, name: '文件里的', body: { scope: CHLORINE, branches: [branch()] } }
    const bad = { ...rest, body: { scope: CHLORINE, branches: [{ type: 'limit', severity: 1, kind: 'GB3095' }] } }
    const rules = [
      { ...rest, code: 'good' },
      { ...bad, code: 'bad' },
    ]
    const answer = await call('POST', 'importJson', { rules })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('规则 bad：第 1 个分支') })
    expect((await call('GET', 'list?code=good')).result.total).toBe(0)
    const twice = await call('POST', 'importJson', { rules: [rules[0], rules[0]] })
    expect(twice.message).toContain('规则 good：文件中有重复的规则')
    const newer = await call('POST', 'importJson', { rules: [{ ...rules[0], schema: 2 }] })
    expect(newer.message).toContain('不支持的规则文件版本')
  })
})
