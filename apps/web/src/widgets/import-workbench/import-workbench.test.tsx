import { station } from '@natim/contract/mon/station.resource'
import { type ImportJob, type ImportRow } from '@natim/contract/system/import'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { stubApi } from '../../testing/stub-api.ts'
import { type StubUpload, stubUploads } from '../../testing/stub-uploads.ts'
import { type Afterwards, ImportWorkbench } from './import-workbench.tsx'
import { missingColumns, samplesOf, sharedHeadings } from './mapping.ts'

const { endpoints } = station.imports

const COLUMNS = [
  { key: 'code', title: '站点编号', required: true, hint: '字母、数字', options: [] },
  { key: 'name', title: '站点名称', required: true, hint: '', options: [] },
  { key: 'status', title: '状态', required: false, hint: '', options: ['启用', '停用'] },
]

const jobOf = (change: Partial<ImportJob> = {}): ImportJob => ({
  id: 'j1',
  phase: 'mapping',
  done: 0,
  total: 3,
  fileName: '站点.xlsx',
  columns: COLUMNS,
  headings: ['编号', '名称', '状态'],
  samples: [
    ['S-1', '一号站', '启用'],
    ['S-2', '', '停用'],
  ],
  mapping: { code: 0, name: null, status: 2 },
  summary: { new: 0, changed: 0, same: 0, wrong: 0 },
  message: '',
  ...change,
})
const MAPPED = { code: 0, name: 1, status: 2 }
const CHECKED = jobOf({ phase: 'checked', mapping: MAPPED, summary: { new: 1, changed: 0, same: 1, wrong: 1 } })

const rowOf = (change: Partial<ImportRow> = {}): ImportRow => ({
  rowNo: 4,
  kind: 'wrong',
  cells: { code: 'S 2', name: '二号站', status: '启用' },
  errors: { code: '只能包含字母、数字、下划线和短横线' },
  before: {},
  ...change,
})

let api: ReturnType<typeof stubApi>
let uploads: readonly StubUpload[]
let job: ImportJob
beforeEach(() => {
  api = stubApi()
  uploads = stubUploads()
  job = jobOf()
  api.on(endpoints.job, () => job)
  api.on(endpoints.discard, () => null)
  api.on(endpoints.rows, () => ({ records: [rowOf()], total: 1, size: 20, current: 1, pages: 1 }))
})

async function open(first: ImportJob = job, afterwards?: Afterwards) {
  job = first
  const onDone = vi.fn()
  const onClose = vi.fn()
  const file = new File(['x'], '站点.xlsx')
  const view = renderPage(
    <ImportWorkbench endpoints={endpoints} file={file} onDone={onDone} onClose={onClose} afterwards={afterwards} />,
  )
  await waitFor(() => expect(uploads).toHaveLength(1))
  const answer = (body: object) => (uploads[0] as StubUpload).answer(body)
  const start = () => answer({ success: true, code: 200, message: '', result: job })
  return { onDone, onClose, answer, start, ...view }
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

describe('the import workbench', () => {
  it('sends the file, and shows why it is refused', async () => {
    const { answer } = await open()
    expect(uploads[0]?.path).toContain('/mon/station/import/open')
    expect(uploads[0]?.parts).toEqual({ file: '站点.xlsx' })
    uploads[0]?.progress(40)
    expect(await screen.findByText('40%')).toBeTruthy()
    answer({ success: false, code: 500, message: '文件无法读取，请确认它是有效的 Excel 文件', result: null })
    expect((await screen.findByRole('alert')).textContent).toContain('文件无法读取')
  })

  it('maps the headings, and checks only when every required column has one', async () => {
    api.on(endpoints.check, () => {
      job = CHECKED
      return job
    })
    const { start, user } = await open()
    start()
    const check = await button('开始核对')
    expect(check.disabled).toBe(true)
    expect(screen.getByText('必填，请选择对应的列')).toBeTruthy()
    expect(screen.getByText('S-1、S-2')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: '站点名称 对应的列' }))
    await user.click(await screen.findByTitle('名称'))
    expect(screen.getByText('一号站')).toBeTruthy()
    await user.click(check)
    await waitFor(() => expect(api.callsOf(endpoints.check)[0]?.body).toEqual({ id: 'j1', mapping: MAPPED }))
    expect(await screen.findByRole('tab', { name: '错误 1' })).toBeTruthy()
  })

  it("shows the server's progress, and continues automatically", async () => {
    const { start } = await open(jobOf({ phase: 'checking', done: 1, total: 3 }))
    start()
    expect(await screen.findByText('正在核对，1 / 3 行')).toBeTruthy()
    job = CHECKED
    expect(await screen.findByRole('tab', { name: '新增 1' })).toBeTruthy()
  })

  it('lets an invalid cell be corrected in place; the row is checked again and counted', async () => {
    const mended = jobOf({ phase: 'checked', mapping: MAPPED, summary: { new: 2, changed: 0, same: 1, wrong: 0 } })
    api.on(endpoints.mend, () => {
      job = mended
      return { job, rows: [rowOf({ kind: 'new', cells: { code: 'S-2', name: '二号站', status: '启用' }, errors: {} })] }
    })
    const { start, user } = await open(CHECKED)
    start()
    const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: '第 4 行 站点编号' })
    expect(cell.value).toBe('S 2')
    expect(screen.getByText('只能包含字母、数字、下划线和短横线')).toBeTruthy()
    await user.clear(cell)
    await user.type(cell, 'S-2{Enter}')
    await waitFor(() =>
      expect(api.callsOf(endpoints.mend)[0]?.body).toEqual({ id: 'j1', rows: [{ rowNo: 4, cells: { code: 'S-2' } }] }),
    )
    expect(await screen.findByLabelText('已改正')).toBeTruthy()
    expect(screen.queryByText('只能包含字母、数字、下划线和短横线')).toBeNull()
    expect(await screen.findByRole('tab', { name: '错误 0' })).toBeTruthy()
    expect((await button('提交 2 行')).disabled).toBe(false)
  })

  it('shows all errors of a row at once, each at its cell, and those of the row at its number', async () => {
    const errors = { code: '不能为空', name: '长度为 2 到 30 个字符', status: '没有这个状态', '': '与第 2 行重复' }
    const row = rowOf({ cells: { code: '', name: '站', status: '开' }, errors })
    api.on(endpoints.rows, () => ({ records: [row], total: 1, size: 20, current: 1, pages: 1 }))
    const { start } = await open(CHECKED)
    start()
    await screen.findByRole('textbox', { name: '第 4 行 站点编号' })
    const cells = within(screen.getByRole('row', { name: /^4/ }))
    expect(cells.getByRole('rowheader').textContent).toContain('与第 2 行重复')
    expect(cells.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('不能为空'),
      expect.stringContaining('长度为 2 到 30 个字符'),
      expect.stringContaining('没有这个状态'),
    ])
    const controls = [...cells.getAllByRole('textbox'), cells.getByRole('combobox')]
    expect(controls.map((control) => control.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true'])
  })

  it('opens any other cell of an invalid row by a click, and sends nothing unchanged', async () => {
    const { start, user } = await open(CHECKED)
    start()
    await user.click(await button(/^修改第 4 行 站点名称：/))
    const cell = screen.getByRole('textbox', { name: '第 4 行 站点名称' })
    fireEvent.blur(cell)
    expect(await button(/^修改第 4 行 站点名称：/)).toBeTruthy()
    expect(api.callsOf(endpoints.mend)).toHaveLength(0)
  })

  it('offers the labels of a dictionary', async () => {
    api.on(endpoints.rows, () => ({
      records: [rowOf({ errors: { status: '没有这个状态' }, cells: { code: 'S-2', name: '二号站', status: '开' } })],
      total: 1,
      size: 20,
      current: 1,
      pages: 1,
    }))
    api.on(endpoints.mend, () => ({ job: CHECKED, rows: [] }))
    const { start, user } = await open(CHECKED)
    start()
    await user.click(await screen.findByRole('combobox', { name: '第 4 行 状态' }))
    await user.click(await screen.findByTitle('停用'))
    await waitFor(() => expect(api.callsOf(endpoints.mend)[0]?.body.rows[0]?.cells).toEqual({ status: '停用' }))
  })

  it('writes on 提交, reports the counts, and reloads the list', async () => {
    api.on(endpoints.commit, () => {
      job = jobOf({ phase: 'done', message: '成功导入 1 行' })
      return job
    })
    const { start, user, onDone, onClose } = await open(CHECKED)
    start()
    expect(await screen.findByText('1 行错误不会导入')).toBeTruthy()
    await user.click(await button('提交 1 行'))
    expect(await screen.findByText('成功导入 1 行')).toBeTruthy()
    await user.click(await button(/^完\s*成$/))
    expect(onDone).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(api.callsOf(endpoints.discard)).toHaveLength(0)
  })

  it('writes only after the last correction has been checked', async () => {
    const calls: string[] = []
    let finish = () => {}
    const { user, start } = await open(CHECKED)
    start()
    const field = await screen.findByRole('textbox', { name: '第 4 行 站点编号' })
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const isMend = address.includes('/import/mend')
      if (isMend) await new Promise<void>((resolve) => (finish = resolve))
      if (isMend || address.includes('/import/commit')) calls.push(isMend ? 'mend' : 'commit')
      return plain(address, init)
    })
    api.on(endpoints.mend, () => ({ job: CHECKED, rows: [rowOf({ kind: 'new', errors: {} })] }))
    api.on(endpoints.commit, () => jobOf({ phase: 'done', message: '已导入' }))
    await user.clear(field)
    await user.type(field, 'S-2')
    await user.click(await button(/提交/))
    expect(await button(/正在核对，随后提交/)).toBeTruthy()
    expect(calls).toEqual([])
    finish()
    expect(await screen.findByText('已导入')).toBeTruthy()
    expect(calls).toEqual(['mend', 'commit'])
  })

  it('asks before closing while a follow-up step is open, which is the primary action', async () => {
    let release = (_loss?: string) => {}
    const afterwards: Afterwards = (_job, hold) => {
      release = hold
      return <button onClick={() => hold('密码还没有下载')}>留住</button>
    }
    const { user, start, onClose } = await open(jobOf({ phase: 'done', message: '已导入' }), afterwards)
    start()
    await user.click(await button('留住'))
    await user.click(await button('完成'))
    expect(await screen.findAllByText('密码还没有下载')).not.toHaveLength(0)
    await user.click(await button('返回'))
    expect(onClose).not.toHaveBeenCalled()
    expect((await button('完成')).className).not.toContain('primary')
    act(() => release(undefined))
    await user.click(await button('完成'))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('writes nothing when no row is new or changed, and can go back to the columns', async () => {
    const nothing = { new: 0, changed: 0, same: 3, wrong: 0 }
    const { start, user } = await open(jobOf({ phase: 'checked', mapping: MAPPED, summary: nothing }))
    start()
    expect((await button('提交 0 行')).disabled).toBe(true)
    await user.click(await button('重新对应列'))
    expect(await button('开始核对')).toBeTruthy()
  })

  it('discards unwritten data when closed', async () => {
    const { start, user, onDone } = await open(CHECKED)
    start()
    await screen.findByRole('tab', { name: '错误 1' })
    await user.click(await button('关闭'))
    await waitFor(() => expect(api.callsOf(endpoints.discard)).toHaveLength(1))
    expect(onDone).not.toHaveBeenCalled()
  })

  it('reports why it failed', async () => {
    const { start } = await open(jobOf({ phase: 'failed', message: '文件解析超时，请拆分后重试' }))
    start()
    expect((await screen.findByRole('alert')).textContent).toContain('文件解析超时')
  })
})

describe('file columns', () => {
  it('that are required but missing', () => {
    expect(missingColumns(COLUMNS, { code: 0 }).map(({ key }) => key)).toEqual(['name'])
  })
  it('that fill two fields', () => {
    expect([...sharedHeadings({ a: 1, b: 1, c: 2, d: null, e: null })]).toEqual([1])
  })
  it('are recognised by their first values', () => {
    expect(samplesOf([['a'], [''], ['b'], ['c'], ['d']], 0)).toBe('a、b、c')
    expect(samplesOf([['a']], null)).toBe('')
  })
})
