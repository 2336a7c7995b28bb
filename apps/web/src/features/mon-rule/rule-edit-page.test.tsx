import { type RuleMatch, ruleEndpoints, type Simulation } from '@natim/contract/mon/rule'
import { rule } from '@natim/contract/mon/rule.resource'
import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildRule } from '@/testing/build-rule.ts'
import { type RenderPageOptions, renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import RuleEditPage from './rule-edit-page.tsx'

const MATCH: RuleMatch = {
  channels: 168,
  devices: 142,
  stations: 61,
  regions: ['江苏', '山东', '广东', '浙江'].map((name, i) => ({ regionCode: `${32 + i}0000`, name, channels: 50 - i })),
  warnings: [],
  sentence: [],
}
const RESULT: NonNullable<Simulation['result']> = {
  fired: 1,
  firedBefore: 2,
  channels: 168,
  samples: 1_016,
  tookMs: 1_800,
  alarms: [
    {
      deviceId: 'd',
      deviceName: '2#',
      stationName: '江北新区',
      channelNo: 1,
      severity: 3,
      triggerMs: Date.now() - 3_600_000,
      endMs: Date.now() - 1_800_000,
      value: 0.7,
      limitText: '>= 0.5',
      childCount: 0,
      isFolded: false,
      change: 'same',
      reality: { alarmId: 'a1', no: 'A20261121-000123', acked: true, closeCode: null },
    },
  ],
  nearest: null,
}
const simulation = (given: Partial<Simulation>): Simulation => ({
  id: 's',
  state: 'done',
  progress: 100,
  error: null,
  fromMs: Date.now() - 7 * 86_400_000,
  toMs: Date.now(),
  result: RESULT,
  ...given,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(rule.endpoints.get, () => buildRule('1'))
  api.on(rule.endpoints.list, () => pageOf([buildRule('1')], 1))
  api.on(ruleEndpoints.match, () => MATCH)
  api.on(ruleEndpoints.templates, () => RULE_TEMPLATES as never)
  api.on(ruleEndpoints.simulate, () => ({ id: 's' }))
  api.on(ruleEndpoints.simulation, () => simulation({}))
  api.on(ruleEndpoints.cancelSimulation, () => null)
})

const open = (id = '1', options: RenderPageOptions = {}) =>
  renderPage(<RuleEditPage />, { at: `/mon/alarm/rule/${id}`, path: '/mon/alarm/rule/:id', ...options })
const value = async (name: string) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value

it('shows what the scope matches, and the sentence while the rule is edited', async () => {
  const { user } = open()
  expect(await screen.findByText('匹配 168 个通道')).toBeTruthy()
  expect(screen.getByText('61 个站点 · 142 台设备 · 江苏 50、山东 49、广东 48、其余 47')).toBeTruthy()
  const threshold = screen.getByRole('spinbutton', { name: '分支 1 触发值' })
  await user.clear(threshold)
  await user.type(threshold, '0.8')
  const sentence = screen.getByRole('region', { name: '读作' })
  expect(within(sentence).getByRole('button', { name: '0.8 ppm' })).toBeTruthy()
})

it('focuses a field from its word, and marks the word of the focused field', async () => {
  const { user } = open()
  const sentence = await screen.findByRole('region', { name: '读作' })
  const word = within(sentence).getByRole('button', { name: '5 min' })
  await user.click(word)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '分支 1 恢复时间' }))
  expect(word.getAttribute('data-active')).toBe('true')
})

it('runs a backtest shortly after a change, with the finding first', async () => {
  const { user } = open()
  expect(await screen.findByRole('heading', { name: '过去 7 天会触发 1 次' })).toBeTruthy()
  expect(api.callsOf(ruleEndpoints.simulate)).toMatchObject([
    { body: { compareId: '1', rule: { branches: [{ value: 0.5 }] } } },
  ])
  expect(screen.getByRole('rowheader', { name: '江北新区 2#' })).toBeTruthy()
  const mark = screen.getByRole('button', { name: /较大 触发$/ })
  await user.hover(mark)
  const facts = await screen.findByRole('tooltip')
  expect(facts.textContent).toContain('当时已确认')
  expect(within(facts).getByRole('link', { name: 'A20261121-000123' })).toBeTruthy()
  // Changes that do not affect judging start no run.
  await user.type(screen.getByRole('textbox', { name: '处置建议' }), '再看')
  const hold = screen.getByRole('textbox', { name: '分支 1 持续时间' })
  await user.clear(hold)
  await user.type(hold, '5')
  await waitFor(() =>
    expect(api.callsOf(ruleEndpoints.simulate).at(-1)).toMatchObject({ body: { rule: { branches: [{ forS: 300 }] } } }),
  )
  expect(api.callsOf(ruleEndpoints.simulate)).toHaveLength(2)
  const table = await screen.findByRole('table', { name: '与 v3 的差别' })
  expect(within(table).getByRole('row', { name: '较大 · 持续 1 min 5 min' })).toBeTruthy()
})

it('shows the nearest miss when nothing fires, and an error that does not block saving', async () => {
  const nearest = { tsMs: Date.now(), share: 0.82, deviceName: '2#' }
  api.on(ruleEndpoints.simulation, () => simulation({ result: { ...RESULT, fired: 0, alarms: [], nearest } }))
  const first = open()
  expect(await screen.findByText(/最接近的一次 .* 2# 达到限值的 82 %/)).toBeTruthy()
  first.unmount()
  api.on(ruleEndpoints.simulate, () => {
    throw new Refusal('只有阈值、限值、变化率和毒性等级条件可以回测')
  })
  const { user } = open()
  expect(await screen.findByText('只有阈值、限值、变化率和毒性等级条件可以回测')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /规则名称/ }), '！')
  expect(screen.getByRole('button', { name: /保存/ }).hasAttribute('disabled')).toBe(false)
})

it('saves only changes, with Ctrl S', async () => {
  api.on(rule.endpoints.update, () => null)
  const { user } = open()
  const name = await screen.findByRole('textbox', { name: /规则名称/ })
  expect(screen.getByRole('button', { name: /保存/ }).hasAttribute('disabled')).toBe(true)
  await user.clear(name)
  await user.type(name, '厂界氯气')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(api.callsOf(rule.endpoints.update)).toEqual([
      { body: { id: '1', name: '厂界氯气' }, params: undefined, query: undefined },
    ]),
  )
  await waitFor(() => expect(screen.getByRole('button', { name: /保存/ }).hasAttribute('disabled')).toBe(true))
})

it('lists issues, and focuses the first of them', async () => {
  const { user } = open()
  const clear = await screen.findByRole('spinbutton', { name: '分支 1 恢复值' })
  await user.type(clear, '9')
  await user.click(screen.getByRole('button', { name: /保存/ }))
  const [beside] = await screen.findAllByText('恢复值不能越过触发值')
  expect(beside).toBeTruthy()
  expect(screen.getByText(/1 处需要修改/)).toBeTruthy()
  expect(document.activeElement).toBe(clear)
  expect(api.callsOf(rule.endpoints.update)).toEqual([])
})

it('adds one cluster to the other branches, and shows its sentence', async () => {
  const { user } = open()
  const branches = within(await screen.findByRole('region', { name: '级别分支' }))
  const addCluster = async () => {
    await user.click(branches.getByRole('button', { name: /添加分支/ }))
    return screen
      .findByRole('menuitem', { name: '限值' })
      .then(() => screen.queryByRole('menuitem', { name: '多站汇聚' }))
  }
  const item = await addCluster()
  if (item) await user.click(item)
  const count = await branches.findByRole('spinbutton', { name: '分支 2 数量' })
  await user.clear(count)
  await user.type(count, '4')
  expect(branches.queryByRole('textbox', { name: '分支 2 持续时间' })).toBeNull()
  const sentence = screen.getByRole('region', { name: '读作' })
  expect(within(sentence).getAllByRole('button', { name: '4 个站点' })).toHaveLength(2)
  await waitFor(() =>
    expect(api.callsOf(ruleEndpoints.simulate).at(-1)).toMatchObject({
      body: { rule: { branches: [{}, { type: 'cluster', of: 'station', count: 4, radiusKm: 5, withinS: 1_800 }] } },
    }),
  )
  expect(await addCluster()).toBeNull()
})

it('combines conditions in a composite branch, and shows its sentence', async () => {
  const { user } = open()
  const branches = within(await screen.findByRole('region', { name: '级别分支' }))
  await user.click(branches.getByRole('button', { name: /添加分支/ }))
  await user.click(await screen.findByRole('menuitem', { name: '组合条件' }))
  await user.type(branches.getByRole('spinbutton', { name: '分支 2 条件 1 触发值' }), '5')
  await user.type(branches.getByRole('spinbutton', { name: '分支 2 条件 2 每分钟变化' }), '0.4')
  await user.click(branches.getByRole('button', { name: /添加条件/ }))
  await user.type(branches.getByRole('spinbutton', { name: '分支 2 条件 3 触发值' }), '40')
  await user.click(branches.getByRole('combobox', { name: '分支 2 条件 3 关系' }))
  await user.click(await screen.findByText('且没有'))
  const sentence = screen.getByRole('region', { name: '读作' })
  expect(sentence.textContent).toContain('达到 5 ppm，且 1 min 内每分钟上升超过 0.4 ppm，且没有')
  await waitFor(() =>
    expect(api.callsOf(ruleEndpoints.simulate).at(-1)).toMatchObject({
      body: {
        rule: {
          branches: [
            {},
            {
              type: 'composite',
              conditions: [
                { type: 'threshold', value: 5, avgS: 600 },
                { type: 'rate', perMin: 0.4 },
                { type: 'threshold', value: 40, not: true },
              ],
            },
          ],
        },
      },
    }),
  )
  await user.click(branches.getByRole('button', { name: '分支 2 条件 2 删除' }))
  // Two conditions are the minimum.
  expect(branches.queryByRole('button', { name: '分支 2 条件 2 删除' })).toBeNull()
  expect(sentence.textContent).not.toContain('每分钟上升')
})

it('shows a refusal of the server', async () => {
  api.on(rule.endpoints.update, () => {
    throw new Refusal('作用范围内有 5001 个通道，最多 5000 个')
  })
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: /规则名称/ }), 'x')
  await user.click(screen.getByRole('button', { name: /保存/ }))
  expect(await screen.findByText('作用范围内有 5001 个通道，最多 5000 个')).toBeTruthy()
})

it('shows warnings below their branch, and runs no backtest without channels', async () => {
  api.on(
    ruleEndpoints.match,
    (): RuleMatch => ({
      ...MATCH,
      channels: 0,
      warnings: [
        { branch: 0, code: 'out_of_reach', channels: 36, text: '36 个通道的量程低于限值，永远不会达到' },
        { branch: null, code: 'no_channels', channels: 0, text: '作用范围内没有通道，规则不会触发' },
      ],
    }),
  )
  open()
  const branches = await screen.findByRole('region', { name: '级别分支' })
  expect(await within(branches).findByText(/量程低于限值，永远不会达到/)).toBeTruthy()
  expect(screen.getByText(/2 条警告，不阻止保存/)).toBeTruthy()
})

it('starts a new rule with the next number, from a template, a copy or empty', async () => {
  api.on(rule.endpoints.create, () => ({ id: '77' }))
  const first = open('new?template=aegl')
  expect(await value('规则名称')).toBe('AEGL 分级报警')
  expect(await value('规则编号')).toBe('R-0002')
  await first.user.click(screen.getByRole('button', { name: /保存/ }))
  await waitFor(() =>
    expect(api.callsOf(rule.endpoints.create)).toMatchObject([
      { body: { code: 'R-0002', branches: [{ kind: 'AEGL', level: '3' }, {}, {}] } },
    ]),
  )
  await waitFor(() => expect(window.location.pathname).toBe('/mon/alarm/rule/77'))
  first.unmount()
  const second = open('new?copy=1')
  expect(await value('规则名称')).toBe('氯气超标 1（副本）')
  second.unmount()
  const { user } = open('new')
  expect(await value('规则名称')).toBe('')
  expect(await screen.findByText('匹配 168 个通道')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /保存/ }))
  expect((await screen.findAllByText('至少需要一个级别分支')).length).toBeGreaterThan(1)
})

it('is text without the edit permission, and a lock without the backtest permission', async () => {
  open('1', { rights: ['mon:rule:view'] })
  expect(await screen.findByText(/看风向/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /规则名称/ })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /保存/ })).toBeNull()
  expect(screen.getByText('需要 回测规则（mon:rule:simulate）')).toBeTruthy()
  expect(api.callsOf(ruleEndpoints.simulate)).toEqual([])
})

it('is text on a phone', async () => {
  stubPhone()
  open()
  expect(await screen.findByRole('heading', { name: '过去 7 天会触发 1 次' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /规则名称/ })).toBeNull()
  expect(screen.getByRole('switch')).toBeTruthy()
})

it('offers the air quality index only in a rule of its own', async () => {
  const { user } = open()
  const branches = within(await screen.findByRole('region', { name: '级别分支' }))
  await user.click(branches.getByRole('button', { name: /添加分支/ }))
  await screen.findByRole('menuitem', { name: '限值' })
  expect(screen.queryByRole('menuitem', { name: '空气质量指数' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(branches.getByRole('button', { name: /删除/ }))
  await user.click(branches.getByRole('button', { name: /添加分支/ }))
  await user.click(await screen.findByRole('menuitem', { name: '空气质量指数' }))
  const index = await branches.findByRole('spinbutton', { name: '分支 1 AQI' })
  await user.clear(index)
  await user.type(index, '151')
  const sentence = screen.getByRole('region', { name: '读作' })
  await waitFor(() => expect(within(sentence).getByRole('button', { name: '小时 AQI' })).toBeTruthy())
  await waitFor(() =>
    expect(api.callsOf(ruleEndpoints.simulate).at(-1)).toMatchObject({
      body: { rule: { branches: [{ type: 'index', of: 'station', span: 'hour', value: 151 }] } },
    }),
  )
})
