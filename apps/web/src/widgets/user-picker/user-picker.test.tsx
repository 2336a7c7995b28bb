import { departTreeEndpoints, userEndpoints } from '@natim/contract/system/pickers'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDepart, buildUser } from '@/testing/build-picker.ts'
import { renderControl } from '@/testing/render-control.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { UserPicker, type UserPickerProps } from './user-picker.tsx'

const STAFF = [
  ...Array.from({ length: 11 }, (_, index) => buildUser(`u${index + 1}`)),
  buildUser('wu', { sex: 2, orgCodeTxt: '山东省监测中心' }),
]

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(departTreeEndpoints.level, ({ query }) =>
    query.pid === undefined ? [buildDepart('1', '国家监测中心', [])] : [buildDepart('2', '山东省监测中心')],
  )
  api.on(userEndpoints.componentData, ({ query }) => {
    const { departId, pageNo, pageSize } = query
    const rows = departId === undefined ? STAFF : STAFF.slice(-1)
    return pageOf(rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), rows.length, pageNo, pageSize)
  })
  api.on(userEndpoints.multi, ({ query }) => {
    const [[field, values] = ['', '']] = Object.entries(query).filter(([key]) => key !== '_t')
    return STAFF.filter((user) =>
      String(values)
        .split(',')
        .includes(String(user[field as 'id'])),
    )
  })
})

const show = (props: UserPickerProps = {}, value?: string) =>
  renderControl<string>(
    ({ value: held, onChange }) => <UserPicker aria-label="负责人" {...props} value={held} onChange={onChange} />,
    value,
  )

async function open(props: UserPickerProps = {}, value?: string) {
  const view = show(props, value)
  await view.user.click(screen.getByRole('button', { name: '选择用户' }))
  const dialog = within(await screen.findByRole('dialog', { name: '根据部门选择用户' }))
  await dialog.findByText('u1')
  return { ...view, dialog, chosen: () => within(dialog.getByRole('group', { name: '已选' })) }
}
const lastQuery = () => api.callsOf(userEndpoints.componentData).at(-1)?.query
const row = (account: string) => screen.getByText(account, { selector: 'td *' }).closest('tr') as HTMLElement
const openBranch = async (user: ReturnType<typeof show>['user']) => {
  await user.click(document.querySelector('.ant-tree-switcher') as Element)
  return screen.findByText('山东省监测中心', { selector: '.ant-tree-title' })
}

describe('the grid', () => {
  it('[WG-31] shows account, name, sex, phone and department, ten per page, newest first', async () => {
    const { dialog, user } = await open()
    const heads = dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.filter((text) => text !== '')).toEqual(['用户账号', '用户姓名', '性别', '手机', '部门'])
    const cells = (account: string) =>
      within(row(account))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cells('u1').slice(1)).toEqual(['u1', '姓名u1', '男', '13800001234', '值班一处'])
    expect(lastQuery()).toMatchObject({ pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc' })
    await user.click(dialog.getByTitle('2'))
    await screen.findByText('wu')
    expect(cells('wu').slice(1)).toEqual(['wu', '姓名wu', '女', '13800001234', '山东省监测中心'])
  })

  it('[WG-31] starts at page 1 of a chosen department, searches by name, account, phone or department, and 重置 clears all', async () => {
    const { dialog, user } = await open()
    await user.click(dialog.getByTitle('2'))
    await screen.findByText('wu')
    await user.click(await openBranch(user))
    await waitFor(() => expect(lastQuery()).toMatchObject({ departId: '2', pageNo: 1 }))
    await user.type(dialog.getByRole('textbox', { name: '姓名、账号、手机、部门' }), 'w{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ departId: '2', keyword: 'w' }))
    await user.click(dialog.getByRole('button', { name: '重置' }))
    await screen.findByText('u1')
    expect(document.querySelector('.ant-tree-treenode-selected')).toBeNull()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '姓名、账号、手机、部门' }).value).toBe('')
  })

  it('loads sub-departments by id when a department is opened', async () => {
    const { user } = await open()
    await openBranch(user)
    expect(api.callsOf(departTreeEndpoints.level).map(({ query }) => query.pid)).toEqual([undefined, '1'])
  })
})

describe('the choice', () => {
  it('[WG-33] is kept across pages and departments', async () => {
    const { dialog, user, chosen, onChange } = await open()
    await user.click(within(row('u1')).getByRole('checkbox'))
    await user.click(dialog.getByTitle('2'))
    await screen.findByText('wu')
    await user.click(within(row('wu')).getByRole('checkbox'))
    await user.click(await openBranch(user))
    await waitFor(() => expect(lastQuery()).toMatchObject({ departId: '2' }))
    expect(chosen().getByText('姓名u1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(onChange).toHaveBeenLastCalledWith('u1,wu', [
      { value: 'u1', text: '姓名u1' },
      { value: 'wu', text: '姓名wu' },
    ])
  })

  it('[WG-33] is a single user in single mode', async () => {
    const { user, onChange } = await open({ isMulti: false })
    await user.click(within(row('u1')).getByRole('radio'))
    await user.click(within(row('u2')).getByRole('radio'))
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(onChange).toHaveBeenLastCalledWith('u2', [{ value: 'u2', text: '姓名u2' }])
  })

  it('[WG-33] is accepted by a click and Enter, or a double click, in single mode', async () => {
    const { user, onChange } = await open({ isMulti: false })
    await user.click(row('u2'))
    await user.click(row('u2'))
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenLastCalledWith('u2', [{ value: 'u2', text: '姓名u2' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: '选择用户' }))
    await screen.findByText('u3')
    await user.dblClick(row('u3'))
    expect(onChange).toHaveBeenLastCalledWith('u3', [{ value: 'u3', text: '姓名u3' }])
  })

  it('[WG-34] stores and shows other fields, also given by database names', async () => {
    const { user, onChange } = await open({ store: 'id', text: 'org_code_txt' })
    await user.click(row('u1'))
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(onChange).toHaveBeenLastCalledWith('id-u1', [{ value: 'id-u1', text: '值班一处' }])
  })
})

describe('the field', () => {
  it('[WG-34] [WG-35] shows the names of stored accounts, and nothing once cleared', async () => {
    const { user, onChange } = show({}, 'wu,u3')
    expect(await screen.findByText('姓名wu')).toBeTruthy()
    expect(screen.getByText('姓名u3')).toBeTruthy()
    expect(api.callsOf(userEndpoints.multi)).toMatchObject([{ query: { username: 'wu,u3' } }])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onChange).toHaveBeenLastCalledWith('', [])
    expect(screen.queryByText('姓名wu')).toBeNull()
    expect(api.callsOf(userEndpoints.multi)).toHaveLength(1)
  })

  it('requests by the stored field, and shows an unknown account as it is', async () => {
    show({ store: 'id' }, 'id-wu,gone')
    expect(await screen.findByText('姓名wu')).toBeTruthy()
    expect(screen.getByText('gone')).toBeTruthy()
    expect(api.callsOf(userEndpoints.multi)[0]?.query).toMatchObject({ id: 'id-wu,gone' })
  })

  it('does not open while disabled', () => {
    show({ disabled: true })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '选择用户' }).disabled).toBe(true)
  })
})
