import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { notifyEndpoints } from '@natim/contract/mon/notify'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { STATE_KEY } from '@/lib/list-state.ts'
import { ackedBy, buildAlarm, buildAlarmDetail, buildCounts } from '@/testing/build-alarm.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import AlarmListPage from './alarm-list-page.tsx'

const FIRST = buildAlarm()
const SECOND = buildAlarm({
  id: '124',
  no: 'A20261121-000124',
  title: '氨气超 AEGL-1',
  severity: 3,
  value: 34.8,
  limitValue: 30,
  precision: 1,
})

let api: ReturnType<typeof stubApi>
let live: ReturnType<typeof stubLiveSocket>
let rows: AlarmRow[]
beforeEach(() => {
  api = stubApi()
  live = stubLiveSocket()
  rows = [FIRST, SECOND]
  api.on(alarmEndpoints.list, () => pageOf(rows))
  api.on(alarmEndpoints.counts, () => buildCounts())
  api.on(alarmEndpoints.detail, ({ query }) => buildAlarmDetail(rows.find(({ id }) => id === query.id) ?? FIRST))
  api.on(alarmEndpoints.similar, () => [])
  api.on(alarmEndpoints.surroundings, () => ({ neighbours: [], wind: null, rainMm6h: null, lng: null, lat: null }))
  api.on(notifyEndpoints.ofAlarm, () => [])
  for (const endpoint of [alarmEndpoints.ack, alarmEndpoints.close, alarmEndpoints.shelve, alarmEndpoints.comment]) {
    api.on(endpoint, () => null)
  }
})

const at = (state: object) => `/mon/alarm/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify(state))}`
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<AlarmListPage />, options)
const openRecord = async (rights?: NonNullable<Parameters<typeof renderPage>[1]>['rights']) => {
  const view = open({ at: at({ alarm: '123' }), ...(rights && { rights }) })
  await screen.findByRole('heading', { name: '为什么报警' })
  return view
}
const row = (name: RegExp) => screen.findByRole('row', { name })
const lastQuery = () => api.callsOf(alarmEndpoints.list).at(-1)?.query as Record<string, unknown>
const noteField = () => screen.getByRole<HTMLInputElement>('textbox', { name: '确认说明' })

describe('the list', () => {
  it('prints which alarms it contains, how many, and when', async () => {
    open()
    await row(/A20261121-000124/)
    expect(screen.getByText(/^条件：范围：活动 · 共 2 条 · 打印于 \d{4}-/)).toBeDefined()
  })

  it('summarises the situation in one sentence, and counts by level', async () => {
    open()
    expect(await screen.findByText('全国 · 活动 31 起 · 确认中位 3.6 分钟 · 近 30 天误报率 4.2 %')).toBeDefined()
    expect(screen.getByRole('button', { name: '2 级 重大 2' })).toBeDefined()
    expect(screen.getByRole('button', { name: '5 级 提示 14' })).toBeDefined()
  })

  it.each([
    [['32', '3301'], '江苏、浙江 杭州 · 活动'],
    [['32', '33', '34', '35'], '江苏、浙江、安徽等 4 地 · 活动'],
    [[], '本部门 · 活动'],
  ])('names the scope of the figures: %j', async (regionPrefixes, text) => {
    api.on(alarmEndpoints.counts, () => buildCounts({ regionPrefixes }))
    open({ at: at({ region: '32' }) })
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeDefined()
  })

  it('shows value, limit and time since it was raised', async () => {
    open()
    const cells = within(await row(/氯气 60 min/))
    expect(cells.getByText('2.31')).toBeDefined()
    expect(cells.getByText(/\/ 2 ppm/)).toBeDefined()
    // Raised a second after it triggered: 10:59 unacknowledged, 11:00 in all.
    expect(cells.getAllByText(/^1[01]:\d\d$/)).toHaveLength(2)
  })

  it('[BZ-20] filters by level, view and text, and keeps them in the address', async () => {
    const { user } = open()
    await row(/氯气/)
    await user.click(screen.getByRole('button', { name: /^3 级 较大/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ severity: 3, view: 'open' }))
    await user.click(screen.getByText('历史'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ severity: 3, view: 'history' }))
    expect(screen.getByRole('combobox', { name: '关闭原因' })).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: '编号、标题、站点' }), '氨气{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ keyword: '氨气' }))
    const address = new URLSearchParams(window.location.search).get(STATE_KEY) ?? ''
    expect(JSON.parse(address)).toEqual({ filters: { severity: '3', view: 'history', keyword: '氨气' } })
  })

  it('keeps old rows below an error, and retries', async () => {
    const { user, queryClient } = open()
    await row(/氯气/)
    api.on(alarmEndpoints.list, () => {
      throw new Refusal('网络超时')
    })
    await queryClient.invalidateQueries({ queryKey: [alarmEndpoints.list.path] })
    expect(await screen.findByText(/加载失败：网络超时，数据截至/)).toBeDefined()
    expect(await row(/氯气/)).toBeDefined()
    api.on(alarmEndpoints.list, () => pageOf([SECOND]))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    await waitFor(() => expect(screen.queryByText(/加载失败/)).toBeNull())
  })

  it('[BZ-20] acknowledges several at once with one note', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
    await user.click(screen.getByRole('button', { name: '确认' }))
    const dialog = within(await screen.findByRole('dialog', { name: /确认 2 起报警/ }))
    await user.click(dialog.getByRole('button', { name: '确认' }))
    // One of them is of level 2, which requires a note.
    expect(await dialog.findByText('请填写确认说明')).toBeDefined()
    expect(api.callsOf(alarmEndpoints.ack)).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: '确认说明' }), '已派人到场')
    await user.click(dialog.getByRole('button', { name: '确认' }))
    await waitFor(() =>
      expect(api.callsOf(alarmEndpoints.ack)[0]?.body).toEqual({ ids: ['123', '124'], note: '已派人到场' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says why the selected alarms cannot be handled together', async () => {
    rows = [FIRST, ackedBy('何静', { id: '124', title: '氨气超 AEGL-1' })]
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
    const button = screen.getByRole('button', { name: '确认' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect(await screen.findByText('所选 2 起中有 1 起不能处理：报警已确认')).toBeDefined()
  })

  it('offers no actions to read-only users', async () => {
    open({ rights: ['mon:alarm:view'] })
    await row(/氯气/)
    expect(screen.queryByRole('checkbox', { name: '选择本页' })).toBeNull()
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })

  it('is a list of cards with actions on a phone', async () => {
    stubPhone()
    const { user } = open()
    const [card] = await screen.findAllByRole('listitem')
    const actions = within(card as HTMLElement).getAllByRole('button')
    expect(actions.map(({ textContent }) => textContent)).toEqual(['确认', '搁置', '详情'])
    await user.click(actions[0] as HTMLElement)
    expect(await screen.findByRole('dialog', { name: '处置报警' })).toBeDefined()
  })
})

describe('the live feed', () => {
  it('updates a row and the counts without user action, and highlights it', async () => {
    open()
    await row(/氯气/)
    rows = [ackedBy('何静'), SECOND]
    api.on(alarmEndpoints.counts, () => buildCounts({ unacked: [1, 1, 2, 0, 0], open: [1, 2, 5, 9, 13] }))
    live.sendAlarms([{ eid: 9, ev: 'ack', a: ackedBy('何静') }])
    const changed = await row(/氯气/)
    expect(within(changed).getByText('处置中')).toBeDefined()
    expect(changed.dataset['mark']).toBe('changed')
    expect(await screen.findByText(/活动 30 起/)).toBeDefined()
  })

  it('does not go back to an older state that was in flight', async () => {
    rows = [ackedBy('何静'), SECOND]
    const { queryClient } = open()
    await screen.findByText('处置中')
    live.sendAlarms([{ eid: 8, ev: 'raise', a: FIRST }])
    // Rendering follows a moment later; the cache is updated at once.
    const [[, page] = []] = queryClient.getQueriesData<{ records: AlarmRow[] }>({
      queryKey: [alarmEndpoints.list.path],
    })
    expect(page?.records[0]?.state).toBe('acked')
  })

  it('resumes after an interruption from the last event, and reloads everything', async () => {
    open()
    await row(/氯气/)
    const topic = () => live.subscriptions().find((subscription) => subscription.topic === 'alarm')
    expect(topic()).not.toHaveProperty('lastEventId')
    live.sendAlarms([{ eid: 9, ev: 'note', a: FIRST }])
    const before = api.callsOf(alarmEndpoints.list).length
    await live.lose()
    await waitFor(() => expect(topic()).toMatchObject({ lastEventId: 9 }))
    await waitFor(() => expect(api.callsOf(alarmEndpoints.list).length).toBeGreaterThan(before))
  })
})

describe('the record', () => {
  it('opens beside the list by a click, is kept in the address, and returns the focus', async () => {
    const { user } = open()
    await user.click(within(await row(/氯气/)).getByText('氯气 60 min 均值超 AEGL-2'))
    expect(await screen.findByRole('heading', { name: '氯气 60 min 均值超 AEGL-2' })).toBeDefined()
    expect(window.location.search).toContain(encodeURIComponent('"alarm":"123"'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toHaveProperty('dataset.row', '123'))
  })

  it('shows its escalation, why it was raised, and its log', async () => {
    await openRecord()
    const line = within(screen.getByRole('list', { name: '升级过程' }))
    expect(line.getByText(/升级 2 级/)).toBeDefined()
    expect(line.getByText(/还有/).textContent).toMatch(/^还有 0[34]:\d\d · 国家值班$/)
    expect(screen.getByText(/持续 2 min 不低于 AEGL-2/)).toBeDefined()
    expect(screen.getByRole('figure', { name: /60 min 滑动均值 0.15 至 2.46 ppm/ })).toBeDefined()
    expect(screen.getByText('园区正在核实加氯间阀门')).toBeDefined()
    expect(screen.getByText('校验链完整')).toBeDefined()
    expect(screen.getByText('已印证')).toBeDefined()
  })

  it('says when no samples were stored, and warns of a broken hash chain', async () => {
    api.on(alarmEndpoints.detail, () => buildAlarmDetail(FIRST, { chart: null, isChainWhole: false }))
    await openRecord()
    expect(screen.getByText('当时的数据未保存')).toBeDefined()
    expect(screen.getByText(/校验链断开/)).toBeDefined()
  })

  it.each([
    ['an upper limit', {}, '1.16倍'],
    ['a lower limit', { value: 18.9, limitValue: 19.5, op: '<', unit: '%vol' }, undefined],
    ['a limit below zero', { value: -8, limitValue: -10, op: '>=' }, undefined],
    ['a temperature', { value: 42, limitValue: 40, op: '>', unit: '℃' }, undefined],
  ])('[BZ-20] shows how many times its limit a value is where that says something: %s', async (_, change, text) => {
    api.on(alarmEndpoints.detail, () => buildAlarmDetail({ ...FIRST, ...change }))
    await openRecord()
    expect(screen.queryByText('倍', { selector: 'small' })?.closest('dd')?.textContent).toBe(text)
  })

  it('shows neither reading nor chart for an offline device', async () => {
    const offline = { ...FIRST, channelNo: null, value: null, limitValue: null, limitText: '离线' }
    api.on(alarmEndpoints.detail, () => buildAlarmDetail(offline, { chart: null }))
    await openRecord()
    const state = screen.getByText('状态', { selector: 'dt' })
    expect(state.nextElementSibling?.textContent).toBe('离线')
    expect(screen.queryByText('触发值', { selector: 'dt' })).toBeNull()
    expect(screen.queryByText('触发前后 30 分钟')).toBeNull()
  })

  it('stays open when the neighbours cannot be loaded, and retries them', async () => {
    api.on(alarmEndpoints.surroundings, () => {
      throw new Refusal('查询超时')
    })
    const { user } = await openRecord()
    expect(await screen.findByText('邻站加载失败：查询超时')).toBeDefined()
    api.on(alarmEndpoints.surroundings, () => ({
      neighbours: [
        {
          deviceId: '72',
          name: '江北 4#',
          distanceKm: 1.9,
          side: 'crosswind' as const,
          value: 0.11,
          tsMs: Date.now(),
          lng: 118.7,
          lat: 32.2,
        },
        {
          deviceId: '73',
          name: '江北 1#',
          distanceKm: 1.4,
          side: 'upwind' as const,
          value: 1.12,
          tsMs: Date.now(),
          lng: 118.71,
          lat: 32.21,
        },
      ],
      wind: { fromDeg: 315, speedMs: 3.1, tsMs: Date.now() },
      rainMm6h: 0,
      lng: 118.7186,
      lat: 32.2214,
    }))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    const lines = within(await screen.findByRole('table', { name: '邻站' })).getAllByRole('row')
    expect(lines.map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['江北 1#', '江北 4#'])
    expect(screen.getByText(/西北风/)).toBeDefined()
  })

  it('[BZ-20] is acknowledged by A, with a required note', async () => {
    const { user } = await openRecord()
    await user.keyboard('a')
    expect(await screen.findByText('请填写确认说明')).toBeDefined()
    expect(document.activeElement).toBe(noteField())
    // Shortcuts are inactive inside inputs.
    await user.keyboard('a已电话核实')
    expect(api.callsOf(alarmEndpoints.ack)).toEqual([])
    await user.click(screen.getByRole('button', { name: '确认' }))
    await waitFor(() =>
      expect(api.callsOf(alarmEndpoints.ack)[0]?.body).toEqual({ ids: ['123'], version: 3, note: 'a已电话核实' }),
    )
    await waitFor(() => expect(noteField().value).toBe(''))
  })

  it('[BZ-20] opens a folded alarm, and returns to the parent', async () => {
    const parent = buildAlarm({ title: '氯气 5 km 内 3 个站点先后报警', childCount: 3 })
    const child = buildAlarm({
      id: '125',
      no: 'A20261121-000125',
      parentId: '123',
      parentNo: parent.no,
      isFolded: true,
    })
    rows = [parent]
    api.on(alarmEndpoints.list, ({ query }) => (query.parentId === '123' ? pageOf([child], 1) : pageOf(rows)))
    api.on(alarmEndpoints.detail, ({ query }) => buildAlarmDetail(query.id === '125' ? child : parent))
    const { user } = await openRecord()
    expect(within(await row(/3 个站点/)).getByText('含 3 起 · 南京 江北新区化工园区 2#')).toBeDefined()
    const section = within(screen.getByRole('region', { name: '合并的报警' }))
    expect(section.getByText('另有 2 起不在您的数据范围内')).toBeDefined()
    expect(section.getByRole('link', { name: '在列表中查看' }).getAttribute('href')).toContain(
      encodeURIComponent('"parentId":"123"'),
    )
    ;(await section.findByTitle('A20261121-000125')).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('随合并报警处理')).toBeDefined()
    expect(screen.queryByRole('region', { name: '合并的报警' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'A20261121-000123' }))
    expect(await screen.findByRole('region', { name: '合并的报警' })).toBeDefined()
  })

  it('goes to the next one by J and back by K', async () => {
    const { user } = await openRecord()
    await user.keyboard('j')
    expect(await screen.findByRole('heading', { name: '氨气超 AEGL-1' })).toBeDefined()
    await user.keyboard('k')
    expect(await screen.findByRole('heading', { name: '氯气 60 min 均值超 AEGL-2' })).toBeDefined()
  })

  it('[BZ-20] is closed with a code; F chooses the false alarm and asks before closing', async () => {
    const { user } = await openRecord()
    await user.keyboard('c')
    const dialog = within(await screen.findByRole('dialog', { name: '关闭报警' }))
    // It is still active: only codes that declare it void are enabled.
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '真实' }).disabled).toBe(true)
    await user.click(dialog.getByRole('radio', { name: '设备故障' }))
    await user.click(dialog.getByRole('button', { name: '确认关闭' }))
    await waitFor(() => expect(api.callsOf(alarmEndpoints.close)[0]?.body).toMatchObject({ closeCode: 'device' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '关闭报警' })).toBeNull())
    await user.keyboard('f')
    const asked = within(await screen.findByRole('dialog', { name: '关闭报警' }))
    expect(asked.getByRole<HTMLInputElement>('radio', { name: '误报' }).checked).toBe(true)
    expect(api.callsOf(alarmEndpoints.close)).toHaveLength(1)
    await user.click(asked.getByRole('button', { name: '确认关闭' }))
    await waitFor(() => expect(api.callsOf(alarmEndpoints.close)[1]?.body).toMatchObject({ closeCode: 'false' }))
  })

  it('is shelved for a time and a reason, except at level 1', async () => {
    const { user } = await openRecord()
    await user.keyboard('s')
    const dialog = within(await screen.findByRole('dialog', { name: '搁置报警' }))
    await user.type(dialog.getByRole('textbox', { name: '搁置原因' }), '检修放空')
    await user.click(dialog.getByRole('button', { name: '搁置' }))
    await waitFor(() =>
      expect(api.callsOf(alarmEndpoints.shelve)[0]?.body).toEqual({
        ids: ['123'],
        version: 3,
        minutes: 60,
        reason: '检修放空',
      }),
    )
  })

  it('disables actions forbidden by the state and says why; hides those without permission', async () => {
    rows = [buildAlarm({ severity: 1 })]
    await openRecord(['mon:alarm:view', 'mon:alarm:shelve', 'mon:alarm:close'])
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '搁置' })
    expect(button.disabled).toBe(true)
    expect(button.parentElement?.getAttribute('aria-description')).toBe('特别重大报警不能搁置')
    expect(screen.getByRole('button', { name: '关闭' }).parentElement?.getAttribute('aria-description')).toBe(
      '报警仍在持续，恢复后才能关闭',
    )
    expect(screen.queryByRole('button', { name: '确认' })).toBeNull()
    expect(screen.queryByRole('button', { name: '分派' })).toBeNull()
  })

  it('hides the note field when no action is possible', async () => {
    await openRecord(['mon:alarm:view'])
    expect(screen.queryByRole('textbox', { name: '确认说明' })).toBeNull()
  })

  it('[BZ-20] shows who acted first, and keeps the input', async () => {
    api.on(alarmEndpoints.ack, () => {
      throw new Refusal('该报警已被何静处理，请刷新后重试')
    })
    const { user } = await openRecord()
    await user.type(noteField(), '已电话核实')
    await user.click(screen.getByRole('button', { name: '确认' }))
    expect(await screen.findByText('该报警已被何静处理，请刷新后重试')).toBeDefined()
    expect(noteField().value).toBe('已电话核实')
  })

  it('shows that a colleague acknowledged it while it was open', async () => {
    const { user } = await openRecord()
    await user.type(noteField(), '正在核实')
    rows = [ackedBy('何静'), SECOND]
    live.sendAlarms([{ eid: 9, ev: 'ack', a: ackedBy('何静') }])
    expect(await screen.findByText(/^何静 \d\d:\d\d:\d\d 已确认$/)).toBeDefined()
    expect(noteField().value).toBe('正在核实')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '确认' }).disabled).toBe(true)
    // The note written for the acknowledgement can still be sent as a comment.
    await user.click(screen.getByRole('button', { name: '仅评论' }))
    await waitFor(() => expect(api.callsOf(alarmEndpoints.comment)[0]?.body).toEqual({ id: '123', note: '正在核实' }))
  })

  it('ticks a step of the checklist', async () => {
    api.on(alarmEndpoints.check, () => null)
    const { user } = await openRecord()
    expect(screen.getByText('1 / 3')).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: '电话联系园区值班室' }))
    await waitFor(() => expect(api.callsOf(alarmEndpoints.check)[0]?.body).toEqual({ id: '123', index: 1, done: true }))
  })
})
