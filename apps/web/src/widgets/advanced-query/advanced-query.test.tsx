import type { QueryLine } from '@natim/contract/super-query'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { stubApi } from '../../testing/stub-api.ts'
import { AdvancedQuery, type AdvancedQueryProps } from './advanced-query.tsx'
import type { ActiveQuery } from './query-draft.ts'
import type { QueryField } from './query-field.ts'
import { keepQuery, savedQueries } from './saved-queries.ts'

const entry = (value: string, text: string) => ({ value, text, title: text, label: text })
const FIELDS: readonly QueryField[] = [
  { field: 'name', label: '站点名称' },
  { field: 'kind', label: '类型', type: 'list', dictCode: 'kind' },
  { field: 'channel', label: '通道', children: [{ field: 'unit', label: '单位' }] },
]

beforeEach(() => {
  const api = stubApi()
  api.on(sessionEndpoints.dictItems, () => [entry('gas', '气体'), entry('bio', '生物')])
})

type Props = Partial<Pick<AdvancedQueryProps, 'fields' | 'saveCode'>> & { readonly initial?: ActiveQuery }

function show({ initial, ...props }: Props = {}) {
  const onSearch = vi.fn<(query: ActiveQuery) => void>()
  const onReset = vi.fn()
  function Page() {
    const [value, setValue] = useState(initial)
    return (
      <AdvancedQuery
        fields={FIELDS}
        saveCode="test"
        {...props}
        value={value}
        onSearch={(query) => {
          setValue(query)
          onSearch(query)
        }}
        onReset={() => {
          setValue(undefined)
          onReset()
        }}
      />
    )
  }
  return { onSearch, onReset, ...renderPage(<Page />) }
}

async function open(props: Props = {}) {
  const shown = show(props)
  await shown.user.click(screen.getByRole('button', { name: '高级查询' }))
  const dialog = await screen.findByRole('dialog', { name: '高级查询' })
  const { user } = shown
  const press = (name: string | RegExp) => user.click(within(dialog).getByRole('button', { name }))
  const search = () => press(/^查\s*询$/)
  const choose = async (label: string, option: string) => {
    await user.click(within(dialog).getByRole('combobox', { name: label }))
    const titles = await screen.findAllByTitle(option)
    await user.click(titles.at(-1) as HTMLElement)
  }
  const type = async (place: number, text: string) =>
    user.type(within(dialog).getByRole('textbox', { name: `条件 ${place} 值` }), text)
  const lines = () => within(dialog).getAllByRole('combobox', { name: /^条件 \d+ 字段$/ })
  return { ...shown, dialog, press, search, choose, type, lines }
}

const NAME_IS: QueryLine = { field: 'name', rule: 'eq', val: '江北' }
const ACTIVE: ActiveQuery = { matchType: 'and', records: [NAME_IS] }

describe('the button', () => {
  it('[WG-150] is marked while conditions are in force, and its tooltip offers 清空', async () => {
    const { onReset, user } = show({ initial: ACTIVE })
    const button = screen.getByRole('button', { name: '高级查询' })
    expect(button.getAttribute('aria-pressed')).toBe('true')
    expect(button.className).toMatch(/active/)
    await user.hover(button)
    await user.click(await screen.findByRole('button', { name: /清\s*空/ }))
    expect(onReset).toHaveBeenCalledTimes(1)
    expect(button.getAttribute('aria-pressed')).toBe('false')
    expect(button.className).not.toMatch(/active/)
  })

  it('[WG-150] opens a dialog 1000 px wide, draggable by its title and without a mask', async () => {
    const { dialog } = await open()
    const width = dialog.style.width || dialog.closest<HTMLElement>('[style*="1000px"]')?.style.width
    expect(width).toBe('1000px')
    expect(dialog.querySelector('[data-draggable="true"]')).toBeTruthy()
    expect(document.querySelector('.ant-modal-mask')).toBeNull()
  })

  it('[WG-150] fills the screen of a phone', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { matches: media.includes('767'), media }),
    )
    const { dialog } = await open()
    expect(dialog.style.width || dialog.closest<HTMLElement>('[style*="100%"]')?.style.width).toBe('100%')
    expect(dialog.querySelector('[data-draggable="true"]')).toBeNull()
    vi.unstubAllGlobals()
  })
})

describe('conditions', () => {
  it('[WG-151] start with one empty line of rule eq; plus and minus add and remove lines', async () => {
    const { dialog, lines, press } = await open()
    expect(lines()).toHaveLength(1)
    expect(within(dialog).getByTitle('等于')).toBeTruthy()
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: '条件 1 值' }).value).toBe('')
    await press('在条件 1 后添加')
    await press('在条件 2 后添加')
    expect(lines()).toHaveLength(3)
    await press('删除条件 1')
    expect(lines()).toHaveLength(2)
    await press('删除条件 1')
    await press('删除条件 1')
    expect(lines()).toHaveLength(1)
  })

  it('[WG-151] offer a tree of main and sub-table fields, searchable by typing', async () => {
    const { dialog, user, onSearch, type, search } = await open()
    const field = within(dialog).getByRole('combobox', { name: '条件 1 字段' })
    await user.click(field)
    for (const title of ['站点名称', '通道', '单位']) expect(await screen.findByTitle(title)).toBeTruthy()
    await user.type(field, '单')
    expect(screen.queryByTitle('站点名称')).toBeNull()
    await user.click(screen.getByTitle('单位'))
    await type(1, 'ppm')
    await search()
    expect(onSearch.mock.calls[0]?.[0].records).toEqual([{ field: 'channel,unit', rule: 'eq', val: 'ppm' }])
  })

  it('[WG-152] have ten rules with Chinese labels, joined by and or or', async () => {
    const { dialog, user, onSearch, choose, type, search } = await open()
    await user.click(within(dialog).getByRole('combobox', { name: '条件 1 规则' }))
    const captions = ['等于', '包含', '以…开始', '以…结尾', '在…中', '不等于', '大于', '大于等于', '小于', '小于等于']
    for (const caption of captions) expect((await screen.findAllByTitle(caption)).length).toBeGreaterThan(0)
    await user.click(screen.getByTitle('以…开始'))
    await choose('条件 1 字段', '站点名称')
    await type(1, '江北')
    await user.click(within(dialog).getByRole('radio', { name: '满足任一' }))
    await search()
    expect(onSearch).toHaveBeenCalledWith({
      matchType: 'or',
      records: [{ field: 'name', rule: 'right_like', val: '江北' }],
    })
  })

  it('are described in words, using labels', async () => {
    const records: QueryLine[] = [NAME_IS, { field: 'kind', rule: 'in', val: 'gas,bio' }]
    const { dialog } = await open({ initial: { matchType: 'or', records } })
    const sentence = within(dialog).getByRole('status', { name: '查询含义' })
    await waitFor(() => expect(sentence.textContent).toBe('站点名称等于 江北，或类型在 气体、生物 中。'))
  })
})

describe('the sentence', () => {
  const saying = async (lines: readonly QueryLine[], fields: readonly QueryField[] = FIELDS) => {
    const { dialog, unmount } = await open({ initial: { matchType: 'and', records: lines }, fields })
    const text = within(dialog).queryByRole('status', { name: '查询含义' })?.textContent
    unmount()
    return text
  }

  it.each<[NonNullable<QueryLine['rule']>, string]>([
    ['eq', '站点名称等于 江北。'],
    ['ne', '站点名称不等于 江北。'],
    ['gt', '站点名称大于 江北。'],
    ['ge', '站点名称不小于 江北。'],
    ['lt', '站点名称小于 江北。'],
    ['le', '站点名称不大于 江北。'],
    ['like', '站点名称包含 江北。'],
    ['right_like', '站点名称以 江北 开头。'],
    ['left_like', '站点名称以 江北 结尾。'],
    ['in', '站点名称在 江北 中。'],
  ])('describes the rule %s', async (rule, sentence) => {
    expect(await saying([{ field: 'name', rule, val: '江北' }])).toBe(sentence)
  })

  it.each<[NonNullable<QueryLine['rule']>, string]>([
    ['eq', '安装日期等于 2026-11-21。'],
    ['gt', '安装日期晚于 2026-11-21。'],
    ['ge', '安装日期不早于 2026-11-21。'],
    ['lt', '安装日期早于 2026-11-21。'],
    ['le', '安装日期不晚于 2026-11-21。'],
  ])('uses words of time for %s on a date', async (rule, sentence) => {
    const fields: QueryField[] = [{ field: 'since', label: '安装日期', type: 'date' }]
    expect(await saying([{ field: 'since', rule, val: '2026-11-21', type: 'date' }], fields)).toBe(sentence)
  })

  it('joins by 且 when all must hold, names the sub-table, and omits empty lines', async () => {
    const lines: QueryLine[] = [
      NAME_IS,
      { field: 'kind', rule: 'eq', val: '' },
      { field: 'channel,unit', rule: 'ne', val: 'ppm' },
    ]
    expect(await saying(lines)).toBe('站点名称等于 江北，且通道 / 单位不等于 ppm。')
    expect(await saying([{ field: 'name', rule: 'eq', val: '' }])).toBeUndefined()
  })

  it('updates while typing', async () => {
    const { dialog, user, choose, type } = await open()
    await choose('条件 1 字段', '站点名称')
    await choose('条件 1 规则', '包含')
    await type(1, '江')
    expect(within(dialog).getByRole('status', { name: '查询含义' }).textContent).toBe('站点名称包含 江。')
    await user.click(within(dialog).getByRole('button', { name: '在条件 1 后添加' }))
    await choose('条件 2 字段', '单位')
    await type(2, 'ppm')
    await user.click(within(dialog).getByRole('radio', { name: '满足任一' }))
    expect(within(dialog).getByRole('status', { name: '查询含义' }).textContent).toBe(
      '站点名称包含 江，或通道 / 单位等于 ppm。',
    )
  })
})

describe('querying', () => {
  it('[WG-155] passes on the filled lines, arrays joined, and the match type', async () => {
    const { onSearch, choose, type, press, search, user, dialog } = await open()
    await choose('条件 1 字段', '站点名称')
    await choose('条件 1 规则', '在…中')
    await user.type(within(dialog).getByRole('combobox', { name: '条件 1 值' }), '江北,江南,')
    await press('在条件 1 后添加')
    await press('在条件 2 后添加')
    await choose('条件 2 字段', '站点名称')
    expect(within(dialog).getByText('空条件将被忽略')).toBeTruthy()
    await choose('条件 3 字段', '单位')
    await type(3, 'ppm')
    await search()
    expect(onSearch.mock.calls).toEqual([
      [
        {
          matchType: 'and',
          records: [
            { field: 'name', rule: 'in', val: '江北,江南' },
            { field: 'channel,unit', rule: 'eq', val: 'ppm' },
          ],
        },
      ],
    ])
    expect(screen.getByRole('button', { name: '高级查询' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('[WG-155] [VA-74] [ER-46] is refused without conditions', async () => {
    const { onSearch, choose, search } = await open()
    await choose('条件 1 字段', '站点名称')
    await search()
    expect(await screen.findByText('不能查询空条件')).toBeTruthy()
    expect(onSearch).not.toHaveBeenCalled()
  })

  it('[WG-156] 重置 leaves one empty line, removes the mark and reloads the list', async () => {
    const { onReset, press, lines, dialog } = await open({ initial: { matchType: 'or', records: [NAME_IS, NAME_IS] } })
    expect(lines()).toHaveLength(2)
    await press(/^重\s*置$/)
    expect(onReset).toHaveBeenCalledTimes(1)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '高级查询' }).getAttribute('aria-pressed')).toBe('false'),
    )
    const left = await screen.findAllByRole('combobox', { name: /^条件 \d+ 字段$/ })
    expect(left).toHaveLength(1)
    expect(within(dialog).queryByTitle('站点名称')).toBeNull()
  })
})

describe('saved queries', () => {
  const answer = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: /^确\s*定$/ })

  it('[WG-157] [VA-74] [ER-46] require a condition and a name', async () => {
    const { choose, type, press, user } = await open()
    await press('保存查询')
    expect(await screen.findByText('空条件不能保存')).toBeTruthy()
    await choose('条件 1 字段', '站点名称')
    await type(1, '江北')
    await press('保存查询')
    const ask = await screen.findByRole('dialog', { name: '保存查询' })
    await user.type(within(ask).getByRole('textbox'), '   ')
    await user.click(answer(ask))
    expect(await within(ask).findByText('保存名称不能为空')).toBeTruthy()
    await user.type(within(ask).getByRole('textbox'), '江北站')
    await user.click(answer(ask))
    expect(await screen.findByText('保存成功')).toBeTruthy()
    expect(savedQueries('test')).toEqual([{ title: '江北站', matchType: 'and', records: [NAME_IS] }])
  })

  it.each(['before the dialog opened', 'in another tab since'])(
    '[WG-157] [VA-74] [ER-46] replace one of the same name, kept %s, only after confirmation',
    async (when) => {
      const keep = () => void keepQuery('test', { title: '江北站', matchType: 'or', records: [NAME_IS] })
      if (when === 'before the dialog opened') keep()
      const { press, user } = await open({ initial: ACTIVE })
      if (when === 'in another tab since') keep()
      await press('保存查询')
      const ask = await screen.findByRole('dialog', { name: '保存查询' })
      await user.type(within(ask).getByRole('textbox'), '江北站{Enter}')
      const confirm = await screen.findByText('江北站 已存在，是否覆盖？')
      expect(savedQueries('test')[0]?.matchType).toBe('or')
      await user.click(answer(confirm.closest<HTMLElement>('[role=dialog]') as HTMLElement))
      expect(await screen.findByText('保存成功')).toBeTruthy()
      expect(savedQueries('test')).toEqual([{ title: '江北站', ...ACTIVE }])
    },
  )

  it('[WG-158] are listed, and loaded by a click', async () => {
    const kept = [
      { title: '近期', matchType: 'or', records: [NAME_IS, { field: 'kind', rule: 'in', val: 'gas,bio' }] },
      { title: '其他', ...ACTIVE },
    ]
    localStorage.setItem('ADVANCED_QUERY:test', JSON.stringify({ value: kept, expire: null }))
    const { user, dialog, lines, search, onSearch } = await open()
    const list = within(dialog).getByRole('region', { name: '已存查询' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    await user.click(within(list).getByRole('button', { name: /^近期/ }))
    expect(lines()).toHaveLength(2)
    await search()
    expect(onSearch.mock.calls[0]?.[0]).toMatchObject({
      matchType: 'or',
      records: [
        { field: 'name', val: '江北' },
        { field: 'kind', rule: 'in', val: 'gas,bio' },
      ],
    })
  })

  it('[WG-158] [ER-46] are deleted after confirmation', async () => {
    const kept = [{ title: '近期', ...ACTIVE }]
    localStorage.setItem('ADVANCED_QUERY:test', JSON.stringify({ value: kept, expire: null }))
    const { press, user } = await open()
    await press('删除查询 近期')
    const ask = await screen.findByText('是否删除当前查询？')
    expect(savedQueries('test')).toHaveLength(1)
    await user.click(answer(ask.closest<HTMLElement>('[role=dialog]') as HTMLElement))
    await waitFor(() => expect(savedQueries('test')).toEqual([]))
  })

  it('[WG-158] are saved by route where no save code is given', async () => {
    const { press, user } = await open({ initial: ACTIVE, saveCode: undefined as never })
    await press('保存查询')
    const ask = await screen.findByRole('dialog', { name: '保存查询' })
    await user.type(within(ask).getByRole('textbox'), '本页{Enter}')
    await screen.findByText('保存成功')
    expect(savedQueries('/')).toHaveLength(1)
  })
})
