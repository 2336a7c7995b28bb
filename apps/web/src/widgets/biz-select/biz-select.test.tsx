import { BIZ_PAGE_SIZE } from '@natim/contract/constants'
import { userEndpoints } from '@natim/contract/system/pickers'
import { position } from '@natim/contract/system/position.resource'
import { role } from '@natim/contract/system/role.resource'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildRole, buildUser } from '@/testing/build-picker.ts'
import { buildRow } from '@/testing/build-row.ts'
import { renderControl } from '@/testing/render-control.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import type { Pair } from '../picker/pair.ts'
import { filterQuery } from './biz-filters.tsx'
import { BizSelect, type BizSelectProps } from './biz-select.tsx'
import { PositionSelect, RoleSelect, UserSelect } from './biz-selects.tsx'
import type { BizSource } from './biz-source.ts'

const ROLES = Array.from({ length: 12 }, (_, index) => buildRole(String(index + 1)))
const LONG = buildRole('long', { roleName: '省级应急监测中心值班一处带班领导' })

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(role.endpoints.list, ({ query }) => {
    const { id, pageNo, pageSize } = query as typeof query & { id?: string }
    const wanted = id?.split(',')
    const rows = [...ROLES, LONG].filter((row) => wanted?.includes(row.id) ?? true)
    return pageOf(rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), rows.length, pageNo, pageSize)
  })
})

/** A source without special settings, to test the dialog in general. */
const ANY: BizSource = {
  name: '角色',
  list: role.endpoints.list,
  text: 'roleName',
  columns: [{ key: 'roleName', title: '角色名称' }],
  filters: [{ key: 'roleName', label: '角色名称', kind: 'text' }],
}

type Props = Omit<BizSelectProps, 'source' | 'valueEndpoint'>
const show = (props: Props = {}, value?: string) =>
  renderControl<string>(
    ({ value: held, onChange }) => (
      <BizSelect aria-label="角色" {...props} source={ANY} value={held} onChange={onChange} />
    ),
    value,
  )

async function open(props: Props = {}, value?: string) {
  const view = show(props, value)
  await view.user.click(screen.getByRole('button', { name: '选择角色' }))
  const dialog = await screen.findByRole('dialog')
  await screen.findByText('角色2')
  return { ...view, dialog, chosen: () => within(screen.getByRole('region', { name: '已选角色' })) }
}
const row = (text: string) => screen.getByText(text, { selector: 'td *' }).closest('tr') as HTMLElement
const ok = () => screen.getByRole('button', { name: '确定' })

describe('the dialog', () => {
  it('[WG-42] is 900 px wide with five rows of 240 px, and lists the choice', async () => {
    const { dialog, chosen } = await open()
    expect(dialog.style.width || dialog.getAttribute('style')).toContain('900px')
    expect(api.callsOf(role.endpoints.list)[0]?.query).toMatchObject({ pageNo: 1, pageSize: BIZ_PAGE_SIZE })
    expect(screen.getByText('1-5 共 13 条')).toBeTruthy()
    expect(dialog.querySelector<HTMLElement>('.ant-table-body')?.style.maxHeight).toBe('240px')
    expect(chosen().getByText('尚未选择')).toBeTruthy()
    expect(within(dialog).getByRole('search')).toBeTruthy()
  })

  it('[WG-42] offers 5, 10, 20 and 30 rows a page', async () => {
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('combobox', { name: '页码' }))
    await screen.findByTitle('30 条/页')
    const offered = new Set(screen.getAllByTitle(/条\/页$/).map(({ title }) => title))
    expect([...offered].sort()).toEqual(['10 条/页', '20 条/页', '30 条/页', '5 条/页'])
    await user.click(screen.getByTitle('10 条/页'))
    await waitFor(() =>
      expect(api.callsOf(role.endpoints.list).at(-1)?.query).toMatchObject({ pageNo: 1, pageSize: 10 }),
    )
  })

  it('[WG-40] shows all roles on one page', async () => {
    const { user } = renderControl<string>(() => <RoleSelect aria-label="角色" />)
    await user.click(screen.getByRole('button', { name: '选择角色' }))
    expect(await screen.findByText('角色12')).toBeTruthy()
    expect(screen.queryByTitle('2')).toBeNull()
  })

  it('[WG-42] [WG-45] toggles by a click on the row; 删除 removes it on both sides', async () => {
    const { user, chosen, onChange } = await open()
    await user.click(row('角色2'))
    await user.click(row('角色3'))
    expect(chosen().getByText('角色2')).toBeTruthy()
    expect(within(row('角色2')).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    await user.click(chosen().getByRole('button', { name: '删除 角色2' }))
    expect(chosen().queryByText('角色2')).toBeNull()
    expect(within(row('角色2')).getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    await user.click(row('角色4'))
    await user.click(row('角色4'))
    await user.click(ok())
    expect(onChange).toHaveBeenLastCalledWith('3', [{ value: '3', text: '角色3' }])
  })

  it('[WG-42] replaces the choice in single mode', async () => {
    const { user, onChange } = await open({ isMulti: false })
    await user.click(row('角色2'))
    await user.click(row('角色3'))
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toHaveLength(1)
    await user.click(ok())
    expect(onChange).toHaveBeenLastCalledWith('3', expect.anything())
  })

  it('keeps the choice across pages', async () => {
    const { user, chosen } = await open()
    await user.click(row('角色2'))
    await user.click(screen.getByTitle('2'))
    await screen.findByText('角色7')
    await user.click(row('角色7'))
    expect(chosen().getByText('角色2')).toBeTruthy()
    expect(chosen().getByText('角色7')).toBeTruthy()
  })

  it('[WG-45] discards the choice on cancel', async () => {
    const { user, onChange, chosen } = await open()
    await user.click(row('角色2'))
    await user.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onChange).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '选择角色' }))
    await screen.findByText('角色2')
    expect(chosen().getByText('尚未选择')).toBeTruthy()
  })

  it('[WG-43] truncates texts at 12 characters with the full text on hover, by default', async () => {
    const { user } = await open({}, 'long')
    const cut = (await screen.findAllByText('省级应急监测中心值班一处...', { selector: 'li *' }))[0] as HTMLElement
    await user.hover(cut)
    expect((await screen.findByRole('tooltip')).textContent).toBe(LONG.roleName)
    const field = screen.getByTitle(LONG.roleName)
    expect(field.textContent).toContain('省级应急监测中心值班一处...')
  })

  it('[WG-43] shows the full text with -1', async () => {
    show({ length: -1 }, 'long')
    expect(await screen.findByText(LONG.roleName)).toBeTruthy()
  })
})

describe('the value', () => {
  it('[WG-44] requests the labels of stored values once, by their key', async () => {
    const { user, onChange } = show({}, '2,9')
    expect(await screen.findByText('角色9')).toBeTruthy()
    expect(api.callsOf(role.endpoints.list)).toMatchObject([{ query: { id: '2,9,', pageNo: 1, pageSize: 2 } }])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onChange).toHaveBeenLastCalledWith('', [])
  })

  it('[WG-44] makes no request when all labels are known, and stores a second key', async () => {
    const { user, onChange } = await open({ returnKey: 'roleCode' })
    await user.click(row('角色2'))
    await user.click(ok())
    const pair: Pair = { value: 'code_2', text: '角色2' }
    expect(onChange).toHaveBeenLastCalledWith('code_2', [pair])
    expect(api.callsOf(role.endpoints.list)).toHaveLength(1)
  })

  it('[WG-46] shows labels as removable tags', async () => {
    const { user, onChange } = show({}, '2,9')
    const tag = (await screen.findByText('角色9')).closest('.ant-select-selection-item') as HTMLElement
    await user.click(tag.querySelector('.ant-select-selection-item-remove') as Element)
    expect(onChange).toHaveBeenLastCalledWith('2', [{ value: '2', text: '角色2' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[WG-46] opens by a click on the field when it has no button, unless disabled', async () => {
    const { user, unmount } = show({ hasButton: false })
    expect(screen.queryByRole('button', { name: '选择角色' })).toBeNull()
    await user.click(screen.getByRole('combobox'))
    expect(await screen.findByRole('dialog', { name: '选择角色' })).toBeTruthy()
    unmount()
    const disabled = show({ hasButton: false, disabled: true })
    await disabled.user.click(screen.getByRole('combobox'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('shows users with phone and birthday and filters by account, sex and birthday', async () => {
  api.on(userEndpoints.list, () => pageOf([buildUser('zhou')]))
  const { user } = renderControl<string>(() => <UserSelect aria-label="用户" />)
  await user.click(screen.getByRole('button', { name: '选择用户' }))
  const dialog = within(await screen.findByRole('dialog', { name: '选择用户' }))
  for (const text of ['姓名zhou', '13800001234', '1990-01-01']) expect(await dialog.findByText(text)).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: '账号' }), 'zh{Enter}')
  await waitFor(() =>
    expect(api.callsOf(userEndpoints.list).at(-1)?.query).toMatchObject({ username: '*zh*', pageNo: 1 }),
  )
})

it('shows the rank of positions', async () => {
  const held = buildRow(position, { name: '值班长', postRank: '2', rank_dictText: '中级' })
  api.on(position.endpoints.list, () => pageOf([held]))
  const { user } = renderControl<string>(() => <PositionSelect aria-label="职务" />)
  await user.click(screen.getByRole('button', { name: '选择职务' }))
  expect(await screen.findByText('中级')).toBeTruthy()
})

it('sends text with wildcards and other values unchanged', () => {
  const filters = [
    { key: 'name', label: '', kind: 'text' },
    { key: 'code', label: '', kind: 'plain' },
    { key: 'sex', label: '', kind: 'dict' },
  ] as const
  expect(filterQuery(filters, { name: ' 周 ', code: 'a', sex: '' })).toEqual({ name: '*周*', code: 'a' })
})
