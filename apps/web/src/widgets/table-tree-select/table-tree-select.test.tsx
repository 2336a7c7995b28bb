import { type DictTreeNode, dictEndpoints } from '@natim/contract/system/dict'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { conditionFault } from '../lazy-tree/tree-condition.ts'
import { TableTreeSelect, type TableTreeSelectProps, tableNodes } from './table-tree-select.tsx'

const FAULT = '组件JTreeSelect-condition传值有误，需要一个json字符串!'
const node = (key: string, title: string, leaf = false): DictTreeNode => ({
  key,
  title,
  label: title,
  leaf,
  parentId: null,
  value: null,
  code: null,
  icon: null,
  children: null,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(dictEndpoints.tree, ({ query }) => {
    if (query.pid === 'park') return [node('jb', '江北化工园区', true)]
    return query.pid === 'none' ? [] : [node('park', '园区'), node('none', '空类')]
  })
  api.on(dictEndpoints.texts, ({ query }) => query.key.split(',').map((key) => `名${key}`))
})

const show = (props: Partial<TableTreeSelectProps> = {}, value?: string) =>
  renderControl<string>(
    ({ value: held, onChange }) => (
      <TableTreeSelect aria-label="分类" dict="sys_category,name,id" {...props} value={held} onChange={onChange} />
    ),
    value,
  )
const title = (text: string) => screen.findByText(text, { selector: '.ant-select-tree-title' })
const switcher = async (text: string) =>
  (await title(text)).closest('.ant-select-tree-treenode')?.querySelector('.ant-select-tree-switcher') as Element
const pids = () => api.callsOf(dictEndpoints.tree).map(({ query }) => query.pid)

it('[WG-64] loads the roots first and children when a node is opened, in a list of at most 400 px', async () => {
  const { user } = show({ pidField: 'parent_id', pidValue: '0', hasChildField: 'has_child' })
  await user.click(screen.getByRole('combobox'))
  await title('园区')
  expect(api.callsOf(dictEndpoints.tree)[0]?.query).toMatchObject({
    tableName: 'sys_category',
    text: 'name',
    code: 'id',
    pidField: 'parent_id',
    pid: '0',
    hasChildField: 'has_child',
  })
  await user.click(await switcher('园区'))
  expect(await title('江北化工园区')).toBeTruthy()
  expect(pids()).toEqual(['0', 'park'])
  expect((await switcher('江北化工园区')).className).toContain('noop')
  expect(document.querySelector<HTMLElement>('.ant-select-dropdown')?.style.maxHeight).toBe('400px')
})

it('[WG-64] accepts a leaf flag as number or boolean', () => {
  const flags = [true, false, 1, 0, '1', '0']
  const nodes = flags.map((leaf) => ({ ...node('a', 'a'), leaf }) as unknown as DictTreeNode)
  expect(tableNodes(nodes).map(({ isLeaf }) => isLeaf)).toEqual([true, false, true, false, true, false])
})

it('[WG-69] makes a node without children a leaf once opened', async () => {
  const { user } = show()
  await user.click(screen.getByRole('combobox'))
  expect((await switcher('空类')).className).not.toContain('noop')
  await user.click(await switcher('空类'))
  await waitFor(async () => expect((await switcher('空类')).className).toContain('noop'))
  expect((await switcher('园区')).className).not.toContain('noop')
})

describe('the condition', () => {
  it.each(['{', '[1]', '3', 'null', '"a"'])(
    '[WG-65] [VA-72] %s is refused, and nothing is loaded',
    async (condition) => {
      show({ condition })
      const line = await screen.findByText(FAULT)
      expect(line.closest('.ant-message-notice')?.innerHTML).toContain('error')
      expect(api.calls).toEqual([])
    },
  )

  it('is sent unchanged when it is a JSON object', async () => {
    show({ condition: '{"name":"园"}' })
    await waitFor(() => expect(api.callsOf(dictEndpoints.tree)[0]?.query.condition).toBe('{"name":"园"}'))
    expect(conditionFault('')).toBeUndefined()
  })
})

describe('the value', () => {
  it('[WG-66] shows the label of a key, and emits key and label', async () => {
    const { user, onChange } = show({}, 'jb')
    expect(await screen.findByText('名jb')).toBeTruthy()
    await user.click(screen.getByRole('combobox'))
    await user.click(await title('园区'))
    expect(onChange).toHaveBeenLastCalledWith('park', '园区')
    expect(api.callsOf(dictEndpoints.texts)).toHaveLength(1)
  })

  it('[WG-66] is a comma list in multiple mode', async () => {
    const { user, onChange } = show({ isMulti: true }, 'jb')
    await user.click(screen.getByRole('combobox'))
    await user.click(await title('园区'))
    expect(onChange).toHaveBeenLastCalledWith('jb,park', '名jb,园区')
  })

  it('[WG-66] treats 0 as empty and clears to an empty text', async () => {
    const { unmount } = show({}, '0')
    expect(screen.queryByText('名0')).toBeNull()
    expect(api.callsOf(dictEndpoints.texts)).toEqual([])
    unmount()
    const { user, onChange } = show({}, 'jb')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onChange).toHaveBeenLastCalledWith('', '')
  })
})

it('warns when the tree is refused and stays usable', async () => {
  api.on(dictEndpoints.tree, () => {
    throw new Refusal('没有这张表')
  })
  const { user } = show()
  expect(await screen.findByText('没有这张表')).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  expect(await screen.findByText('没有查询到任何数据')).toBeTruthy()
})
