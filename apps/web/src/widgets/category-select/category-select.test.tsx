import { type CategoryNode, categoryEndpoints } from '@natim/contract/system/category'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import {
  CategorySelect,
  type CategorySelectProps,
  CategoryTreeSelect,
  type CategoryTreeSelectProps,
} from './category-select.tsx'

const node = (id: string, name: string, children: CategoryNode[] | null = null, leaf = false): CategoryNode => ({
  key: id,
  value: id,
  title: name,
  label: name,
  name,
  code: `C${id}`,
  parentId: '0',
  leaf,
  hasChildren: !leaf,
  children,
})
const row = (id: string, name: string) => ({
  id,
  pid: '0',
  name,
  code: `C${id}`,
  hasChild: '0' as const,
  hasChildren: false,
  sysOrgCode: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
})
const TOXIC = node('1', '有毒气体')
const CHLORINE = node('11', '氯气', null, true)

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(categoryEndpoints.treeRoot, ({ query }) =>
    query.async === 'true' ? [TOXIC] : [node('1', '有毒气体', [CHLORINE])],
  )
  api.on(categoryEndpoints.treeChildren, () => [CHLORINE])
  api.on(categoryEndpoints.treeData, ({ query }) => (query.pid === '1' ? [CHLORINE] : [TOXIC]))
  api.on(categoryEndpoints.one, ({ query }) => row(query.val.replace('C', ''), `名${query.val}`))
  api.on(categoryEndpoints.names, ({ params }) => params.ids.split(',').map((id) => `名${id}`))
})

const title = (text: string) => screen.findByText(text, { selector: '.ant-select-tree-title' })
const switcher = async (text: string) =>
  (await title(text)).closest('.ant-select-tree-treenode')?.querySelector('.ant-select-tree-switcher') as Element

describe('the category tree dictionary', () => {
  const show = (props: CategoryTreeSelectProps = {}, value?: string) =>
    renderControl<string>(
      ({ value: held, onChange }) => (
        <CategoryTreeSelect aria-label="分类" {...props} value={held} onChange={onChange} />
      ),
      value,
    )

  it('[WG-67] loads the roots below a code and children by their parent', async () => {
    const { user, onChange } = show({ parentCode: 'B02' })
    await user.click(screen.getByRole('combobox'))
    await user.click(await switcher('有毒气体'))
    await user.click(await title('氯气'))
    expect(api.callsOf(categoryEndpoints.treeRoot)[0]?.query).toMatchObject({ async: 'true', pcode: 'B02' })
    expect(api.callsOf(categoryEndpoints.treeChildren)[0]?.query).toMatchObject({ pid: '1' })
    expect(onChange).toHaveBeenLastCalledWith('11', '氯气')
  })

  it('[WG-67] loads the whole tree at once, and stores the code', async () => {
    const { user, onChange } = show({ isAsync: false, field: 'code' })
    await user.click(screen.getByRole('combobox'))
    await user.click(await switcher('有毒气体'))
    await user.click(await title('氯气'))
    expect(onChange).toHaveBeenLastCalledWith('C11', '氯气')
    expect(api.callsOf(categoryEndpoints.treeChildren)).toEqual([])
  })

  it('[WG-67] shows the label of a stored id or code', async () => {
    const { unmount } = show({}, '11')
    expect(await screen.findByText('名11')).toBeTruthy()
    expect(api.callsOf(categoryEndpoints.one)[0]?.query).toMatchObject({ field: 'id', val: '11' })
    unmount()
    show({ field: 'code' }, 'C11')
    expect(await screen.findByText('名C11')).toBeTruthy()
    expect(api.callsOf(categoryEndpoints.one)[1]?.query).toMatchObject({ field: 'code', val: 'C11' })
  })

  it("[WG-67] [ER-34] shows the server's message as an error when the roots are refused", async () => {
    api.on(categoryEndpoints.treeRoot, () => {
      throw new Refusal('加载分类字典树参数有误.[null]!')
    })
    show({ parentCode: 'nobody' })
    const line = await screen.findByText('加载分类字典树参数有误.[null]!')
    expect(line.closest('.ant-message-notice')?.innerHTML).toContain('error')
  })
})

describe('the category select', () => {
  const show = (props: CategorySelectProps = {}, value?: string) =>
    renderControl<string>(
      ({ value: held, onChange }) => <CategorySelect aria-label="分类" {...props} value={held} onChange={onChange} />,
      value,
    )
  const firstQuery = () => api.callsOf(categoryEndpoints.treeData)[0]?.query

  it('[WG-68] loads from the top by default, children by their parent with the same condition', async () => {
    const { user } = show({ condition: '{"sysOrgCode":"A01"}' })
    await user.click(screen.getByRole('combobox'))
    await user.click(await switcher('有毒气体'))
    await title('氯气')
    const [roots, children] = api.callsOf(categoryEndpoints.treeData).map(({ query }) => query)
    expect(roots).toMatchObject({ pcode: '0', condition: '{"sysOrgCode":"A01"}' })
    expect(children).toMatchObject({ pid: '1', condition: '{"sysOrgCode":"A01"}' })
  })

  it.each<[string, CategorySelectProps, object]>([
    ['an id', { pid: '7', pcode: 'B02' }, { pid: '7' }],
    ['a code', { pcode: 'B02' }, { pcode: 'B02' }],
  ])('[WG-68] loads the roots below %s', async (_, props, query) => {
    const { user } = show(props)
    await user.click(screen.getByRole('combobox'))
    await title('有毒气体')
    expect(firstQuery()).toMatchObject(query)
  })

  it('[WG-68] accepts several, with labels of stored ids, and emits the labels for the back field', async () => {
    const { user, onChange } = show({ isMulti: true }, '5,6')
    expect(await screen.findByText('名6')).toBeTruthy()
    await user.click(screen.getByRole('combobox'))
    await user.click(await title('有毒气体'))
    expect(onChange).toHaveBeenLastCalledWith('5,6,1', '名5,名6,有毒气体')
    expect(api.callsOf(categoryEndpoints.names)).toHaveLength(1)
  })

  it('refuses a condition that is not an object and loads nothing', async () => {
    show({ condition: 'x' })
    expect(await screen.findByText('组件JTreeSelect-condition传值有误，需要一个json字符串!')).toBeTruthy()
    expect(api.calls).toEqual([])
  })
})
