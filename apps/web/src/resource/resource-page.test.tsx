import { type PositionRow, position } from '@natim/contract/system/position.resource'
import { savedViewEndpoints } from '@natim/contract/system/saved-view'
import { sessionEndpoints } from '@natim/contract/system/session'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as R from '@/resource/index.ts'
import { buildRow } from '@/testing/build-row.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'

const resource = R.defineResource({
  title: '职务管理',
  entityLabel: '职务',
  measureWord: '个',
  endpoints: position.endpoints,
  form: position.form,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    code: { label: '职务编码', search: 'like', query: true, isSortable: true },
    name: { label: '职务名称', search: 'like' },
    postRank: { label: '职级', search: 'eq', widget: R.dictWidget('position_rank'), isBulk: true },
  },
})

const rowActions = (row: PositionRow) => (
  <>
    <R.DetailLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

const selectionActions = (
  <>
    <R.BulkEditButton />
    <R.RemoveSelectedButton />
  </>
)

function Page() {
  const list = R.useResourceList(resource)
  const editor = R.useResourceEditor(resource, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.CreateButton />
      </R.Toolbar>
      <R.SearchForm collapsedCount={1}>
        <R.SearchField resource={resource} name="code" />
        <R.SearchField resource={resource} name="name" />
      </R.SearchForm>
      <R.Table resource={resource} rowActions={rowActions} selectionActions={selectionActions} />
      <R.Pager />
      <R.EditorModal />
    </R.ResourcePage>
  )
}

const rowOf = (id: number) =>
  buildRow(position, {
    id: `p${id}`,
    code: `code_${id}`,
    name: `职务 ${id}`,
    postRank: '3',
    postRank_dictText: '中级',
    rank_dictText: '中级',
    createBy: 'admin',
    createTime: '2026-11-01 08:00:00',
  })
const RANKS = [
  { value: '2', text: '初级', title: '初级', label: '初级' },
  { value: '3', text: '中级', title: '中级', label: '中级' },
]

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(position.endpoints.list, ({ query }) => {
    const first = (query.pageNo - 1) * 2
    return pageOf([rowOf(first + 1), rowOf(first + 2)], 95, query.pageNo, query.pageSize)
  })
  api.on(position.endpoints.uses, () => [])
  api.on(sessionEndpoints.dictItems, () => RANKS)
})

const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<Page />, options)
/** Holds all answers until the returned function is called. */
function holdAnswers(): () => void {
  const { fetch } = globalThis
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    await isReleased
    return fetch(...given)
  })
  return release
}
const lists = () => api.callsOf(position.endpoints.list)
const lastQuery = () => lists().at(-1)?.query as Record<string, unknown>
const at = (state: object) => ({ at: `/?~=${encodeURIComponent(JSON.stringify(state))}` })
const tick = (name: string) => screen.findByRole('checkbox', { name: `选择 ${name}` })

describe('the list page', () => {
  const waiting = () => screen.getAllByRole('status', { name: '加载中' })

  it('shows a skeleton while loading: filters, the column heads, a page of outlined rows, space for the pager', async () => {
    const answer = holdAnswers()
    const { container } = open()
    // Without the first: the select-all box arrives with the rows.
    const names = () =>
      screen
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
        .slice(1)
    const awaited = names()
    expect(awaited).toContain('职务编码')
    expect(container.querySelectorAll('tbody[data-outline] > tr')).toHaveLength(20)
    expect(container.querySelectorAll('[class*="pager"]')).toHaveLength(1)
    expect(waiting()).toHaveLength(1)
    answer()
    expect(await screen.findByText('职务 1')).toBeTruthy()
    expect(names()).toEqual(awaited)
    expect(container.querySelectorAll('[data-outline]')).toHaveLength(0)
  })

  it('shows cards while loading on a phone', () => {
    stubPhone()
    holdAnswers()
    const { container } = open()
    expect(screen.queryByRole('table')).toBeNull()
    expect(container.querySelectorAll('[data-outline] [class*="card"]').length).toBeGreaterThan(4)
    expect(waiting()).toHaveLength(1)
  })

  it('[SY-01] has filters submitted by Enter, buttons, the selection bar, a table and a form', async () => {
    const { user } = open()
    await user.click(await tick('职务 1'))
    expect(screen.getByRole('status').textContent).toMatch(/^已选 1 个$/)
    await user.click(within(screen.getByRole('toolbar', { name: '批量操作' })).getByRole('button', { name: '清空' }))
    expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull()
    await user.type(screen.getByLabelText('职务编码'), 'duty{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ code: '*duty*', pageNo: 1 }))
    await user.click(screen.getByRole('button', { name: /新增职务/ }))
    expect(await screen.findByRole('dialog', { name: '新增职务' })).toBeTruthy()
  })

  it('[SY-02] 查询 goes to page 1 and unticks; 重置 empties the fields and leaves the advanced query', async () => {
    const query = { match: 'and', lines: [['code', 'like', 'x']] }
    const { user } = open(at({ page: 3, query }))
    await user.click(await tick('职务 5'))
    expect(screen.queryByLabelText('职务名称')).toBeNull()
    await user.click(screen.getByRole('button', { name: /展开/ }))
    await user.type(screen.getByLabelText('职务名称'), '班长')
    await user.click(screen.getByRole('button', { name: /^查\s*询$/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ name: '*班长*', pageNo: 1 }))
    expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull()

    const asked = lists().length
    await user.click(screen.getByRole('button', { name: /^查\s*询$/ }))
    await waitFor(() => expect(lists().length).toBeGreaterThan(asked))

    await user.click(screen.getByRole('button', { name: /重\s*置/ }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('name'))
    expect(lastQuery()).toMatchObject({ pageNo: 1, superQueryMatchType: 'and' })
    expect((screen.getByLabelText('职务名称') as HTMLInputElement).value).toBe('')
    await user.click(screen.getByRole('button', { name: /收起/ }))
    expect(screen.queryByLabelText('职务名称')).toBeNull()
  })

  it('[ER-08] 查询 says that the console is offline, and is asked again once it is not', async () => {
    const { user } = open()
    await screen.findByText('职务 1')
    const asked = lists().length
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => onlineManager.setOnline(false))
    await user.click(screen.getByRole('button', { name: /^查\s*询$/ }))
    expect(await screen.findByText('当前离线，恢复连接后自动查询')).toBeTruthy()
    expect(lists()).toHaveLength(asked)
    online.mockRestore()
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(lists().length).toBeGreaterThan(asked))
  })

  it('[SY-04] draws a plain array answer page by page', async () => {
    const rows = Array.from({ length: 23 }, (_, index) => rowOf(index + 1))
    api.on(position.endpoints.list, () => pageOf([]))
    const plain = { ...position.endpoints.list, result: { parse: () => rows } }
    api.on(plain as never, () => rows as never)
    const { user } = open()
    expect(await screen.findByText('职务 20')).toBeTruthy()
    expect(screen.queryByText('职务 21')).toBeNull()
    expect(screen.getByText('1-20 共 23 条')).toBeTruthy()
    await user.click(screen.getByRole('listitem', { name: '2' }))
    expect(await screen.findByText('职务 23')).toBeTruthy()
  })

  it('[SY-04] shows a server refusal as a warning, and in place of the rows', async () => {
    api.on(position.endpoints.list, () => {
      throw new Refusal('查询条件不正确')
    })
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('查询条件不正确')
    const line = await screen.findByText('查询条件不正确', { selector: '.ant-message *' })
    expect(line.closest('.ant-message')?.innerHTML).toContain('warning')
  })

  it('[SY-05] sorts, turns pages, and keeps the first row visible when the page size changes', async () => {
    const { user } = open(at({ page: 4, size: 10 }))
    expect(await screen.findByText('31-40 共 95 条')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: /页码|page size/i }))
    await user.click(await screen.findByTitle('20 条/页'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 2, pageSize: 20 }))
    await user.click(screen.getByRole('listitem', { name: '5' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 5 }))
    await user.click(screen.getByRole('columnheader', { name: /职务编码/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 1, column: 'code', order: 'asc' }))
  })

  it('[SY-06] keeps ticks across pages, counts them all, and clears them at once', async () => {
    const { user } = open()
    await user.click(await tick('职务 1'))
    await user.click(screen.getByRole('listitem', { name: '2' }))
    await user.click(await tick('职务 3'))
    expect(screen.getByRole('status').textContent).toBe('已选 2 个')
    await user.click(screen.getByRole('listitem', { name: '1' }))
    expect(((await tick('职务 1')) as HTMLInputElement).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: '清空' }))
    expect(screen.getByRole('status').textContent).not.toContain('已选')
  })
})

describe('the form', () => {
  it('[SY-07] is titled by its purpose; 详情 is read-only and leads to editing', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '详情 职务 1' }))
    const detail = await screen.findByRole('dialog', { name: '职务详情' })
    const inside = within(detail)
    const fields = [...inside.getAllByRole<HTMLInputElement>('textbox'), inside.getByRole<HTMLInputElement>('combobox')]
    expect(fields).toHaveLength(3)
    expect(fields.every(({ disabled }) => disabled)).toBe(true)
    expect(within(detail).queryByRole('button', { name: /保存|确\s*定/ })).toBeNull()
    expect(within(detail).getByText('创建 admin 2026-11-01 08:00:00')).toBeTruthy()
    await user.click(within(detail).getByRole('button', { name: /编\s*辑/ }))
    const form = await screen.findByRole('dialog', { name: '编辑职务' })
    expect(within(form).getByLabelText<HTMLInputElement>('职务名称').disabled).toBe(false)
  })

  it('shows each row its own values, regardless of earlier input', async () => {
    api.on(position.endpoints.create, () => ({ id: 'p9' }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /新增职务/ }))
    const fresh = within(await screen.findByRole('dialog', { name: '新增职务' }))
    await waitFor(() => expect(document.activeElement).toBe(fresh.getByLabelText('职务编码')))
    await user.keyboard('typed')
    await user.type(fresh.getByLabelText('职务名称'), '新的')
    await user.click(fresh.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.callsOf(position.endpoints.create)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '新增职务' })).toBeNull())
    await user.click(screen.getByRole('button', { name: '编辑 职务 2' }))
    const form = within(await screen.findByRole('dialog', { name: '编辑职务' }))
    expect(form.getByLabelText<HTMLInputElement>('职务编码').value).toBe('code_2')
    expect(form.getByLabelText<HTMLInputElement>('职务名称').value).toBe('职务 2')
  })

  it('clears the selection when a row is saved', async () => {
    api.on(position.endpoints.update, () => null)
    const { user } = open()
    await user.click(await tick('职务 2'))
    await user.click(screen.getByRole('button', { name: '编辑 职务 1' }))
    const form = await screen.findByRole('dialog', { name: '编辑职务' })
    await user.type(within(form).getByLabelText('职务名称'), '改')
    await user.click(within(form).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull())
  })
})

describe('deleting', () => {
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: '删除 职务 1' }))
    return within(await screen.findByRole('tooltip'))
  }

  it('asks beside the row, and restores it with 撤销', async () => {
    api.on(position.endpoints.remove, () => null)
    api.on(position.endpoints.restore, () => null)
    const { user } = open()
    const question = await ask(user)
    expect(question.getByText('将删除职务「职务 1」。是否删除选中数据?')).toBeTruthy()
    expect(api.callsOf(position.endpoints.remove)).toEqual([])
    await user.click(question.getByRole('button', { name: /确\s*定/ }))
    await user.click(await screen.findByRole('button', { name: /撤\s*销/ }))
    expect(await screen.findByText('已恢复 1 个职务')).toBeTruthy()
    expect(api.callsOf(position.endpoints.remove)[0]?.query).toEqual({ id: 'p1' })
    expect(api.callsOf(position.endpoints.restore)[0]?.body).toEqual({ id: 'p1' })
  })

  it('shows the references instead of asking', async () => {
    api.on(position.endpoints.uses, () => [{ noun: '用户', count: 2, isBlocking: true }])
    const { user } = open()
    const question = await ask(user)
    expect(question.getByText('正在被引用：用户 2 个。请先解除引用。')).toBeTruthy()
    await user.click(question.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    expect(api.callsOf(position.endpoints.remove)).toEqual([])
  })

  it('offers no undo to a user who may not change rows', async () => {
    api.on(position.endpoints.remove, () => null)
    const { user } = open({ rights: ['system:position:list', 'system:position:delete'] })
    await user.click((await ask(user)).getByRole('button', { name: /确\s*定/ }))
    expect(await screen.findByText('删除成功！')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /撤\s*销/ })).toBeNull()
  })
})

describe('history', () => {
  const version = (number: number, content: Record<string, unknown>) => ({
    id: `v${number}`,
    version: number,
    operateType: number === 1 ? 2 : 3,
    content: { id: 'p1', ...content },
    createBy: 'admin',
    createTime: '2026-11-01 08:00:00',
  })

  it('labels the versions created by deleting and by restoring', async () => {
    const content = { name: '甲', postRank: '2' }
    api.on(position.endpoints.history, () => [
      { ...version(3, content), operateType: 2 },
      { ...version(2, content), operateType: 4 },
      version(1, content),
    ])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '详情 职务 1' }))
    const last = await screen.findByRole('region', { name: '最近变更' })
    expect(last.textContent).toMatch(/admin 恢复.*admin 删除.*admin 新增.*职务名称甲/)
    await user.click(await screen.findByRole('button', { name: /变更历史/ }))
    const versions = within(await screen.findByRole('list', { name: '历史版本' })).getAllByRole('listitem')
    expect(versions[0]?.textContent).toMatch(/第 3 版恢复/)
    expect(versions[1]?.textContent).toMatch(/第 2 版删除/)
  })

  it('shows the changes of each version with form labels, and restores one', async () => {
    api.on(position.endpoints.history, () => [
      version(2, { name: '乙', postRank: '3' }),
      version(1, { name: '甲', postRank: '2' }),
    ])
    api.on(position.endpoints.restore, () => null)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '详情 职务 1' }))
    // The newest changes are below the read-only row.
    const last = await screen.findByRole('region', { name: '最近变更' })
    expect(last.textContent).toMatch(/2 \/ 2.*职务名称甲→乙/)
    await user.click(await screen.findByRole('button', { name: /变更历史/ }))
    const versions = within(await screen.findByRole('list', { name: '历史版本' })).getAllByRole('listitem')
    expect(versions[0]?.textContent).toMatch(/第 2 版.*当前.*职务名称甲→乙.*职级初级→中级/)
    expect(versions[1]?.textContent).toMatch(/第 1 版新增.*职务名称甲/)
    const asked = lists().length
    await user.click(screen.getByRole('button', { name: '恢复到第 1 版' }))
    const question = await screen.findByRole('tooltip')
    expect(question.textContent).toMatch(/将设置以下字段.*职务名称乙→甲.*职级中级→初级/)
    await user.click(within(question).getByRole('button', { name: /恢\s*复/ }))
    await waitFor(() => expect(api.callsOf(position.endpoints.restore)[0]?.body).toEqual({ id: 'p1', version: 1 }))
    await waitFor(() => expect(lists().length).toBeGreaterThan(asked))
  })
})

describe('bulk edit', () => {
  it('sends only the chosen fields, and reloads the list', async () => {
    api.on(position.endpoints.updateMany, () => null)
    const { user } = open()
    await user.click(await tick('职务 1'))
    await user.click(await tick('职务 2'))
    await user.click(screen.getByRole('button', { name: /批量修改/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '批量修改 2 个职务' }))
    expect(dialog.queryByRole('checkbox', { name: '职务编码' })).toBeNull()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: '职级' }))
    await user.click(dialog.getByRole('combobox'))
    await user.click(await screen.findByTitle('初级'))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(api.callsOf(position.endpoints.updateMany)[0]?.body).toEqual({ ids: ['p1', 'p2'], postRank: '2' }),
    )
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull())
  })
})

describe('views', () => {
  const CONTENT = {
    filters: { name: '主任' },
    sort: { field: 'code', order: 'asc' as const },
    columns: { postRank: false },
  }

  it('restore conditions, order and columns, and save the current ones under a name', async () => {
    const role = { kind: 'role' as const, id: 'r1', name: '管理员' }
    api.on(savedViewEndpoints.audiences, () => [role])
    api.on(savedViewEndpoints.save, () => ({ id: 'v2' }))
    api.on(savedViewEndpoints.list, () => [
      { id: 'v1', name: '主任们', content: CONTENT, isOwn: false, owner: '王工', audience: role },
    ])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /视图/ }))
    const views = within(await screen.findByRole('list', { name: '保存的视图' }))
    expect(views.queryByRole('button', { name: /删除视图/ })).toBeNull()
    await user.click(await views.findByRole('button', { name: /主任们.*王工 共享/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ name: '*主任*', column: 'code', order: 'asc', pageNo: 1 }))
    expect(screen.queryByRole('columnheader', { name: /职级/ })).toBeNull()

    await user.click(screen.getByRole('button', { name: /视图/ }))
    await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '我的')
    await user.click(screen.getByRole('button', { name: '保存视图' }))
    await waitFor(() => expect(api.callsOf(savedViewEndpoints.save)).toHaveLength(1))
    expect(api.callsOf(savedViewEndpoints.save)[0]?.body).toEqual({
      listPath: '/sys/position/list',
      name: '我的',
      audience: null,
      content: CONTENT,
    })
  })
})
