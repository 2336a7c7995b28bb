import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice } from '../../testing/build-network.ts'
import { buildBreathTest, buildSubject } from './testing/build-test.ts'

let server: TestApp
let device: { id: string; deviceNo: number }
let subject: { id: string; subjectCode: string }
let operator: string
let reviewer: string
let releaser: string
let analyst: string

beforeAll(async () => {
  server = await buildTestApp()
  for (const name of ['operator', 'reviewer', 'releaser']) await server.addUser(name, { roles: ['health_officer'] })
  await server.addUser('analyst', { roles: ['analyst'] })
  await server.addUser('southern', { roles: ['health_officer'], regionPrefixes: ['44'] })
  operator = await server.signIn('operator')
  reviewer = await server.signIn('reviewer')
  releaser = await server.signIn('releaser')
  analyst = await server.signIn('analyst')
  device = await buildDevice(server.db, { kind: 'breath', regionCode: '130100', name: '呼气 3#' })
  subject = await buildSubject(server.db)
})
afterAll(() => server.close())

const post = async (token: string, path: string, body: object) =>
  (await server.call('POST', `/mon/breath/test/${path}`, { token, body })).body
const get = async (token: string, path: string) => (await server.call('GET', `/mon/breath/${path}`, { token })).body
const detail = async (id: string, token = reviewer) => (await get(token, `test/queryById?id=${id}`)).result
const versionOf = async (id: string): Promise<number> => (await detail(id)).test.version
const act = async (token: string, path: string, id: string, more: object = {}) =>
  post(token, path, { id, version: await versionOf(id), ...more })

describe('the workflow of a test', () => {
  it('[BZ-11] leads from the sample through two people to the release, and records every step', async () => {
    const form = { subjectCode: subject.subjectCode.toLowerCase(), deviceId: device.id, method: 'GC-MS' }
    const { result } = await post(operator, 'add', form)
    const { id } = result
    await act(operator, 'step', id, { action: 'sample' })
    await act(operator, 'step', id, { action: 'analyse' })
    await server.db
      .updateTable('monBreathTest')
      .set({ status: 'resulted', verdict: 'presumptive', score: 0.7, etco2: 4, volumeMl: 500, ambientVoc: 20 })
      .where('id', '=', id)
      .execute()
    expect((await act(operator, 'review', id)).message).toBe('编辑人与审核人不能为同一人！')
    expect((await act(reviewer, 'release', id)).message).toBe('检测处于「出结果」，不能发布')
    expect((await act(reviewer, 'review', id, { note: '图谱清晰' })).message).toBe('已复核，等待另一人发布')
    expect((await act(reviewer, 'release', id)).message).toBe('复核人与发布人不能为同一人！')
    expect((await act(releaser, 'release', id)).message).toBe('发布成功！')
    const lines = await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('objectId', '=', id)
      .orderBy('id')
      .execute()
    // The sampling time does not appear in a log with other readers.
    expect(lines.map(({ logContent }) => logContent.split('：')[0])).toEqual(['呼气检测复核', '呼气检测发布'])
    const { test, steps } = await detail(id)
    expect(test).toMatchObject({
      status: 'released',
      reviewedName: 'reviewer（测试）',
      reviewNote: '图谱清晰',
      releasedName: 'releaser（测试）',
      operatorName: 'operator（测试）',
    })
    expect(steps.map(({ action }: { action: string }) => action)).toEqual([
      'create',
      'sample',
      'analyse',
      'review',
      'release',
    ])
    for (const [path, more] of [
      ['verdict', { verdict: 'neg', reason: 'x' }],
      ['step', { action: 'cancel' }],
      ['release', {}],
    ] as const)
      expect((await act(releaser, path, id, more)).success).toBe(false)
  })

  it('[BZ-11] keeps the former verdict with the reason for the change, and requires review by another person', async () => {
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id })
    expect((await act(reviewer, 'verdict', id, { verdict: 'neg', reason: ' ' })).success).toBe(false)
    expect((await act(reviewer, 'verdict', id, { verdict: 'presumptive', reason: '同' })).message).toBe('结论没有变化')
    await act(releaser, 'review', id)
    expect((await act(reviewer, 'verdict', id, { verdict: 'neg', reason: '柠檬烯来自环境' })).success).toBe(true)
    const { test, verdicts, refusals } = await detail(id)
    expect(test).toMatchObject({ status: 'resulted', verdict: 'neg', reviewedName: null })
    expect(verdicts).toMatchObject([
      { oldVerdict: 'presumptive', newVerdict: 'neg', reason: '柠檬烯来自环境', userName: 'reviewer（测试）' },
    ])
    expect(refusals).toEqual({ review: '须由另一人处理' })
    expect((await act(reviewer, 'review', id)).message).toBe('编辑人与审核人不能为同一人！')
    const change = sql`update mon_breath_verdict set reason = 'x' where test_id = ${id}`
    await expect(change.execute(server.db)).rejects.toThrow(/append-only/)
  })

  it('can be sent back by the releaser with a reason', async () => {
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id })
    await act(reviewer, 'review', id)
    expect((await act(releaser, 'sendBack', id, { note: '' })).success).toBe(false)
    expect((await act(releaser, 'sendBack', id, { note: '请补充环境本底' })).success).toBe(true)
    expect((await detail(id)).test).toMatchObject({ status: 'resulted', reviewedName: null })
  })

  it('ends without a verdict for an invalid sample; a retest is possible', async () => {
    const invalid = {
      status: 'invalid' as const,
      verdict: null,
      score: null,
      etco2: 2,
      exitReason: '呼气末 CO₂ 2 %vol，低于下限 3',
    }
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id, ...invalid })
    for (const path of ['review', 'release']) {
      expect((await act(releaser, path, id)).message).toBe('样本数据无效，不能发布结果！')
    }
    expect((await act(releaser, 'verdict', id, { verdict: 'neg', reason: 'x' })).message).toContain('样本数据无效')
    const forced = server.db.updateTable('monBreathTest').set({ verdict: 'neg' }).where('id', '=', id).execute()
    await expect(forced).rejects.toThrow(/mon_breath_no_verdict/)
    const { result } = await post(operator, 'retest', { id })
    expect((await detail(result.id)).test.retestOf.id).toBe(id)
    expect((await detail(id)).test.retests).toEqual([result])
    expect((await post(operator, 'retest', { id: result.id })).message).toBe('检测处于「已创建」，不能重新采样')
  })

  it('requires a person to be linked, once, before the review', async () => {
    const { id } = await buildBreathTest(server.db, { deviceId: device.id })
    expect((await act(reviewer, 'review', id)).message).toBe('请先关联受试者')
    expect((await act(operator, 'link', id, { subjectCode: 'B-0000000000' })).message).toBe('受试者码不存在或无权查看')
    expect((await act(operator, 'link', id, { subjectCode: subject.subjectCode })).success).toBe(true)
    expect((await act(operator, 'link', id, { subjectCode: subject.subjectCode })).message).toBe('检测已关联受试者')
    expect((await act(reviewer, 'review', id)).success).toBe(true)
  })

  it('keeps the laboratory result beside the verdict', async () => {
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id })
    await act(operator, 'confirm', id, { result: 'positive', method: '核酸' })
    expect((await detail(id)).test).toMatchObject({
      confirmResult: 'positive',
      confirmMethod: '核酸',
      verdict: 'presumptive',
    })
  })

  it('accepts only one of several concurrent decisions', async () => {
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id })
    const version = await versionOf(id)
    const answers = await Promise.all([
      post(reviewer, 'review', { id, version }),
      post(releaser, 'review', { id, version }),
      post(releaser, 'verdict', { id, version, verdict: 'neg', reason: '同时' }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, message } of answers) if (!success) expect(message).toBe('检测已被他人处理，请刷新后重试！')
  })

  it('enforces two different people in the database as well', async () => {
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id })
    const both = { status: 'released' as const, reviewedBy: 'one', releasedBy: 'one' }
    const forced = server.db.updateTable('monBreathTest').set(both).where('id', '=', id).execute()
    await expect(forced).rejects.toThrow(/mon_breath_two_people/)
  })

  it('accepts only a free well', async () => {
    const form = {
      subjectCode: subject.subjectCode,
      deviceId: device.id,
      method: 'GC-MS',
      sessionNo: 'S-9',
      platePos: 5,
    }
    expect((await post(operator, 'add', form)).success).toBe(true)
    expect((await post(operator, 'add', form)).message).toBe('该批次的这个孔位已有检测')
    const { wells } = (await get(analyst, 'plate?sessionNo=S-9')).result
    expect(wells).toMatchObject([{ place: 5, status: 'created' }])
  })

  it("starts only on a breath device of the user's region", async () => {
    const air = await buildDevice(server.db, { kind: 'air', regionCode: '130100' })
    const form = { subjectCode: subject.subjectCode, method: 'GC-MS' }
    for (const deviceId of [air.id, '1'])
      expect((await post(operator, 'add', { ...form, deviceId })).message).toContain('不是呼气检测仪')
    const southern = await server.signIn('southern')
    expect((await post(southern, 'add', { ...form, deviceId: device.id })).message).toContain('无权查看')
    const { id } = await buildBreathTest(server.db, { deviceId: device.id })
    expect((await get(southern, `test/queryById?id=${id}`)).message).toBe('未找到对应数据')
    expect((await post(southern, 'review', { id, version: 0 })).message).toBe('未找到对应数据')
  })
})

describe('personal data', () => {
  const CODE_PART = () => subject.subjectCode.slice(6, 10)
  let id: string
  beforeEach(async () => {
    ;({ id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id }))
  })
  const linesOf = async () => (await server.db.selectFrom('monHealthAccess').selectAll().orderBy('id').execute()).length

  it('is masked by default, even for authorised users, without a log line', async () => {
    const before = await linesOf()
    for (const token of [analyst, reviewer]) {
      const { test, subject: person } = await detail(id, token)
      expect(test).toMatchObject({
        sampleMs: Date.parse('2026-11-21T09:00:00+08:00'),
        isOpen: false,
        stationName: null,
        regionCode_dictText: '河北省石家庄市',
        subjectCode: `${subject.subjectCode.slice(0, 6)}****${subject.subjectCode.slice(-2)}`,
      })
      expect(JSON.stringify([test, person])).not.toContain(CODE_PART())
    }
    expect(await linesOf()).toBe(before)
  })

  it('is open on request for authorised users, with one log line per read', async () => {
    const before = await linesOf()
    const { result } = await get(reviewer, `test/queryById?id=${id}&open=true`)
    expect(result.test).toMatchObject({
      sampleMs: Date.parse('2026-11-21T09:47:31.220+08:00'),
      isOpen: true,
      subjectCode: subject.subjectCode,
    })
    expect(await linesOf()).toBe(before + 1)
    await get(reviewer, 'test/list?open=true&pageSize=50')
    expect(await linesOf()).toBe(before + 2)
    const refused = await server.call('GET', `/mon/breath/test/queryById?id=${id}&open=true`, { token: analyst })
    expect(refused.status).toBe(403)
    expect(await linesOf()).toBe(before + 2)
  })

  it('is filtered by the hour where hours are shown', async () => {
    const { id: alone } = await buildBreathTest(server.db, {
      deviceId: device.id,
      sampleTs: new Date('2026-11-20T09:47:31+08:00'),
    })
    const from = async (time: string, more = '') => {
      const query = `sampleMs_begin=2026-11-20 ${time}&sampleMs_end=2026-11-20 23:00:00&pageSize=100${more}`
      const { records } = (await get(reviewer, `test/list?${encodeURI(query)}`)).result
      return records.some((row: { id: string }) => row.id === alone)
    }
    // Positions within the hour reveal nothing about the minute.
    expect([await from('09:00:00'), await from('09:40:00'), await from('09:50:00')]).toEqual([true, false, false])
    const open = '&open=true'
    expect([await from('09:40:00', open), await from('09:50:00', open)]).toEqual([true, false])
  })

  it.each([
    `subjectCode=*A*`,
    `subjectCode_begin=B`,
    `column=subjectCode&order=asc`,
    `column=stationName&order=asc`,
    `superQueryParams=${encodeURIComponent(JSON.stringify([{ field: 'subjectCode', rule: 'like', val: 'A' }]))}`,
  ])('cannot be searched by %s in a masked list', async (query) => {
    for (const token of [analyst, reviewer]) {
      expect((await get(token, `test/list?${query}`)).message).toMatch(/去标识数据不能按「(受试者码|地点)」筛选或排序/)
    }
    expect((await get(reviewer, `test/list?open=true&${query}`)).success).toBe(true)
  })

  it('is exported as displayed', async () => {
    const sheetOf = async (token: string, body: object) => {
      const answer = await server.call('POST', '/mon/breath/test/exportXls', { token, body })
      if (answer.status !== 200) return answer.status
      const book = read(answer.raw)
      return utils.sheet_to_csv(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
    }
    const masked = await sheetOf(analyst, { selections: id })
    expect(masked).toContain('2026-11-21 09 时')
    expect(masked).toContain('疑似阳性（需确证）')
    expect(masked).toContain('本结果不作为诊断依据')
    expect(masked).not.toContain(CODE_PART())
    expect(await sheetOf(analyst, { open: 'true' })).toBe(403)
    const open = await sheetOf(reviewer, { selections: id, open: 'true' })
    expect(open).toContain('2026-11-21 09:47:31')
    expect(open).toContain(subject.subjectCode)
    const line = await server.db
      .selectFrom('monHealthAccess')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ kind: 'export', rows: 1, subjectIds: [subject.id] })
  })
})

describe('the summary', () => {
  it('counts each person once, and prints no count below five', async () => {
    const place = { regionCode: '210100' }
    const recent = { deviceId: device.id, ...place, sampleTs: new Date(Date.now() - 3_600_000) }
    for (let at = 0; at < 9; at += 1) {
      const person = await buildSubject(server.db, { ...place, ageBand: at < 6 ? '18-39' : '75+' })
      const verdict = at === 0 ? 'presumptive' : 'neg'
      for (let twice = 0; twice < 2; twice += 1)
        await buildBreathTest(server.db, { ...recent, subjectId: person.id, verdict })
    }
    await server.addUser('northern', { roles: ['analyst'], regionPrefixes: ['21'] })
    const { result } = await get(await server.signIn('northern'), 'summary?days=1')
    expect(result.bands).toEqual([
      { ageBand: '18-39', valid: '—', presumptive: '<5' },
      { ageBand: '75+', valid: '<5', presumptive: '<5' },
    ])
    expect(result).toMatchObject({ valid: '9', presumptive: '<5' })
    expect(result.cities).toMatchObject([{ regionCode: '210100', valid: '9', presumptive: '<5' }])
  })
})

describe('a chromatogram', () => {
  const DRAWN = {
    timesS: [0, 1, 2],
    sample: [0, 80, 1],
    ambient: [0, 10, 1],
    peaks: [{ metricCode: 'br_acetone', timeS: 1 }],
  }
  it.each([
    ['is drawn', DRAWN, DRAWN],
    ['of unequal lines is none', { ...DRAWN, ambient: [1] }, null],
    ['that is no JSON is none', undefined, null],
  ])('%s', async (_name, content, shown) => {
    const sampleTs = new Date(Date.now() - Math.round(Math.random() * 1e9))
    const { id } = await buildBreathTest(server.db, { deviceId: device.id, subjectId: subject.id, sampleTs })
    const blob = { deviceId: device.deviceNo, channelNo: 0, ts: sampleTs, rx: sampleTs, meta: '{}', q: 0 }
    await server.db
      .insertInto('monBlobSample')
      .values({
        ...blob,
        key: Buffer.from(id),
        kind: 'chromatogram',
        content: Buffer.from(JSON.stringify(content) ?? 'none'),
      })
      .execute()
    expect((await detail(id)).hasChromatogram).toBe(true)
    expect((await get(analyst, `test/chromatogram?id=${id}`)).result).toEqual(shown)
  })
})
