import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { productForm } from './testing/product-form.ts'

const NOW = parseGmt8('2026-11-21 08:00:00') ?? 0
const clock = createManualClock(NOW)
const PEOPLE = {
  editor: ['wx_editor'],
  second: ['wx_editor'],
  reviewer: ['wx_reviewer'],
  duty: ['nat_duty'],
  auditor: ['auditor'],
  analyst: ['analyst'],
  boss: ['nat_admin'],
} as const

let server: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp({ clock })
  for (const [name, roles] of Object.entries(PEOPLE)) await server.addUser(name, { roles })
  await server.addUser('south', { roles: ['wx_editor'], regionPrefixes: ['44'] })
  for (const name of [...Object.keys(PEOPLE), 'south']) tokens[name] = await server.signIn(name)
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT'
const call = async (who: string, method: Method, path: string, body?: object) =>
  (await server.call(method, `/mon/wx/product/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })).body
const get = async (id: string, who = 'boss'): Promise<WxProductDetail> =>
  (await call(who, 'GET', `get?id=${id}`)).result
async function act(who: string, action: string, { id }: { readonly id: string }, given: object = {}) {
  const { version } = await get(id)
  return call(who, 'POST', action, { id, version, ...given })
}
const draft = async (given: object = {}, who = 'editor'): Promise<WxProduct> =>
  (await call(who, 'POST', 'add', productForm(given))).result
async function edit(who: string, { id }: { readonly id: string }, given: object = {}) {
  const { version } = await get(id)
  return call(who, 'PUT', 'edit', { ...productForm(given), id, version, refresh: false })
}
const stateOf = async ({ id }: { readonly id: string }) => (await get(id)).state

/** Takes a new product to a state, each step by a permitted user. */
async function inState(state: WxProduct['state'], given: object = {}): Promise<WxProduct> {
  const product = await draft(given)
  const path: Record<string, readonly (readonly [string, string, object?])[]> = {
    draft: [],
    in_review: [['editor', 'submit']],
    returned: [
      ['editor', 'submit'],
      ['reviewer', 'return', { note: '请补充' }],
    ],
    approved: [
      ['editor', 'submit'],
      ['reviewer', 'approve'],
    ],
    scheduled: [
      ['editor', 'submit'],
      ['reviewer', 'approve'],
      ['editor', 'schedule', { atMs: clock.now() + DAY_MS }],
    ],
    archived: [['editor', 'archive']],
  }
  for (const [who, action, body] of path[state] ?? [])
    expect((await act(who, action, product, body)).success).toBe(true)
  // Steps of the worker and those after them.
  if (!(state in path)) {
    const columns = { approvedBy: 'reviewer', articleId: 'A-1', submittedBy: 'editor' }
    await server.db
      .updateTable('monWxProduct')
      .set({ state, ...columns })
      .where('id', '=', product.id)
      .execute()
  }
  return product
}

const STATES: readonly WxProduct['state'][] = [
  'draft',
  'in_review',
  'returned',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'failed',
  'recalled',
  'archived',
]
const BODIES: Readonly<Record<string, object>> = {
  return: { note: '请补充' },
  recall: { note: '数据有误' },
  schedule: { atMs: null },
}
/** Actions permitted to each role, with their states before and after. */
const MATRIX = [
  ['submit', ['editor', 'boss'], { draft: 'in_review', returned: 'in_review' }],
  ['withdraw', ['editor', 'boss'], { in_review: 'draft' }],
  ['return', ['reviewer', 'duty', 'boss'], { in_review: 'returned' }],
  ['approve', ['reviewer', 'duty', 'boss'], { in_review: 'approved' }],
  ['revise', ['editor', 'boss'], { approved: 'draft', failed: 'draft' }],
  ['schedule', ['editor', 'reviewer', 'duty', 'boss'], { approved: 'scheduled' }],
  ['unschedule', ['editor', 'reviewer', 'duty', 'boss'], { scheduled: 'approved' }],
  ['retry', ['editor', 'reviewer', 'duty', 'boss'], { failed: 'scheduled' }],
  ['recall', ['reviewer', 'duty', 'boss'], { published: 'recalled' }],
  ['archive', ['editor', 'boss'], { draft: 'archived', published: 'archived', returned: 'archived' }],
] as const

describe('permissions by role and state', () => {
  it.each(MATRIX)('[BZ-17] %s is permitted for %j, from %j', async (action, allowed, leads) => {
    const table = leads as Readonly<Record<string, string>>
    const [starting] = Object.keys(table) as WxProduct['state'][]
    for (const who of ['editor', 'reviewer', 'duty', 'auditor', 'analyst', 'boss']) {
      const product = await inState(starting ?? 'draft')
      const answer = await act(who, action, product, BODIES[action])
      const isAllowed = (allowed as readonly string[]).includes(who)
      expect([who, answer.success, await stateOf(product)]).toEqual([
        who,
        isAllowed,
        isAllowed ? table[starting ?? ''] : starting,
      ])
      if (!isAllowed) expect(answer.code).toBe(403)
    }
    for (const state of STATES) {
      const product = await inState(state)
      const answer = await act('boss', action, product, BODIES[action])
      expect([state, answer.success, await stateOf(product)]).toEqual([state, state in table, table[state] ?? state])
      if (!(state in table)) expect(answer.message).toBe('该状态下不能执行此操作！')
    }
  })

  it('editing is limited to drafts and returned products', async () => {
    for (const state of STATES) {
      const answer = await edit('editor', await inState(state), { title: '改过' })
      expect([state, answer.success]).toEqual([state, ['draft', 'returned'].includes(state)])
    }
  })
})

describe('separation of duties', () => {
  it('[BZ-17] nobody approves or returns what they wrote or submitted', async () => {
    const product = await draft({}, 'boss')
    await act('editor', 'submit', product)
    expect((await act('boss', 'approve', product)).message).toBe('须由另一人处理')
    expect((await act('boss', 'return', product, { note: 'x' })).message).toBe('须由另一人处理')
    const detail = await get(product.id, 'boss')
    expect(detail).toMatchObject({ mayDecide: false, decideFault: '须由另一人处理' })
    expect(await get(product.id, 'reviewer')).toMatchObject({ mayDecide: true, decideFault: null })
    expect((await act('reviewer', 'approve', product)).success).toBe(true)
    const submitted = await draft()
    await act('boss', 'submit', submitted)
    expect((await act('boss', 'approve', submitted)).message).toBe('须由另一人处理')
  })

  it('applies to authors of any text since the last approval, but not before it', async () => {
    const product = await draft({}, 'boss')
    await edit('editor', product, { title: '第二版' })
    await act('editor', 'submit', product)
    expect((await act('boss', 'approve', product)).message).toBe('须由另一人处理')
    await act('reviewer', 'approve', product)
    await act('editor', 'revise', product)
    await edit('second', product, { title: '第三版' })
    await act('second', 'submit', product)
    expect((await act('boss', 'approve', product)).success).toBe(true)
  })

  it('is enforced by the database for approvals by the author', async () => {
    const { id } = await draft()
    const update = server.db.updateTable('monWxProduct').set({ approvedBy: 'editor' }).where('id', '=', id).execute()
    await expect(update).rejects.toThrow('mon_wx_product_check')
  })
})

describe('concurrency', () => {
  it('only one of two decisions on the same version succeeds', async () => {
    const product = await inState('in_review')
    const { id, version } = await get(product.id)
    const answers = await Promise.all([
      call('reviewer', 'POST', 'approve', { id, version }),
      call('duty', 'POST', 'return', { id, version, note: '请补充' }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const log = (await get(id)).log.filter(({ action }) => ['批准', '退回'].includes(action))
    expect(log).toHaveLength(1)
  })

  it('the second of two editors is told who was first', async () => {
    const product = await draft()
    const { id, version } = await get(product.id)
    const save = (who: string, title: string) =>
      call(who, 'PUT', 'edit', { ...productForm({ title }), id, version, refresh: false })
    const answers = await Promise.all([save('editor', '甲'), save('second', '乙')])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const [refused] = answers.filter(({ success }) => !success)
    expect(refused.message).toMatch(/^(editor|second)（测试） 已于 11-21 08:00 保存第 2 版，请先查看$/)
    expect((await get(id)).versions).toHaveLength(2)
  })

  it('two products of a day get different numbers', async () => {
    const made = await Promise.all([draft(), draft(), draft()])
    expect(new Set(made.map(({ no }) => no)).size).toBe(3)
    expect(made[0]?.no).toMatch(/^WP-20261121-\d{3}$/)
  })
})

describe('rejected input', () => {
  it.each([
    [{ title: '长'.repeat(65) }, '最多 64'],
    [{ summary: '长'.repeat(121) }, '最多 120'],
    [{ title: '' }, '不能为空'],
    [{ blocks: [{ id: 'a', type: 'image', path: '../../etc/passwd', caption: '' }] }, '请上传图片'],
    [{ blocks: [{ id: 'a', type: 'image', path: 'wx/none_1.png', caption: '' }] }, '图片不存在'],
    [{ cover: { path: 'wx/none_1.png', wide: [0, 0, 1, 1], square: [0, 0, 1, 1] } }, '图片不存在'],
    [{ type: 'warning', severity: 1, cause: { kind: 'alarm', id: 'none' } }, '关联的报警或事件不存在'],
  ])('%j: %s', async (given, message) => {
    const answer = await call('editor', 'POST', 'add', productForm(given as object))
    expect([answer.success, answer.message]).toEqual([false, expect.stringContaining(message)])
  })

  it('a schedule in the past, and one without a body', async () => {
    const product = await inState('approved')
    expect((await act('editor', 'schedule', product, { atMs: clock.now() - 1 })).message).toBe('发布时间须晚于当前时间')
    expect(await stateOf(product)).toBe('approved')
    const empty = await draft({ blocks: [] })
    expect((await act('editor', 'submit', empty)).message).toBe('请先填写正文')
  })

  it('forbidden words, with their place, until removed or disabled', async () => {
    const product = await draft({ title: '绝 对安全的一天' })
    expect((await act('editor', 'submit', product)).message).toBe(
      '含有不宜发布的词语：标题“绝对安全”（改为“未超过限值”）',
    )
    expect((await call('editor', 'GET', 'words')).result).toContainEqual({ word: '零风险', advice: '改为“风险较低”' })
    const item = server.db.updateTable('sysDictItem').where('itemValue', '=', '绝对安全')
    await item.set({ status: 0 }).execute()
    expect((await act('editor', 'submit', product)).success).toBe(true)
    await item.set({ status: 1 }).execute()
    expect((await act('reviewer', 'approve', product)).success).toBe(false)
  })

  it('products of other regions, as not found', async () => {
    const national = await draft()
    expect((await call('south', 'GET', `get?id=${national.id}`)).message).toContain('未找到')
    expect((await call('south', 'POST', 'submit', { id: national.id, version: 1 })).message).toContain('未找到')
    expect((await call('south', 'POST', 'add', productForm())).message).toBe('所选区域超出您的数据范围')
    const own = await draft({ regionCode: '440000' }, 'south')
    expect(own.regionCode).toBe('440000')
    expect((await call('south', 'POST', 'add', productForm({ regionCode: '320000' }))).success).toBe(false)
    expect((await call('south', 'GET', 'list')).result.total).toBe(1)
  })
})

describe('the log', () => {
  it('keeps every text and every step immutably', async () => {
    const product = await inState('returned')
    await edit('editor', product, { title: '补充后' })
    await act('editor', 'submit', product)
    const detail = await get(product.id)
    expect(detail.log.map(({ action, to, who, note }) => [action, to, who, note])).toEqual([
      ['新建', 'draft', 'editor（测试）', ''],
      ['提交审核', 'in_review', 'editor（测试）', ''],
      ['退回', 'returned', 'reviewer（测试）', '请补充'],
      ['提交审核', 'in_review', 'editor（测试）', ''],
    ])
    expect(detail.versions.map(({ no }) => no)).toEqual([2, 1])
    expect(detail.before).toMatchObject({ label: '第 1 版', title: '空气质量日报' })
    await expect(server.db.deleteFrom('monWxProductLog').execute()).rejects.toThrow('append-only')
    await expect(server.db.updateTable('monWxProductVersion').set({ title: 'x' }).execute()).rejects.toThrow(
      'append-only',
    )
  })

  it('notifies reviewers and authors', async () => {
    const product = await inState('returned')
    const told = await server.db
      .selectFrom('sysAnnouncement as note')
      .innerJoin('sysAnnouncementSend as send', 'send.announcementId', 'note.id')
      .innerJoin('sysUser as person', 'person.id', 'send.userId')
      .select(['note.title', 'person.username'])
      .where('note.busId', '=', product.id)
      .execute()
    const of = (word: string) => told.filter(({ title }) => title.includes(word)).map(({ username }) => username)
    expect(of('待审核').toSorted()).toEqual(['boss', 'duty', 'reviewer'])
    expect(of('已退回：请补充')).toEqual(['editor'])
  })
})

describe('lists', () => {
  it('have tabs that add up, text and type filters, and one export sheet', async () => {
    const { result } = await call('auditor', 'GET', 'list?pageSize=100')
    const { all, ...tabs } = result.counts
    expect(Object.values(tabs as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(all)
    expect(result.total).toBe(all)
    await draft({ title: '独一无二_的标题', type: 'qa' })
    const found = (await call('auditor', 'GET', `list?text=${encodeURIComponent('无二_的')}&type=qa`)).result
    expect(found.records.map(({ title }: WxProduct) => title)).toEqual(['独一无二_的标题'])
    expect((await call('auditor', 'GET', `list?text=${encodeURIComponent('无二%')}`)).result.total).toBe(0)
    const sheet = await server.call('GET', '/mon/wx/product/exportXls?type=qa', { token: tokens['auditor'] ?? '' })
    expect(sheet.status).toBe(200)
    expect(sheet.raw.subarray(0, 2).toString()).toBe('PK')
  })

  it('show releases within the given days', async () => {
    const product = await inState('scheduled')
    const { scheduleMs } = await get(product.id)
    const ids = async (from: number, to: number) =>
      (await call('auditor', 'GET', `calendar?from=${from}&to=${to}`)).result.map(({ id }: WxProduct) => id)
    expect(await ids((scheduleMs ?? 0) - 1, scheduleMs ?? 0)).toContain(product.id)
    expect(await ids(scheduleMs ?? 0, (scheduleMs ?? 0) + HOUR_MS)).not.toContain(product.id)
    expect(await ids(clock.now() - MINUTE_MS, clock.now())).not.toContain(product.id)
  })
})
