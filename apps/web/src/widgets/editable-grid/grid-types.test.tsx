import { GRID_COLUMN_TYPES } from '@natim/contract/grid-column'
import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stubApi } from '@/testing/stub-api.ts'
import { eventually } from '../../testing/eventually.ts'
import { renderGrid } from './testing/render-grid.tsx'

const OPTIONS = [
  { value: 'a', text: '甲' },
  { value: 'b', text: '乙' },
  { value: 'c', text: '丙' },
]

describe('cells by type', () => {
  it('[WG-171] normal shows its value and is read-only', async () => {
    const { cell, user } = renderGrid([{ key: 'v', title: '值', type: 'normal' }], [{ id: '1', v: 'GT-1' }])
    expect(cell('v')).toHaveProperty('textContent', 'GT-1')
    await user.click(cell('v'))
    expect(within(cell('v')).queryByRole('textbox')).toBeNull()
  })

  it.each(['input', 'input_pop', 'textarea'] as const)(
    '[WG-171] [WG-170] %s is a text, edited and read back; placeholder and validateRules name the column',
    async (type) => {
      const { cell, user, grid } = renderGrid(
        [
          {
            key: 'v',
            title: '名称',
            type,
            placeholder: '请输入${title}',
            validateRules: [{ required: true, message: '${title}不能为空' }],
          },
        ],
        [{ id: '1', v: '旧' }],
      )
      await user.click(cell('v'))
      const box = within(cell('v')).getByRole('textbox', { name: '名称' })
      expect(box).toHaveProperty('placeholder', '请输入名称')
      await user.clear(box)
      expect(within(cell('v')).getByText('名称不能为空')).toBeTruthy()
      await user.type(box, '新名称')
      expect(grid().getRows()).toMatchObject([{ v: '新名称' }])
      expect(within(cell('v')).queryByText('名称不能为空')).toBeNull()
    },
  )

  it('[WG-185] [WG-171] [VA-52] inputNumber accepts a minus, digits and decimals, and emits a number or nothing', async () => {
    const { cell, user, grid } = renderGrid([{ key: 'v', title: '数', type: 'inputNumber' }], [{ id: '1', v: 7 }])
    await user.click(cell('v'))
    const box = () => within(cell('v')).getByRole<HTMLInputElement>('textbox')
    await user.clear(box())
    await user.type(box(), '-1a2.5e0')
    expect(box().value).toBe('-12.50')
    expect(grid().getRows()).toMatchObject([{ v: -12.5 }])
    await user.clear(box())
    await user.type(box(), '-')
    expect(box().value).toBe('-')
    await user.tab()
    await user.click(document.body)
    expect(cell('v').textContent?.replace('\u200B', '')).toBe('')
    expect(grid().getRows()).toMatchObject([{ v: null }])
  })

  it('[WG-187] [WG-171] [WG-170] checkbox stores its customValue, defaultChecked in new rows; checkbox_meta stores comma-separated values', async () => {
    const { cell, user, grid } = renderGrid(
      [
        { key: 'on', title: '启用', type: 'checkbox', customValue: ['Y', 'N'], defaultChecked: true },
        { key: 'many', title: '多选', type: 'checkbox_meta', options: OPTIONS },
      ],
      [{ id: '1', on: 'N', many: 'a' }],
    )
    expect(within(cell('on')).getByRole('checkbox')).toHaveProperty('ariaChecked', 'false')
    await user.click(cell('on'))
    await user.click(within(cell('on')).getByRole('checkbox'))
    await user.click(cell('many'))
    await user.click(within(cell('many')).getByRole('checkbox', { name: '丙' }))
    expect(grid().getRows()).toMatchObject([{ on: 'Y', many: 'a,c' }])
    await user.click(screen.getByRole('button', { name: /新增$/ }))
    expect(grid().getRows().at(-1)).toMatchObject({ on: 'Y' })
  })

  it.each(['select', 'sel_search'] as const)(
    '[WG-171] [WG-170] %s shows the option label when idle, and stores the value',
    async (type) => {
      const { cell, user, grid } = renderGrid(
        [{ key: 'v', title: '项', type, options: OPTIONS }],
        [{ id: '1', v: 'a' }],
      )
      expect(within(cell('v')).getByRole('combobox', { name: '项' }).textContent).toBe('甲')
      await user.click(cell('v'))
      await user.click(within(cell('v')).getByRole('combobox'))
      await user.click(await screen.findByTitle('乙'))
      expect(grid().getRows()).toMatchObject([{ v: 'b' }])
    },
  )

  it('[WG-188] [WG-170] select filters with allowSearch, creates entries with allowInput, and drops unused ones', async () => {
    const { cell, user, grid } = renderGrid(
      [{ key: 'v', title: '项', type: 'select', options: OPTIONS, allowInput: true, allowSearch: true }],
      [{ id: '1', v: '' }],
    )
    await user.click(cell('v'))
    const box = within(cell('v')).getByRole('combobox')
    await user.type(box, '乙')
    expect(screen.queryByTitle('甲')).toBeNull()
    await user.clear(box)
    await user.type(box, '丁')
    await user.click(await screen.findByTitle('丁'))
    expect(grid().getRows()).toMatchObject([{ v: '丁' }])
    await user.type(within(cell('v')).getByRole('combobox'), '没人用')
    await user.keyboard('{Escape}')
    await user.click(document.body)
    await user.click(cell('v'))
    await user.click(within(cell('v')).getByRole('combobox'))
    expect(screen.queryByTitle('没人用')).toBeNull()
  })

  it('[WG-188] [WG-171] list_multi shows one tag and the number of others', async () => {
    const { cell, user, grid } = renderGrid(
      [{ key: 'v', title: '项', type: 'list_multi', options: OPTIONS }],
      [{ id: '1', v: 'a,b,c' }],
    )
    expect(cell('v').textContent).toBe('甲+ 2 ...')
    await user.click(cell('v'))
    await user.click(within(cell('v')).getByRole('combobox'))
    await user.click((await screen.findAllByTitle('乙')).at(-1)!)
    expect(grid().getRows()).toMatchObject([{ v: 'a,c' }])
  })

  it.each([
    ['date', '2026-03-18', '2026-04-01'],
    ['datetime', '2026-03-18 10:00:00', '2026-04-01 08:30:00'],
    ['time', '10:00:00', '08:30:00'],
  ] as const)('[WG-171] %s is written as text', async (type, before, after) => {
    const { cell, user, grid } = renderGrid([{ key: 'v', title: '时', type }], [{ id: '1', v: before }])
    expect(cell('v').textContent).toBe(before)
    await user.click(cell('v'))
    const box = within(cell('v')).getByRole('textbox')
    await user.clear(box)
    await user.type(box, `${after}{Enter}`)
    expect(grid().getRows()).toMatchObject([{ v: after }])
  })

  it('[WG-197] [WG-171] radio with allowClear is cleared by a second click', async () => {
    const { cell, user, grid } = renderGrid(
      [{ key: 'v', title: '方式', type: 'radio', options: OPTIONS, props: { allowClear: true } }],
      [{ id: '1', v: 'a' }],
    )
    await user.click(cell('v'))
    const pick = () => within(cell('v')).getByRole('radio', { name: '乙' })
    await user.click(pick())
    expect(grid().getRows()).toMatchObject([{ v: 'b' }])
    await user.click(pick())
    expect(grid().getRows()).toMatchObject([{ v: '' }])
  })

  it("[WG-197] [WG-171] slot renders the caller's content with row, value, index and a setter; progress and tags are built in", async () => {
    const slots = {
      own: ({
        row,
        value,
        index,
        setValue,
      }: {
        row: { id: unknown }
        value: unknown
        index: number
        setValue: (v: unknown) => void
      }) => (
        <button type="button" onClick={() => setValue('按过')}>
          {`${row.id}/${value}/${index}`}
        </button>
      ),
    }
    const { user, grid, cell } = renderGrid(
      [
        { key: 'own', title: '自定义', type: 'slot' },
        { key: 'done', title: '进度', type: 'slot', props: { slotName: 'progress' } },
        { key: 'tags', title: '标签', type: 'slot', props: { slotName: 'tags' }, options: OPTIONS },
      ],
      [{ id: '1', own: 'x', done: 40, tags: 'a,c' }],
      { slots },
    )
    await user.click(screen.getByRole('button', { name: '1/x/0' }))
    expect(grid().getRows()).toMatchObject([{ own: '按过' }])
    expect(within(cell('done')).getByRole('progressbar')).toHaveProperty('ariaValueNow', '40')
    expect(cell('tags').textContent).toBe('甲丙')
  })

  const CHECKED = GRID_COLUMN_TYPES.filter((type) => type !== 'hidden')
  it.each(CHECKED)('[WG-171] [WG-170] type %s is rendered and checked by its rules', async (type) => {
    stubApi().on(departTreeEndpoints.tree, () => [])
    const rule = { handler: (value: unknown) => (value === 'wrong' ? '${title}有误' : undefined) }
    const { cell, grid } = renderGrid(
      [{ key: 'v', title: '列', type, options: OPTIONS, validateRules: [rule] }],
      [{ id: '1', v: 'wrong' }],
    )
    const reading = await act(() => grid().validate())
    expect(reading).toEqual({ isOk: false, errors: [{ id: '1', key: 'v', message: '列有误' }] })
    const message = within(cell('v')).getByText('列有误')
    expect(cell('v').getAttribute('aria-describedby')).toBe(message.id)
  })

  it('[WG-197] [WG-171] hidden has no column and keeps its value', () => {
    const { grid } = renderGrid(
      [
        { key: 'v', title: '值', type: 'input' },
        { key: 'secret', title: '隐藏', type: 'hidden' },
      ],
      [{ id: '1', v: 'a', secret: 's' }],
    )
    expect(screen.queryByText('隐藏')).toBeNull()
    expect(grid().getRows()).toMatchObject([{ secret: 's' }])
  })

  it('[WG-190] [WG-170] linked selects (linkageKey) load below the parent, show labels, and clear the levels below a changed one', async () => {
    const load = vi.fn((parent: string) => {
      if (parent === '')
        return [
          { value: '32', text: '江苏' },
          { value: '33', text: '浙江' },
        ]
      return [{ value: `${parent}01`, text: parent === '32' ? '南京' : '杭州' }]
    })
    const linkage = [{ key: 'province', load: async (parent: string) => load(parent) }]
    const { cell, user, grid } = renderGrid(
      [
        { key: 'province', title: '省', type: 'select', linkageKey: 'city' },
        { key: 'city', title: '市', type: 'select' },
      ],
      [{ id: '1', province: '32', city: '3201' }],
      { linkage },
    )
    await eventually(() => expect(cell('city').textContent).toBe('南京'))
    expect(cell('province').textContent).toBe('江苏')
    await user.click(cell('province'))
    await user.click(within(cell('province')).getByRole('combobox'))
    await user.click(await screen.findByTitle('浙江'))
    expect(grid().getRows()).toMatchObject([{ province: '33', city: '' }])
    await user.click(cell('city'))
    await user.click(within(cell('city')).getByRole('combobox'))
    await user.click(await screen.findByTitle('杭州'))
    expect(grid().getRows()).toMatchObject([{ province: '33', city: '3301' }])
    expect(load.mock.calls.filter(([parent]) => parent === '33').length).toBe(1)
  })
})
