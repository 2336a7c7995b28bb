import type { QueryLine } from '@natim/contract/super-query'
import { dictEndpoints } from '@natim/contract/system/dict'
import { sessionEndpoints } from '@natim/contract/system/session'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { stubApi } from '../../testing/stub-api.ts'
import { QUERY_TYPES, type QueryType } from './query-field.ts'
import { QueryValue } from './value-controls.tsx'

const entry = (value: string, text: string) => ({ value, text, title: text, label: text })
let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(sessionEndpoints.dictItems, () => [entry('gas', '气体'), entry('bio', '生物')])
})

function show(given: QueryLine) {
  let current = given
  function Held() {
    const [line, setLine] = useState(given)
    current = line
    return <QueryValue line={line} label="值" onChange={(val) => setLine({ ...line, val })} />
  }
  return { ...renderPage(<Held />), val: () => current.val }
}

const box = (name = '值') => screen.getByLabelText<HTMLInputElement>(name)

async function pick(user: ReturnType<typeof show>['user'], title: string, name = '值') {
  await user.click(box(name))
  await user.click(await screen.findByTitle(title))
}

describe('the control of a value', () => {
  it('[WG-153] is an input for text, with several words for the rule in', async () => {
    const { user, val, unmount } = show({ type: 'text' })
    await user.type(box(), '江北')
    expect(val()).toBe('江北')
    unmount()
    const several = show({ rule: 'in' })
    await several.user.type(box(), 'a,b,')
    expect(several.val()).toEqual(['a', 'b'])
  })

  it.each([
    ['number', '1.5', '1.5'],
    ['int', '7', '7'],
  ] as const)('[WG-153] accepts numbers for %s', async (type, typed, stored) => {
    const { user, val } = show({ type })
    await user.type(box(), typed)
    expect(val()).toBe(stored)
    await user.clear(box())
    await user.type(box(), 'x')
    fireEvent.blur(box())
    expect(val()).toBeUndefined()
  })

  it('[WG-153] accepts several numbers, one below the other', async () => {
    const { user, val } = show({ type: 'int', rule: 'in', val: ['1'] })
    expect(box('值 1').value).toBe('1')
    await user.type(box('值 2'), '2')
    expect(val()).toEqual(['1', '2'])
    expect(box('值 3').value).toBe('')
    await user.clear(box('值 1'))
    expect(val()).toEqual(['2'])
  })

  it.each([
    ['date', '2026-11-21', undefined],
    ['datetime', '2026-11-21 08:30:00', undefined],
    ['time', '08:30:00', undefined],
    ['date', '2026-11', 'YYYY-MM'],
  ] as const)('[WG-153] shows a %s as %s', (type, val, formatStr) => {
    show({ type, val, ...(formatStr && { formatStr }) })
    expect(box().value).toBe(val)
    expect(box().closest('.ant-picker')).toBeTruthy()
  })

  it.each([['date'], ['datetime'], ['time']] as const)('[WG-153] accepts several values of type %s', (type) => {
    show({ type, rule: 'in', val: [] })
    expect(box('值 1').closest('.ant-picker')).toBeTruthy()
  })

  it('[WG-153] offers a dictionary, single or multiple', async () => {
    const { user, val, unmount } = show({ type: 'list', dictCode: 'kind' })
    await pick(user, '生物')
    expect(val()).toBe('bio')
    unmount()
    const several = show({ type: 'list', dictCode: 'kind', rule: 'in' })
    await pick(several.user, '生物')
    await pick(several.user, '气体')
    expect(several.val()).toEqual(['bio', 'gas'])
  })

  it('[WG-153] offers its own options', async () => {
    const options = [
      { value: 1, text: '一类区' },
      { value: 2, text: '二类区' },
    ]
    const { user, val, unmount } = show({ type: 'list', options })
    await pick(user, '二类区')
    expect(val()).toBe('2')
    unmount()
    const several = show({ type: 'list', options, rule: 'in' })
    await pick(several.user, '一类区')
    expect(several.val()).toEqual(['1'])
  })

  it('[WG-153] accepts several values of a multi-select even for a single-value rule', async () => {
    const { user, val } = show({ type: 'list_multi', dictCode: 'kind' })
    await pick(user, '生物')
    await pick(user, '气体')
    expect(val()).toBe('bio,gas')
  })

  it.each([
    ['sel_user', '选择用户'],
    ['sel_depart', '选择部门'],
  ] as const)('[WG-153] chooses from a dialog for %s, single or multiple', async (type, button) => {
    for (const rule of ['eq', 'in'] as const) {
      const { unmount } = show({ type, rule })
      expect(await screen.findByRole('button', { name: new RegExp(button) })).toBeTruthy()
      unmount()
    }
  })

  it('[WG-153] offers provinces, cities and districts', async () => {
    const { user, val } = show({ type: 'pca' })
    await user.click(box())
    for (const title of ['江苏省', '南京市', '江宁区']) await user.click(await screen.findByTitle(title))
    expect(val()).toBe('320115')
  })

  it('[WG-153] searches a large dictionary on the server', async () => {
    api.on(dictEndpoints.search, () => [entry('101', '江北站')])
    const { user, val } = show({ type: 'sel_search', dictTable: 'mon_station', dictText: 'name', dictCode: 'id' })
    await user.click(box())
    await user.click(await screen.findByTitle('江北站'))
    expect(val()).toBe('101')
    expect(api.callsOf(dictEndpoints.search)[0]?.params.dict).toBe('mon_station,name,id')
  })

  it('[WG-153] is a popup, whose text is the value', () => {
    const popup = { code: 'device', orgFields: 'name,id', destFields: 'name,id', field: 'name' }
    show({ type: 'popup', popup, val: '江北 1#' })
    expect(box().getAttribute('aria-haspopup')).toBe('dialog')
    expect(box().value).toBe('江北 1#')
    expect(box().readOnly).toBe(true)
  })

  it.each([
    [undefined, 'Y'],
    [['1', '0'] as const, '1'],
  ])('[WG-153] [CO-53] is 是 or 否 for a switch of %j', async (extendOption, on) => {
    const { user, val } = show({ type: 'switch', ...(extendOption && { extendOption }) })
    await pick(user, '是')
    expect(val()).toBe(on)
  })

  it('[WG-153] exists for every type, for one value and for several', async () => {
    for (const type of QUERY_TYPES satisfies readonly QueryType[]) {
      for (const rule of ['eq', 'in'] as const) {
        const { container, unmount } = show({ type, rule })
        await waitFor(() => expect(container.querySelector('input, textarea')).toBeTruthy())
        unmount()
      }
    }
  })
})
