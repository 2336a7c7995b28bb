import { type WxProduct, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { buildDetail, buildProduct } from '../testing/build-product.ts'
import ProductEditPage from './product-edit-page.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(wxProductEndpoints.words, () => [{ word: '绝对安全', advice: '改为“未超过限值”' }])
  api.on(wxProductEndpoints.figures, ({ body }) => ({
    takenMs: 1,
    figures: Object.fromEntries(
      body.blocks.map(({ id }) => [
        id,
        { title: '现在的数', lead: '', columns: [], rows: [], points: [], asOfMs: 1_795_219_200_000 },
      ]),
    ),
  }))
})
const open = (id = 'w1', rights?: Parameters<typeof renderPage>[1]) =>
  renderPage(<ProductEditPage />, { at: `/mon/wx/product/edit/${id}`, path: '/mon/wx/product/edit/:id', ...rights })
const phone = () => screen.findByRole('region', { name: '手机预览文章' })

describe('the editor', () => {
  it('[BZ-17] shows the draft on the phone preview, and marks forbidden words', async () => {
    api.on(wxProductEndpoints.get, () => buildDetail())
    const { user } = open()
    const text = await screen.findByRole('textbox', { name: '第 1 段正文' })
    expect(within(await phone()).getByText('南京')).toBeTruthy()
    await user.clear(text)
    await user.type(text, '今天绝对安全')
    expect(within(await phone()).getByText('今天绝对安全')).toBeTruthy()
    expect(await screen.findByText(/第 1 段含有“绝对安全”/)).toBeTruthy()
    expect(screen.getByText('未保存')).toBeTruthy()
  })

  it('[BZ-17] shows the picture as in the article and in lists, and lets both crops be chosen', async () => {
    const cover = {
      path: 'wx/cover_1.png',
      wide: [0, 0.1, 1, 0.9],
      square: [0.25, 0, 0.75, 1],
    } satisfies WxProduct['cover']
    api.on(wxProductEndpoints.get, () => buildDetail({ cover }))
    const { user } = open()
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '摘要' })).value).toBe('昨日总体良好')
    for (const name of ['文章封面', '列表封面']) expect(screen.getByRole('img', { name })).toBeTruthy()
    expect(within(await phone()).getByRole('img', { name: '封面' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '裁剪封面' }))
    expect(await screen.findByRole('dialog', { name: '裁剪封面' })).toBeTruthy()
  })

  it('moves, adds and removes blocks by keyboard', async () => {
    api.on(wxProductEndpoints.get, () => buildDetail())
    const { user } = open()
    const first = await screen.findByRole('region', { name: '第 1 段 文本' })
    first.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(await screen.findByRole('region', { name: '第 2 段 文本' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '+ 报警列表' }))
    expect(screen.getByRole('region', { name: '第 3 段 报警列表' })).toBeTruthy()
    expect(await within(await phone()).findAllByText('现在的数')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '删除第 3 段' }))
    expect(screen.queryByRole('region', { name: '第 3 段 报警列表' })).toBeNull()
  })

  it('saves before it submits, with the version it saw, and reloads figures on demand', async () => {
    api.on(wxProductEndpoints.get, () => buildDetail({ stale: ['b2'] }))
    api.on(wxProductEndpoints.edit, () => buildProduct({ version: 4 }))
    api.on(wxProductEndpoints.submit, () => buildProduct({ version: 5, state: 'in_review' }))
    const { user } = open()
    expect(await screen.findByText('数据已更新，请重新生成：第 2 段 空气质量表')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '重新生成' }))
    const bodies = () =>
      api.calls.filter(({ endpoint }) => endpoint === wxProductEndpoints.edit).map(({ input }) => input.body)
    await screen.findByRole('textbox', { name: '摘要' })
    expect(bodies()[0]).toMatchObject({ id: 'w1', version: 3, refresh: true })
    fireEvent.change(screen.getByRole('textbox', { name: '摘要' }), { target: { value: '新的摘要' } })
    await user.click(screen.getByRole('button', { name: '提交审核' }))
    expect(bodies()[1]).toMatchObject({ summary: '新的摘要', refresh: false })
    expect(api.calls.find(({ endpoint }) => endpoint === wxProductEndpoints.submit)?.input.body).toMatchObject({
      version: 4,
    })
  })

  it('tells the second editor who saved first, and keeps the input', async () => {
    let stored = buildDetail()
    api.on(wxProductEndpoints.get, () => stored)
    api.on(wxProductEndpoints.edit, () => {
      stored = buildDetail({ version: 4, contentNo: 3, editedBy: { username: 'b', name: '李编辑' }, summary: '别人的' })
      throw new Refusal('李编辑 已于 11-21 08:00 保存第 3 版，请先查看')
    })
    const { user } = open()
    const summary = await screen.findByRole('textbox', { name: '摘要' })
    fireEvent.change(summary, { target: { value: '我的' } })
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    const alert = await screen.findByText(/李编辑 已保存第 3 版/)
    expect((summary as HTMLTextAreaElement).value).toBe('我的')
    await user.click(within(alert.closest('[role=alert]') as HTMLElement).getByRole('button', { name: '载入最新版本' }))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '摘要' })).value).toBe('别人的')
  })

  it('does not save without a title, and requires permission', async () => {
    open('new')
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: '保存草稿' })).disabled).toBe(true)
    expect(screen.getByRole('region', { name: '第 2 段 空气质量表' })).toBeTruthy()
  })
  it('is read-only for others', async () => {
    open('new', { rights: ['mon:wx:product:view'] })
    expect(await screen.findByText('没有查看权限')).toBeTruthy()
  })
})

describe('a product that is not edited', () => {
  const before = {
    label: '第 1 版',
    no: 1,
    atMs: 1,
    editor: '陈编辑',
    title: '旧标题',
    summary: '',
    blocks: [],
    snapshot: { takenMs: 1, figures: {} },
  }

  it('[BZ-17] is decided by another person, who sees the changes', async () => {
    api.on(wxProductEndpoints.get, () =>
      buildDetail({ state: 'in_review', mayDecide: true, before, submittedBy: { username: 'editor', name: '陈编辑' } }),
    )
    api.on(wxProductEndpoints.return, () => buildProduct({ state: 'returned' }))
    const { user } = open()
    const list = await screen.findByRole('list', { name: '与前一版的不同' })
    expect(within(list).getByText(/− 旧标题/)).toBeTruthy()
    const back = screen.getByRole<HTMLButtonElement>('button', { name: /^退\s*回$/ })
    expect(back.disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: '审核意见' }), '请补充')
    await user.click(back)
    expect(
      api.calls.at(-1)?.endpoint === wxProductEndpoints.get ||
        api.calls.some(({ endpoint }) => endpoint === wxProductEndpoints.return),
    ).toBe(true)
  })

  it('tells the submitter why they may not decide', async () => {
    api.on(wxProductEndpoints.get, () => buildDetail({ state: 'in_review', decideFault: '须由另一人处理' }))
    open()
    expect(await screen.findByText('须由另一人处理')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^批\s*准$/ }).disabled).toBe(true)
  })

  it('is recalled with a reason, and scheduled for a future time', async () => {
    api.on(wxProductEndpoints.get, () => buildDetail({ state: 'published', publishMs: 1_795_219_200_000 }))
    api.on(wxProductEndpoints.recall, () => buildProduct({ state: 'recalled' }))
    const { user, unmount } = open()
    await user.click(await screen.findByRole('button', { name: /^撤\s*回$/ }))
    const dialog = await screen.findByRole('dialog')
    const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: /^撤\s*回$/ })
    expect(ok.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox', { name: '撤回理由' }), '有误')
    await user.click(ok)
    expect(api.calls.find(({ endpoint }) => endpoint === wxProductEndpoints.recall)?.input.body).toMatchObject({
      note: '有误',
    })
    unmount()
    api.on(wxProductEndpoints.get, () => buildDetail({ state: 'approved' }))
    api.on(wxProductEndpoints.schedule, () => buildProduct({ state: 'scheduled' }))
    open()
    await user.click(await screen.findByRole('button', { name: '定时发布' }))
    await user.click(await screen.findByRole('button', { name: '安排发布' }))
    const asked = api.calls.find(({ endpoint }) => endpoint === wxProductEndpoints.schedule)?.input.body
    expect(asked).toEqual({ id: 'w1', version: 3, atMs: expect.any(Number) })
  })

  it('with an unknown outcome is given up by two people: one states it, another one confirms', async () => {
    const failed = { state: 'failed', isUnsure: true } as const
    api.on(wxProductEndpoints.get, () => buildDetail(failed))
    api.on(wxProductEndpoints.lose, () => buildProduct(failed))
    const { user, unmount } = open()
    await user.click(await screen.findByRole('button', { name: '申报未发出' }))
    expect(screen.queryByRole('button', { name: '改为草稿' })).toBeNull()
    const dialog = await screen.findByRole('dialog')
    const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: '申报未发出' })
    expect(ok.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox', { name: '核对情况' }), '记录中没有')
    await user.click(ok)
    expect(api.calls.find(({ endpoint }) => endpoint === wxProductEndpoints.lose)?.input.body).toEqual({
      id: 'w1',
      version: 3,
      note: '记录中没有',
    })
    unmount()
    const lost = { username: 'editor', name: '陈编辑', atMs: 1_795_219_200_000 }
    api.on(wxProductEndpoints.get, () => buildDetail({ ...failed, lost }))
    api.on(wxProductEndpoints.forget, () => buildProduct({ state: 'failed' }))
    open()
    expect(await screen.findByText(/陈编辑 于 .* 申报公众号未发出此文/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '确认未发出' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确认未发出' }))
    expect(api.calls.find(({ endpoint }) => endpoint === wxProductEndpoints.forget)?.input.body).toEqual({
      id: 'w1',
      version: 3,
    })
  })

  it('of a drill cannot be published', async () => {
    api.on(wxProductEndpoints.get, () => buildDetail({ state: 'approved', drill: true }))
    open()
    expect(await screen.findByText('演练内容，不对外发布')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '立即发布' })).toBeNull()
  })
})
