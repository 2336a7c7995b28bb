import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildDepart } from '@/testing/build-picker.ts'
import { renderControl } from '@/testing/render-control.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { DepartPicker, type DepartPickerProps } from './depart-picker.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(departTreeEndpoints.tree, () => [
    buildDepart('1', '国家监测中心', [buildDepart('11', '值班一处'), buildDepart('12', '值班二处')]),
  ])
  api.on(departTreeEndpoints.search, ({ query }) => {
    if (query.keyWord === '没有') throw new Refusal('未查询匹配数据')
    return [buildDepart('12', '值班二处')]
  })
})

const show = (props: DepartPickerProps = {}, value?: string) =>
  renderControl<string>(
    ({ value: held, onChange }) => <DepartPicker aria-label="部门" {...props} value={held} onChange={onChange} />,
    value,
  )

async function open(props: DepartPickerProps = {}, value?: string) {
  const view = show(props, value)
  await view.user.click(screen.getByRole('button', { name: '选择部门' }))
  const dialog = within(await screen.findByRole('dialog', { name: '选择部门' }))
  await dialog.findByText('值班一处', { selector: '.ant-tree-title' })
  const box = (name: string) =>
    dialog
      .getByText(name, { selector: '.ant-tree-title' })
      .closest('.ant-tree-treenode')
      ?.querySelector('.ant-tree-checkbox') as HTMLElement
  const search = async (text: string) => {
    const input = dialog.getByRole('searchbox', { name: '部门名称' })
    await view.user.clear(input)
    await view.user.type(input, `${text}{Enter}`)
  }
  const ok = () => view.user.click(screen.getByRole('button', { name: '确定' }))
  return { ...view, dialog, box, search, ok }
}

it('[WG-38] keeps only the last checked one in single mode', async () => {
  const { user, box, ok, onChange, dialog } = await open({ isMulti: false })
  expect(dialog.queryByText('父子关联')).toBeNull()
  await user.click(box('值班一处'))
  await user.click(box('值班二处'))
  expect(box('值班一处').className).not.toContain('checked')
  await ok()
  expect(onChange).toHaveBeenLastCalledWith('12', [{ value: '12', text: '值班二处' }])
})

it('[WG-38] selects parents and children independently, unless linked', async () => {
  const { user, box, ok, onChange, dialog } = await open()
  await user.click(box('国家监测中心'))
  expect(box('值班一处').className).not.toContain('checked')
  await user.click(box('国家监测中心'))
  await user.click(dialog.getByText('父子关联'))
  await user.click(box('国家监测中心'))
  expect(box('值班一处').className).toContain('checked')
  await ok()
  expect(onChange.mock.lastCall?.[0]).toBe('1,11,12')
})

it('[WG-39] stores other fields, and adds search results to the same value', async () => {
  const { user, box, search, ok, onChange, dialog } = await open({ store: 'org_code' })
  await user.click(box('值班一处'))
  await search('二处')
  await user.click(await dialog.findByRole('checkbox', { name: '值班二处' }))
  await ok()
  expect(onChange).toHaveBeenLastCalledWith('org-11,org-12', [
    { value: 'org-11', text: '值班一处' },
    { value: 'org-12', text: '值班二处' },
  ])
})

it('[WG-39] shows the names of stored departments and is cleared by its cross', async () => {
  const { user, onChange } = show({}, '11,12')
  expect(await screen.findByText('值班一处')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(onChange).toHaveBeenLastCalledWith('', [])
  expect(screen.queryByText('值班一处')).toBeNull()
})

it('[WG-39] does not open while disabled', async () => {
  const { user } = show({ disabled: true }, '11')
  await user.click(screen.getByRole('button', { name: '选择部门' }))
  await user.click(screen.getByRole('combobox'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says when a search finds nothing, and shows the tree again when it is cleared', async () => {
  const { search, dialog } = await open()
  await search('没有')
  expect(await dialog.findByText('未查询匹配数据')).toBeTruthy()
  await search('')
  expect(await dialog.findByText('值班一处', { selector: '.ant-tree-title' })).toBeTruthy()
})

it('discards the choice on cancel', async () => {
  const { user, box, onChange } = await open()
  await user.click(box('值班一处'))
  await user.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onChange).not.toHaveBeenCalled()
})

it('shows that names are loading, and never a stored id meanwhile', async () => {
  const { container } = show({}, '12')
  expect(container.textContent).toContain('加载中…')
  expect(screen.queryByTitle('12')).toBeNull()
  expect(await screen.findByTitle('值班二处')).toBeTruthy()
  expect(container.textContent).not.toContain('加载中…')
})
