import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let duty: string
let colleague: string
let north: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('colleague', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  await server.addUser('reader', { roles: ['auditor'] })
  duty = await server.signIn('duty')
  colleague = await server.signIn('colleague')
  north = await server.signIn('north')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('truncate mon_alarm, mon_alarm_log, mon_incident, mon_incident_entry cascade')
})

const NEW = { title: '园区氯气泄漏', type: 'chem', level: 2 }
const post = async (call: string, body: object, token = duty) =>
  (await server.call('POST', `/mon/incident/${call}`, { body, token })).body
const get = async (path: string, token = duty) => (await server.call('GET', `/mon/${path}`, { token })).body
const room = async (id: string, token = duty) => (await get(`incident/queryById?id=${id}`, token)).result
const alarmOf = async (id: string, token = duty) => (await get(`alarm/queryById?id=${id}`, token)).result
const add = async (ids: string, given: object = {}, token = duty) => post('add', { ids, ...NEW, ...given }, token)
const textsOf = ({ entries }: { entries: { text: string }[] }) => entries.map(({ text }) => text)

describe('an alarm turned into an incident', () => {
  it('is linked both ways, with the user in its sealed log', async () => {
    const id = await buildAlarm(server.db, { no: 'A20261121-000123' })
    const answer = await add(id, { note: '已通知园区' })
    expect(answer).toMatchObject({ success: true, message: '已转事件' })
    const { id: incidentId, no } = answer.result
    expect(no).toMatch(/^INC\d{8}-\d{2,}$/)
    const { alarm, log, isChainWhole } = await alarmOf(id)
    // Linking does not acknowledge it.
    expect(alarm).toMatchObject({ incidentId, incidentNo: no, state: 'unack', version: 2 })
    expect(log.at(-1)).toMatchObject({
      action: 'link',
      actorName: 'duty（测试）',
      note: `${no} 园区氯气泄漏：已通知园区`,
    })
    expect(isChainWhole).toBe(true)
    const { incident, entries, alarms } = await room(incidentId)
    expect(incident).toMatchObject({
      ...NEW,
      status_dictText: '处置中',
      level_dictText: 'Ⅱ 级',
      leadName: 'duty（测试）',
      regionCode: '320500',
      startMs: alarm.triggerMs,
      alarmCount: 1,
      unackedCount: 1,
    })
    expect(alarms.map((row: { id: string }) => row.id)).toEqual([id])
    expect(textsOf({ entries })).toEqual(['已通知园区', 'A20261121-000123 氯气超 AEGL-2 转入事件'])
    expect((await get(`alarm/list?view=all&incidentId=${incidentId}`)).result.total).toBe(1)
    expect((await get('alarm/list?view=all&incidentId=other')).result.total).toBe(0)
  })

  it('brings the alarms folded into it', async () => {
    const parent = await buildAlarm(server.db, { isCluster: true })
    const child = await buildAlarm(server.db, { parentId: parent })
    const graver = await buildAlarm(server.db, { parentId: parent, severity: 1, severityMax: 1 })
    const { result } = await add(parent)
    expect((await alarmOf(child)).alarm.incidentId).toBe(result.id)
    expect((await alarmOf(graver)).alarm.incidentId).toBeNull()
    // The timeline lists only the alarms the officer named.
    expect((await room(result.id)).entries).toHaveLength(1)
  })

  it('leaves folded alarms in the incident an officer linked them to before', async () => {
    const parent = await buildAlarm(server.db, { isCluster: true })
    const child = await buildAlarm(server.db, { parentId: parent })
    const { result: earlier } = await add(child)
    expect(await add(parent)).toMatchObject({ success: true })
    expect((await alarmOf(child)).alarm.incidentId).toBe(earlier.id)
  })

  it('becomes one incident for two concurrent officers; the other is told by whom and where', async () => {
    const id = await buildAlarm(server.db)
    const answers = await Promise.all([add(id), add(id, {}, colleague)])
    const won = answers.find(({ success }) => success)
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { log } = await alarmOf(id)
    expect(answers.find(({ success }) => !success).message).toBe(
      `该报警已由${log.at(-1).actorName}转入事件 ${won.result.no}，请刷新后重试`,
    )
    expect((await get('incident/list')).result.total).toBe(1)
    expect(log.filter(({ action }: { action: string }) => action === 'link')).toHaveLength(1)
  })

  it('is linked with all named alarms or with none', async () => {
    const [free, taken, foreign] = [
      await buildAlarm(server.db),
      await buildAlarm(server.db),
      await buildAlarm(server.db, { regionCode: '110000' }),
    ]
    await add(taken)
    expect(await add(`${free},${taken}`)).toMatchObject({ success: false })
    expect(await add(`${free},${foreign}`, {}, colleague)).toMatchObject({ message: '未找到对应数据' })
    expect(await add(`${free},no-such-alarm`)).toMatchObject({ message: '未找到对应数据' })
    expect((await alarmOf(free)).alarm.incidentId).toBeNull()
    expect((await get('incident/list')).result.total).toBe(1)
  })

  it('cannot mix drills and real alarms', async () => {
    const [real, drill] = [await buildAlarm(server.db), await buildAlarm(server.db, { drill: true })]
    const message = '演练报警与真实报警不能在同一事件中！'
    expect(await add(`${real},${drill}`)).toMatchObject({ message })
    const { result } = await add(drill)
    expect((await room(result.id)).incident.drill).toBe(true)
    expect(await post('link', { id: result.id, ids: real })).toMatchObject({ message })
  })

  it.each([
    ['a title', { title: ' ' }],
    ['a type', { type: 'fire' }],
    ['a level', { level: 5 }],
    ['alarms', { ids: '' }],
  ])('requires %s', async (_what, wrong) => {
    const id = await buildAlarm(server.db)
    expect((await add(id, wrong)).success).toBe(false)
    expect((await alarmOf(id)).alarm.incidentId).toBeNull()
  })
})

describe('an incident', () => {
  it('is visible to authorised users who can see one of its alarms', async () => {
    const [south, far] = [await buildAlarm(server.db), await buildAlarm(server.db, { regionCode: '110000' })]
    const { result } = await add(south)
    expect(await get(`incident/queryById?id=${result.id}`, north)).toMatchObject({ message: '未找到对应数据' })
    expect((await get('incident/list', north)).result.total).toBe(0)
    expect(await post('entry', { id: result.id, kind: 'note', text: '旁观' }, north)).toMatchObject({
      message: '未找到对应数据',
    })
    await post('link', { id: result.id, ids: far })
    const seen = await room(result.id, north)
    expect(seen.incident).toMatchObject({ alarmCount: 1, no: result.no })
    expect(seen.alarms.map(({ id }: { id: string }) => id)).toEqual([far])
    // Entries about invisible alarms are hidden.
    expect(seen.entries).toHaveLength(1)
    expect((await room(result.id)).incident.alarmCount).toBe(2)
    const reader = await server.signIn('reader')
    expect((await get('incident/list', reader)).result.total).toBe(1)
    expect(await post('entry', { id: result.id, kind: 'note', text: '看看' }, reader)).toMatchObject({ code: 403 })
  })

  it('can unlink an alarm, with a reason recorded on both sides', async () => {
    const [first, second] = [await buildAlarm(server.db), await buildAlarm(server.db)]
    const { result } = await add(`${first},${second}`)
    expect((await post('unlink', { id: result.id, ids: second, note: '' })).success).toBe(false)
    expect(await post('unlink', { id: result.id, ids: second, note: '另一处设施' })).toMatchObject({ success: true })
    expect(await post('unlink', { id: result.id, ids: second, note: '再次' })).toMatchObject({
      message: '报警不在该事件中，请刷新后重试！',
    })
    const { alarm, log, isChainWhole } = await alarmOf(second)
    expect(alarm.incidentId).toBeNull()
    expect(log.at(-1)).toMatchObject({ action: 'unlink', note: `${result.no} 园区氯气泄漏：另一处设施` })
    expect(isChainWhole).toBe(true)
    expect((await room(result.id)).entries[0]).toMatchObject({
      kind: 'alarm',
      text: expect.stringContaining('另一处设施'),
    })
    expect(await add(second)).toMatchObject({ success: true })
  })

  it('keeps its entries; a correction is a separate entry', async () => {
    const { result } = await add(await buildAlarm(server.db))
    const say = (given: object) => post('entry', { id: result.id, kind: 'note', ...given })
    await say({ text: '3# 罐组异味' })
    expect(await say({ text: '改为 2# 罐组', corrects: 2 })).toMatchObject({ success: true })
    const { entries } = await room(result.id)
    expect(entries.slice(0, 2)).toMatchObject([
      { seq: 3, text: '改为 2# 罐组', corrects: 2 },
      { seq: 2, text: '3# 罐组异味', corrects: null },
    ])
    // Generated entries and missing ones cannot be corrected.
    expect((await say({ text: '不对', corrects: 1 })).success).toBe(false)
    expect((await say({ text: '不对', corrects: 99 })).success).toBe(false)
    await expect(server.pool.query("update mon_incident_entry set text = 'x'")).rejects.toThrow(/append-only/)
  })

  it('numbers concurrent entries consecutively', async () => {
    const { result } = await add(await buildAlarm(server.db))
    const texts = ['一', '二', '三', '四', '五', '六']
    await Promise.all(texts.map((text) => post('entry', { id: result.id, kind: 'measure', text })))
    const { entries } = await room(result.id)
    expect(entries.map(({ seq }: { seq: number }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('is closed once, when its alarms are over, and stays closed', async () => {
    const id = await buildAlarm(server.db)
    const { result } = await add(id)
    const move = (status: string, version: number) =>
      post('move', { id: result.id, version, status, note: '现场处置完毕' })
    expect(await move('closed', 1)).toMatchObject({ message: '还有 1 起报警未恢复，不能关闭事件！' })
    const [one, other] = await Promise.all([move('monitoring', 1), move('monitoring', 1)])
    expect([one, other].filter(({ success }) => success)).toHaveLength(1)
    // A decision based on a stale version is refused.
    expect(await move('open', 1)).toMatchObject({ message: '数据已被他人修改，请刷新后重试！' })
    await server.db.updateTable('monAlarm').set({ active: false }).where('id', '=', id).execute()
    expect(await move('closed', 2)).toMatchObject({ success: true, result: { status: 'closed', version: 3 } })
    const { incident, entries } = await room(result.id)
    expect(incident).toMatchObject({ status: 'closed', closedMs: expect.any(Number) })
    expect(entries[0]).toMatchObject({ kind: 'action', text: '转为已关闭：现场处置完毕' })
    const closed = { message: '事件已关闭，不能执行此操作！' }
    expect(await move('open', 3)).toMatchObject(closed)
    expect(await post('link', { id: result.id, ids: await buildAlarm(server.db) })).toMatchObject(closed)
    expect(await post('unlink', { id: result.id, ids: id, note: '误转' })).toMatchObject(closed)
    // Notes can be added after closing.
    expect(await post('entry', { id: result.id, kind: 'note', text: '复盘完成' })).toMatchObject({ success: true })
  })

  it('is listed by status, newest first', async () => {
    const { result: first } = await add(await buildAlarm(server.db, { triggerTs: new Date(Date.now() - 3_600_000) }))
    const { result: second } = await add(await buildAlarm(server.db))
    await post('move', { id: first.id, version: 1, status: 'monitoring', note: '浓度回落' })
    const listed = async (query: string) =>
      (await get(`incident/list?${query}`)).result.records.map(({ id }: { id: string }) => id)
    expect(await listed('')).toEqual([second.id, first.id])
    expect(await listed('status=monitoring')).toEqual([first.id])
    expect(await listed('status=open,monitoring')).toEqual([second.id, first.id])
    expect(await listed('status=closed')).toEqual([])
  })
})
