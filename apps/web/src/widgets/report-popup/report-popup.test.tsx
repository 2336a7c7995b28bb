import { reportEndpoints } from '@natim/contract/system/report'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { Refusal, stubApi } from '../../testing/stub-api.ts'
import { ReportPopup, type ReportPopupProps } from './report-popup.tsx'
import { ReportPopupModal, type ReportPopupModalProps } from './report-popup-modal.tsx'

const column = (dataIndex: string, title: string, more: object = {}) =>
  ({ dataIndex, title, align: 'left', sorter: true, ...more }) as const
const item = (field: string, label: string, more: object = {}) =>
  ({ field, label, mode: 'single', hidden: '0', type: 'text', view: 'text', dictCode: '', ...more }) as const

const COLUMNS = {
  cgRpConfigId: 'r1',
  cgRpConfigName: '在用设备',
  columns: [
    column('id', '编号'),
    column('name', '名称'),
    column('kinds', '类型', { customRender: 'kind', sorter: false }),
  ],
  dictOptions: {
    kind: [
      { value: 'gas', text: '气体', title: '气体', label: '气体' },
      { value: 'bio', text: '生物', title: '生物', label: '生物' },
    ],
  },
}
const ITEMS = [
  item('name', '名称'),
  item('kind', '类型', { view: 'list' }),
  item('installed', '安装日期', { mode: 'group', view: 'date', type: 'date', hidden: '1' }),
]
/** Two rows without a key, differing in one value only. */
const ROWS = [
  { id: 'd1', name: '江北 1#', kinds: 'gas,bio' },
  { id: 'd1', name: '江北 2#', kinds: 'other' },
]

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(reportEndpoints.columns, () => COLUMNS)
  api.on(reportEndpoints.queryInfo, () => [...ITEMS])
  api.on(reportEndpoints.data, () => ({ records: [...ROWS], total: 23 }))
})

type FieldProps = Partial<ReportPopupProps> & { readonly initial?: string }

function Field({ initial = '', ...props }: FieldProps) {
  const [value, setValue] = useState(initial)
  const change = (text: string) => {
    setValue(text)
    props.onChange?.(text)
  }
  return (
    <ReportPopup
      code="device"
      orgFields="name,id"
      destFields="deviceName,deviceId"
      aria-label="设备"
      {...props}
      value={value}
      onChange={change}
    />
  )
}

function show(props: FieldProps = {}) {
  const onChange = vi.fn()
  const onFill = vi.fn()
  return { onChange, onFill, ...renderPage(<Field onChange={onChange} onFill={onFill} {...props} />) }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '设备' })
const asked = () => api.calls.map(({ endpoint }) => endpoint.path.split('/')[4])
const lastQuery = () => api.callsOf(reportEndpoints.data).at(-1)?.query

async function open(props: FieldProps = {}) {
  const shown = show(props)
  await shown.user.click(field())
  const dialog = await screen.findByRole('dialog', { name: '在用设备' })
  await within(dialog).findByText('江北 1#')
  const confirm = () => shown.user.click(within(dialog).getByRole('button', { name: /^确\s*定$/ }))
  return { ...shown, dialog, confirm }
}

describe('the field', () => {
  it('[WG-50] is read-only with a placeholder and an icon, and clearable when filled', () => {
    const { unmount, container } = show()
    expect([field().readOnly, field().placeholder]).toEqual([true, '请选择'])
    expect(container.querySelector('.anticon-select')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '清空' })).toBeNull()
    unmount()
    show({ initial: '江北 1#' })
    expect(field().value).toBe('江北 1#')
    expect(screen.getByRole('button', { name: '清空' })).toBeTruthy()
  })

  it('[WG-50] opens by Enter, but not when disabled', async () => {
    const { user, unmount } = show({ disabled: true })
    await user.click(field())
    expect(screen.queryByRole('dialog')).toBeNull()
    unmount()
    const again = show()
    field().focus()
    await again.user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: '在用设备' })).toBeTruthy()
  })

  it.each([
    [{ orgFields: '' }, 'popup参数未正确配置!'],
    [{ destFields: '' }, 'popup参数未正确配置!'],
    [{ code: '' }, 'popup参数未正确配置!'],
    [{ destFields: 'deviceName' }, 'popup参数未正确配置,原始值和目标值数量不一致!'],
  ])('[WG-51] [VA-70] with %j reports it and is disabled', async (props, text) => {
    const { user } = show(props)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(field().disabled).toBe(true)
    await user.click(field())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[WG-59] is filled with its own field, and the others in order, several rows joined', async () => {
    const { onChange, onFill, user, dialog, confirm } = await open({
      isMulti: true,
      separator: '、',
      field: 'deviceName',
    })
    await user.click(within(dialog).getByText('江北 1#'))
    await user.click(within(dialog).getByText('江北 2#'))
    await confirm()
    expect(onChange.mock.calls).toEqual([['江北 1#、江北 2#']])
    expect(onFill.mock.calls).toEqual([[{ deviceName: '江北 1#,江北 2#', deviceId: 'd1,d1' }]])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[WG-59] clears all fields, without opening', async () => {
    const { onChange, onFill, user } = show({ initial: '江北 1#' })
    await user.click(screen.getByRole('button', { name: '清空' }))
    expect(onChange.mock.calls).toEqual([['']])
    expect(onFill.mock.calls).toEqual([[{ deviceName: '', deviceId: '' }]])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the call sequence', () => {
  it('is columns, then query items, then rows', async () => {
    await open()
    expect(asked()).toEqual(['getRpColumns', 'getQueryInfo', 'getData'])
  })

  it.each([
    ['getRpColumns', reportEndpoints.columns, ['getRpColumns']],
    ['getQueryInfo', reportEndpoints.queryInfo, ['getRpColumns', 'getQueryInfo']],
  ] as const)('[WG-52] stops when %s fails', async (_name, endpoint, calls) => {
    api.on(endpoint, () => {
      throw new Refusal('报表不存在')
    })
    const { user } = show()
    await user.click(field())
    expect((await screen.findAllByText(/报表不存在/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(asked()).toEqual(calls))
  })

  it('[WG-52] reports failed rows, with a retry', async () => {
    api.on(reportEndpoints.data, () => {
      throw new Refusal('查询超时')
    })
    const { user } = show()
    await user.click(field())
    expect((await screen.findByRole('alert')).textContent).toContain('加载失败：查询超时')
    api.on(reportEndpoints.data, () => ({ records: [...ROWS], total: 2 }))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByText('江北 1#')).toBeTruthy()
  })

  it('[WG-53] [ER-41] reports the failure in a dialog whose OK closes the popup', async () => {
    api.on(reportEndpoints.columns, () => {
      throw new Refusal('编码 device 不存在')
    })
    const { user } = show()
    await user.click(field())
    const dialog = await screen.findByRole('dialog', { name: /出错了/ })
    expect(within(dialog).getByText('Popup初始化失败，请检查你的配置或稍后重试！')).toBeTruthy()
    expect(within(dialog).getByText('编码 device 不存在')).toBeTruthy()
    await user.click(within(dialog).getByRole('button'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('starts again at every opening, unless a group caches the answers', async () => {
    const { user, dialog, unmount } = await open()
    await user.click(within(dialog).getByRole('button', { name: '关闭' }))
    await user.click(field())
    await waitFor(() => expect(asked()).toHaveLength(6))
    unmount()
    api.calls.length = 0
    const again = await open({ groupId: 'g' })
    await again.user.click(within(again.dialog).getByRole('button', { name: '关闭' }))
    await again.user.click(field())
    await screen.findAllByText('江北 1#')
    expect(asked()).toHaveLength(3)
  })

  it('[WG-61] reloads the rows when a parameter changes meanwhile', async () => {
    function Changing(props: Pick<ReportPopupModalProps, 'isOpen'>) {
      const [region, setRegion] = useState('320000')
      return (
        <>
          <button type="button" onClick={() => setRegion('330000')}>
            换
          </button>
          <ReportPopupModal {...props} code="device" params={{ region }} onOk={() => {}} onCancel={() => {}} />
        </>
      )
    }
    const { user } = renderPage(<Changing isOpen />)
    await screen.findByText('江北 1#')
    await user.click(screen.getByRole('button', { name: '换' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ self_region: '330000' }))
    expect(asked()).toEqual(['getRpColumns', 'getQueryInfo', 'getData', 'getData'])
  })
})

describe('the modal', () => {
  it('[WG-54] is titled by the report, can go full screen, and shows folded query items after 展开', async () => {
    const { user, dialog } = await open()
    expect(dialog.style.width || dialog.closest<HTMLElement>('[style*="1200px"]')?.style.width).toContain('1200px')
    expect(within(dialog).getByRole('button', { name: '全屏' })).toBeTruthy()
    const query = within(dialog).getByRole('search')
    expect(within(query).queryByLabelText('安装日期（起）')).toBeNull()
    await user.click(within(query).getByRole('button', { name: '展开' }))
    expect(within(query).getByLabelText('安装日期（起）')).toBeTruthy()
    expect(within(query).getByLabelText('安装日期（止）')).toBeTruthy()

    await user.click(within(query).getByLabelText('类型'))
    await user.click(await screen.findByTitle('气体'))
    expect(lastQuery()).not.toHaveProperty('kind')
    // Enter in an input of the query row is handled there.
    expect(api.callsOf(reportEndpoints.data)).toHaveLength(1)
  })

  it('[WG-54] queries with 查询 and clears with 重置', async () => {
    const { user, dialog } = await open()
    const query = within(dialog).getByRole('search')
    await user.type(within(query).getByRole('textbox', { name: '名称' }), '江北')
    await user.click(within(query).getByRole('button', { name: /查\s*询/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ name: '江北', pageNo: 1 }))
    await user.click(within(query).getByRole('button', { name: /重\s*置/ }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('name'))
  })

  it('[WG-55] shows columns in their order, dictionary texts of several values, and ten rows a page', async () => {
    const { user, dialog } = await open()
    const heads = within(dialog)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(heads.filter(Boolean)).toEqual(['编号', '名称', '类型'])
    expect(within(dialog).getByText('气体,生物')).toBeTruthy()
    expect(within(dialog).getByText('other')).toBeTruthy()
    expect(within(dialog).getByText('1-10 共 23 条')).toBeTruthy()
    expect(lastQuery()).toMatchObject({ pageNo: 1, pageSize: 10 })
    await user.click(within(dialog).getByRole('listitem', { name: '3' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 3 }))
    await user.click(within(dialog).getByRole('combobox', { name: /页码|条/ }))
    const sizes = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(sizes.join()).toMatch(/10.*20.*30/)
  })

  it('sorts as configured, then by the clicked head', async () => {
    const { user, dialog } = await open({ sorter: 'name=desc' })
    expect(lastQuery()).toMatchObject({ column: 'name', order: 'desc' })
    await user.click(within(dialog).getByRole('columnheader', { name: '编号' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ column: 'id', order: 'asc', pageNo: 1 }))
  })

  it('[WG-57] distinguishes rows without a key; a click toggles one, and single mode keeps the last', async () => {
    const { onFill, user, dialog, confirm } = await open()
    const ticks = () =>
      within(dialog)
        .getAllByRole<HTMLInputElement>('checkbox')
        .map(({ checked }) => checked)
    expect(ticks()).toEqual([false, false])
    await user.click(within(dialog).getByText('江北 1#'))
    expect(ticks()).toEqual([true, false])
    await user.click(within(dialog).getByText('江北 2#'))
    expect(ticks()).toEqual([false, true])
    await user.click(within(dialog).getByText('江北 2#'))
    expect(ticks()).toEqual([false, false])
    await user.click(within(dialog).getByRole('checkbox', { name: '选择第 1 行' }))
    await confirm()
    expect(onFill).toHaveBeenCalledWith({ deviceName: '江北 1#', deviceId: 'd1' })
  })

  it('[WG-58] [VA-71] requires a row, and in single mode at most one', async () => {
    const onOk = vi.fn()
    function Switching() {
      const [isMulti, setIsMulti] = useState(true)
      return (
        <>
          <button type="button" onClick={() => setIsMulti(false)}>
            单选
          </button>
          <ReportPopupModal isOpen isMulti={isMulti} code="device" onOk={onOk} onCancel={() => {}} />
        </>
      )
    }
    const { user } = renderPage(<Switching />)
    const dialog = await screen.findByRole('dialog', { name: '在用设备' })
    await within(dialog).findByText('江北 1#')
    const confirm = within(dialog).getByRole('button', { name: /^确\s*定$/ })
    await user.click(confirm)
    expect(await screen.findByText('请选择一条记录')).toBeTruthy()
    await user.click(within(dialog).getByText('江北 1#'))
    await user.click(within(dialog).getByText('江北 2#'))
    await user.click(screen.getByRole('button', { name: '单选' }))
    await user.click(confirm)
    expect(onOk).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog', { name: '在用设备' })).toBeTruthy()
    // The first click clears both, the second chooses one.
    await user.dblClick(within(dialog).getByText('江北 1#'))
    await user.click(confirm)
    expect(onOk).toHaveBeenCalledTimes(1)
  })
})
