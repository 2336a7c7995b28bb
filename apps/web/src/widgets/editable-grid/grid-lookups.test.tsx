import { MESSAGES } from '@natim/contract/messages'
import { dictEndpoints } from '@natim/contract/system/dict'
import { departTreeEndpoints, userEndpoints } from '@natim/contract/system/pickers'
import { reportEndpoints } from '@natim/contract/system/report'
import { sessionEndpoints } from '@natim/contract/system/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as actions from '@/lib/api/actions.ts'
import { buildDepart, buildUser } from '@/testing/build-picker.ts'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import type { EditableColumn } from './core/column.ts'
import { renderGrid } from './testing/render-grid.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = async (grid: ReturnType<typeof renderGrid>, key: string) => {
  await grid.user.click(grid.cell(key))
  return within(grid.cell(key))
}

describe('the searched select of a cell', () => {
  const COLUMN = { key: 'v', title: '人', type: 'sel_search_async', dictCode: 'sys_user,realname,username' } as const

  it('[WG-171] [WG-189] shows labels of stored values, requested once, and stores the choice', async () => {
    api.on(dictEndpoints.texts, () => ['周海宁'])
    api.on(dictEndpoints.search, () => [{ value: 'wang', text: '王一鸣', title: '王一鸣', label: '王一鸣' }])
    const page = renderGrid(
      [COLUMN],
      [
        { id: '1', v: 'zhou' },
        { id: '2', v: 'zhou' },
      ],
    )
    await waitFor(() => expect(page.cell('v', '2').textContent).toBe('周海宁'))
    expect(api.callsOf(dictEndpoints.texts).map(({ query }) => query?.key)).toEqual(['zhou'])
    await open(page, 'v')
    await page.user.click(within(page.cell('v')).getByRole('combobox'))
    await page.user.click(await screen.findByTitle('王一鸣'))
    expect(page.grid().getRows()[0]).toMatchObject({ v: 'wang' })
  })

  it('[WG-189] [ER-42] shows a prompt, a loading state and an empty result; it requests 10 entries 300 ms after the last key', async () => {
    api.on(dictEndpoints.search, () => [])
    const page = renderGrid([COLUMN], [{ id: '1', v: '' }])
    const cell = await open(page, 'v')
    await page.user.click(cell.getByRole('combobox'))
    await screen.findByText(MESSAGES['search.prompt'])
    expect(api.callsOf(dictEndpoints.search).at(-1)?.query).toMatchObject({ pageSize: 10 })
    const asked = () => api.callsOf(dictEndpoints.search).filter(({ query }) => query?.keyword !== undefined).length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(cell.getByRole('combobox'), { target: { value: '王' } })
    expect(screen.getByText(new RegExp(MESSAGES['search.loading']))).toBeTruthy()
    act(() => vi.advanceTimersByTime(299))
    expect(asked()).toBe(0)
    act(() => vi.advanceTimersByTime(1))
    expect(asked()).toBe(1)
    const answered = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(1)
    }
    for (let turn = 0; turn < 50 && screen.queryByText(MESSAGES['search.none']) === null; turn += 1) await act(answered)
    expect(screen.getByText(MESSAGES['search.none'])).toBeTruthy()
  })

  it('[WG-189] never shows the late answer of an older search', async () => {
    api.on(dictEndpoints.search, ({ query }) => {
      const found = `找到${query?.keyword ?? ''}`
      return [{ value: found, text: found, title: found, label: found }]
    })
    const answers = new Map<string, () => void>()
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      const keyword = new URL(address, window.location.href).searchParams.get('keyword')
      if (keyword !== null) await new Promise<void>((give) => answers.set(keyword, give))
      return answer(address, init)
    })
    const page = renderGrid([COLUMN], [{ id: '1', v: '' }])
    const cell = await open(page, 'v')
    await page.user.click(cell.getByRole('combobox'))
    for (const keyword of ['甲', '乙']) {
      fireEvent.change(cell.getByRole('combobox'), { target: { value: keyword } })
      await waitFor(() => expect([...answers.keys()]).toContain(keyword))
    }
    answers.get('乙')?.()
    await screen.findByTitle('找到乙')
    await act(async () => answers.get('甲')?.())
    expect(screen.queryByTitle('找到甲')).toBeNull()
    expect(screen.queryByTitle('找到乙')).not.toBeNull()
  })
})

describe('pickers in cells', () => {
  const clear = (page: ReturnType<typeof renderGrid>) =>
    page.user.click(within(page.cell('v')).getByRole('button', { name: 'Clear' }))

  it('[WG-171] [WG-191] sel_user shows names by the fields of fieldExtendJson, and is cleared by its cross', async () => {
    const user = buildUser('zhou')
    api.on(userEndpoints.multi, () => [user])
    const column = {
      key: 'v',
      title: '负责人',
      type: 'sel_user',
      fieldExtendJson: '{"store":"id","text":"realname"}',
    } as const
    const page = renderGrid([column], [{ id: '1', v: user.id }])
    await waitFor(() => expect(page.cell('v').textContent).toBe(user.realname))
    expect(api.callsOf(userEndpoints.multi)[0]?.query).toMatchObject({ id: user.id })
    await open(page, 'v')
    await clear(page)
    await waitFor(() => expect(page.grid().getRows()).toMatchObject([{ v: '' }]))
  })

  it.each([
    ['several', undefined, 'checkbox'],
    ['one', '{"multiSelect":false}', 'radio'],
  ] as const)('[WG-191] [WG-170] sel_user accepts %s by multiSelect of fieldExtendJson', async (_, json, role) => {
    const [zhou, wang] = [buildUser('zhou'), buildUser('wang')]
    api.on(userEndpoints.multi, () => [zhou])
    api.on(userEndpoints.componentData, () => pageOf([zhou, wang]))
    api.on(departTreeEndpoints.level, () => [])
    const column = { key: 'v', title: '成员', type: 'sel_user', ...(json && { fieldExtendJson: json }) } as const
    const page = renderGrid([column], [{ id: '1', v: 'zhou' }])
    const cell = await open(page, 'v')
    await page.user.click(cell.getByRole('button', { name: '选择用户' }))
    const dialog = within(await screen.findByRole('dialog'))
    const row = (await dialog.findByText('wang', { selector: 'td *' })).closest('tr')!
    await page.user.click(within(row).getByRole(role))
    await page.user.click(dialog.getByRole('button', { name: /确\s*[定认]/ }))
    const stored = role === 'radio' ? 'wang' : 'zhou,wang'
    await waitFor(() => expect(page.grid().getRows()).toMatchObject([{ v: stored }]))
  })

  it('[WG-171] [WG-191] sel_depart shows department names, and is cleared', async () => {
    api.on(departTreeEndpoints.tree, () => [buildDepart('1', '国家监测中心', [buildDepart('11', '值班一处')])])
    const page = renderGrid([{ key: 'v', title: '部门', type: 'sel_depart' }], [{ id: '1', v: '11' }])
    await waitFor(() => expect(page.cell('v').textContent).toBe('值班一处'))
    await open(page, 'v')
    await clear(page)
    await waitFor(() => expect(page.grid().getRows()).toMatchObject([{ v: '' }]))
  })
})

describe('the popup in a cell', () => {
  const column = (dataIndex: string) => ({ dataIndex, title: dataIndex, align: 'left', sorter: true }) as const

  it('[WG-171] [WG-192] [WG-170] fills the named columns of its row by popupCode, orgFields, destFields and param', async () => {
    api.on(reportEndpoints.columns, () => ({
      cgRpConfigId: 'r1',
      cgRpConfigName: '设备',
      columns: [column('code'), column('name')],
      dictOptions: {},
    }))
    api.on(reportEndpoints.queryInfo, () => [])
    api.on(reportEndpoints.data, () => ({ records: [{ code: 'd1', name: '江北 1#' }], total: 1 }))
    const page = renderGrid(
      [
        {
          key: 'v',
          title: '设备',
          type: 'popup',
          popupCode: 'device',
          orgFields: 'code,name',
          destFields: 'other,v',
          param: { region: '32' },
          fieldExtendJson: '{"orderByField":"code=asc"}',
        },
        { key: 'other', title: '编号', type: 'input' },
      ],
      [
        { id: '1', v: '', other: '' },
        { id: '2', v: '', other: '' },
      ],
    )
    const cell = await open(page, 'v')
    await page.user.click(cell.getByRole('textbox'))
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(await dialog.findByText('江北 1#'))
    const [choice] = [...dialog.queryAllByRole('radio'), ...dialog.queryAllByRole('checkbox')]
    if (choice && !(choice as HTMLInputElement).checked) await page.user.click(choice)
    await page.user.click(dialog.getByRole('button', { name: /确\s*[定认]/ }))
    await waitFor(() => expect(page.grid().getRows()[0]).toMatchObject({ v: '江北 1#', other: 'd1' }))
    expect(page.grid().getRows()[1]).toMatchObject({ v: '', other: '' })
    expect(api.callsOf(reportEndpoints.data)[0]?.query).toMatchObject({
      self_region: '32',
      column: 'code',
      order: 'asc',
    })
  })
})

describe('column properties', () => {
  const one = (part: object, row: object = {}) =>
    renderGrid([{ key: 'v', title: '列', type: 'input', ...part } as EditableColumn], [{ id: '1', ...row }])

  it('[WG-170] key and title name the values and the head of a column', () => {
    const page = one({ key: 'named', title: '名称' }, { named: '值' })
    expect(page.cell('named').textContent).toBe('值')
    expect(screen.getByRole('columnheader', { name: '名称' })).toBeTruthy()
  })

  it('[WG-170] width is that of its cells', () => {
    expect(one({ width: 233 }).cell('v').style.width).toBe('233px')
  })

  it('[WG-170] defaultValue and isOrder fill new rows', async () => {
    const page = renderGrid(
      [
        { key: 'v', title: '列', type: 'input', defaultValue: '默认' },
        { key: 'no', title: '序', type: 'inputNumber', isOrder: true },
      ],
      [{ id: '1', no: 4 }],
    )
    await page.user.click(screen.getByRole('button', { name: /新增$/ }))
    expect(page.grid().getRows().at(-1)).toMatchObject({ v: '默认', no: 5 })
  })

  it('[WG-170] [WG-188] dictCode appends options to the given ones, each value once', async () => {
    api.on(sessionEndpoints.dictItems, () => [
      { value: 'a', text: '字典甲', title: '字典甲', label: '字典甲' },
      { value: 'b', text: '字典乙', title: '字典乙', label: '字典乙' },
    ])
    const page = one({ type: 'select', dictCode: 'kind', options: [{ value: 'a', text: '甲' }] }, { v: 'b' })
    await waitFor(() => expect(page.cell('v').textContent).toBe('字典乙'))
    const cell = await open(page, 'v')
    await page.user.click(cell.getByRole('combobox'))
    await screen.findByTitle('甲')
    expect(screen.queryByTitle('字典甲')).toBeNull()
  })

  it('[WG-170] props are passed to the control, disabled disables it', async () => {
    const page = renderGrid(
      [
        { key: 'v', title: '列', type: 'input', props: { maxLength: 3 } },
        { key: 'w', title: '关', type: 'input', disabled: true },
      ],
      [{ id: '1', v: '', w: '' }],
    )
    await page.user.click(page.cell('v'))
    await page.user.keyboard('abcdef')
    expect(page.grid().getRows()).toMatchObject([{ v: 'abc' }])
    await page.user.click(page.cell('w'))
    expect(within(page.cell('w')).getByRole('textbox').tagName).toBe('DIV')
  })

  it('[WG-170] statistics are shown below the column and follow changes', async () => {
    const page = one({ type: 'inputNumber', statistics: ['sum', 'average'] }, { v: 0.1 })
    expect(screen.getByText('合计 0.1')).toBeTruthy()
    await page.user.click(page.cell('v'))
    await page.user.keyboard('0.7')
    expect(screen.getByText('合计 0.7')).toBeTruthy()
    expect(screen.getByText('平均 0.7')).toBeTruthy()
  })
})

describe('files in cells', () => {
  const send = (answer: object) => {
    let finish = () => {}
    const spy = vi.spyOn(actions, 'uploadAction').mockImplementation((_path, _form, options) => {
      options?.onProgress?.(64)
      return new Promise((resolve) => {
        finish = () => resolve(answer as never)
      })
    })
    return { spy, finish: () => act(async () => finish()) }
  }
  const choose = (page: ReturnType<typeof renderGrid>, name = '校准证书2026.pdf') => {
    const input = page.element('[data-key="v"] input[type="file"]')
    fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
  }

  it.each(['file', 'upload'] as const)(
    '[WG-193] [WG-171] [WG-170] %s shows the button, the percentage, then a paperclip and five characters; action and token control the upload',
    async (type) => {
      const { spy, finish } = send({ success: true, message: 'temp/校准证书2026.pdf' })
      const page = renderGrid(
        [{ key: 'v', title: '附件', type, action: '/own/upload', token: true }],
        [{ id: '1', v: '' }],
      )
      expect(within(page.cell('v')).getByRole('button', { name: '附件：上传' })).toBeTruthy()
      await open(page, 'v')
      choose(page)
      expect(page.cell('v').textContent).toContain('上传中 64 %')
      expect(page.grid().getRows()).toMatchObject([{ v: '' }])
      await finish()
      expect(page.cell('v').textContent).toBe(' 校准证书2…')
      expect(page.element('[data-key="v"] [title]').title).toBe('校准证书2026.pdf')
      expect(page.grid().getRows()).toMatchObject([{ v: 'temp/校准证书2026.pdf' }])
      const [path, form, options] = spy.mock.calls[0]!
      expect([path, form.get('isup'), options?.hasToken]).toEqual(['/own/upload', '1', true])
    },
  )

  it('[WG-193] [WG-170] the file menu deletes and downloads only with allowRemove and allowDownload', async () => {
    const page = renderGrid(
      [
        { key: 'v', title: '附件', type: 'file' },
        { key: 'w', title: '只看', type: 'file', allowDownload: false, allowRemove: false },
      ],
      [{ id: '1', v: 'temp/a.pdf', w: 'temp/b.pdf' }],
    )
    await open(page, 'w')
    await page.user.click(within(page.cell('w')).getByRole('button'))
    await screen.findByRole('menuitem', { name: '更多' })
    expect(screen.queryByRole('menuitem', { name: '下载' })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: '删除' })).toBeNull()
    await page.user.keyboard('{Escape}')
    await open(page, 'v')
    await page.user.click(within(page.cell('v')).getByRole('button'))
    await screen.findByRole('menuitem', { name: '下载' })
    await page.user.click(screen.getByRole('menuitem', { name: '删除' }))
    expect(page.grid().getRows()).toMatchObject([{ v: '' }])
  })

  it.each([
    ['the server refuses', { success: false, message: '类型不允许' }, '类型不允许'],
    ['the server refuses without a word', { success: false, message: '' }, MESSAGES['upload.unknown']],
  ])('[WG-194] shows an error with its message when %s', async (_, answer, message) => {
    const { finish } = send(answer)
    const page = renderGrid([{ key: 'v', title: '附件', type: 'file' }], [{ id: '1', v: '' }])
    await open(page, 'v')
    choose(page)
    await finish()
    expect(page.element(`[data-key="v"] [title="${message}"]`)).toBeTruthy()
    expect(page.grid().getRows()).toMatchObject([{ v: '' }])
  })

  it('[WG-194] shows an error when there is no answer, and accepts an answer without a flag', async () => {
    const spy = vi.spyOn(actions, 'uploadAction').mockRejectedValueOnce(new Error('504'))
    const page = renderGrid(
      [{ key: 'v', title: '附件', type: 'file', props: { responseName: 'url' } }],
      [{ id: '1', v: '' }],
    )
    await open(page, 'v')
    choose(page)
    await waitFor(() => expect(page.element(`[data-key="v"] [title="${MESSAGES['upload.failed']}"]`)).toBeTruthy())
    page.unmount()
    spy.mockResolvedValueOnce({ url: 'x/y.pdf' } as never)
    const next = renderGrid(
      [{ key: 'v', title: '附件', type: 'file', props: { responseName: 'url' } }],
      [{ id: '1', v: '' }],
    )
    await open(next, 'v')
    choose(next)
    await waitFor(() => expect(next.grid().getRows()).toMatchObject([{ v: 'x/y.pdf' }]))
  })

  it('[WG-195] [WG-171] [ER-25] image is a 32 px thumbnail that opens the pop-up; a failed upload opens a dialog with its message', async () => {
    const page = renderGrid(
      [{ key: 'v', title: '照片', type: 'image', fieldExtendJson: '{"uploadnum":2}' }],
      [{ id: '1', v: 'temp/a.png' }],
    )
    expect(within(page.cell('v')).getByRole('img')).toHaveProperty('alt', 'a.png')
    await open(page, 'v')
    await page.user.click(within(page.cell('v')).getByRole('button', { name: '照片：查看图片' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('图片上传')
    page.unmount()

    const { finish } = send({ success: false, message: '不是图片' })
    const next = renderGrid([{ key: 'v', title: '照片', type: 'image' }], [{ id: '1', v: '' }])
    await open(next, 'v')
    choose(next, 'a.png')
    await finish()
    await next.user.click(within(next.cell('v')).getByRole('button', { name: '照片：查看图片' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toMatch(/上传出错.*不是图片/s)
  })
})
