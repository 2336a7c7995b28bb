import { type SatTaskDetail, satAreaEndpoints, satEndpoints } from '@natim/contract/mon/sat'
import { satellite } from '@natim/contract/mon/satellite.resource'
import type { PermissionCode } from '@natim/contract/permissions'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import { buildDetail, buildPass, buildTask } from '../testing/build-task.ts'
import { stubMap } from '../testing/stub-map.tsx'
import { areaOfRegion } from './region-area.ts'
import TaskEditPage from './task-edit-page.tsx'
import type { PassAnswer } from './use-passes.ts'

vi.mock('@/widgets/map/network-map.tsx', () => import('../testing/stub-map.tsx'))
vi.mock('./region-area.ts', () => ({ areaOfRegion: vi.fn<typeof areaOfRegion>() }))

const AREA = '{"type":"Polygon","coordinates":[[[121,40.5],[122,40.5],[122,41],[121,41],[121,40.5]]]}'
const CROSSED = '{"type":"Polygon","coordinates":[[[118,32],[119,33],[119,32],[118,33],[118,32]]]}'
const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing>
  <coordinates>121,40.5,0 122,40.5,0 122,41,0 121,40.5,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
const passes = [1, 2, 3, 4].map((n) => ({ ...buildPass(), satelliteId: `${n}`, satCode: `SR-0${n}` }))
const answer = (given: Partial<PassAnswer> = {}): PassAnswer => ({
  passes,
  satellites: 6,
  tookMs: 1_240,
  nearestMs: null,
  stale: [],
  ...given,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  stubMap.reset()
  api = stubApi()
  api.on(satellite.endpoints.list, () => pageOf([]))
  api.on(satEndpoints.passes, () => answer())
})

const open = (id = 'new', search = '', rights?: readonly PermissionCode[]) =>
  renderPage(<TaskEditPage />, {
    path: '/mon/sat/edit/:id',
    at: `/mon/sat/edit/${id}${search}`,
    ...(rights && { rights }),
  })
type View = ReturnType<typeof open>
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

async function paste({ user }: View, text: string) {
  await user.click(button('粘贴'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'GeoJSON 或 KML' }), { target: { value: text } })
  await user.click(within(dialog).getByRole('button', { name: /使\s?用/ }))
}
async function begin() {
  const view = open()
  await view.user.type(await screen.findByRole('textbox', { name: '任务名称' }), '溢油成像')
  await paste(view, AREA)
  await screen.findByText('无自相交')
  return view
}
async function compute() {
  const view = await begin()
  await view.user.click(button('计算过境'))
  await screen.findByText('SR-01')
  return view
}

describe('the area', () => {
  it('is required before anything is computed or saved', async () => {
    open()
    expect(await screen.findByText(/^还没有任务区/)).toBeTruthy()
    expect(button('计算过境').disabled).toBe(true)
    expect(button('保存草稿').title).toBe('请填写任务名称')
  })

  it.each([
    ['GeoJSON', AREA, '4 / 500'],
    ['KML', KML, '3 / 500'],
  ])('is pasted as %s, counted, drawn and brought into view', async (_, text, vertices) => {
    const view = open()
    await paste(view, text)
    expect((await screen.findByText('无自相交')).closest('p')?.textContent).toContain(`顶点 ${vertices}`)
    expect(stubMap.parts('area')).toHaveLength(1)
    expect(stubMap.parts('corner')).toHaveLength(1)
    expect(stubMap.fitted().at(-1)).toEqual([121, 40.5, 122, 41])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps pasted text that cannot be parsed', async () => {
    const view = open()
    await paste(view, '{"type":"Point","coordinates":[1,2]}')
    const dialog = screen.getByRole('dialog')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('没有找到面（Polygon / MultiPolygon）')
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toContain('Point')
  })

  it('that crosses itself is marked there, and cannot be used', async () => {
    const view = open()
    await view.user.type(await screen.findByRole('textbox', { name: '任务名称' }), '溢油')
    await paste(view, CROSSED)
    expect((await screen.findByRole('alert')).textContent).toContain('区域多边形自相交，请重新绘制！')
    expect(screen.getByText('自相交')).toBeTruthy()
    expect(button('计算过境').disabled).toBe(true)
    expect(button('保存草稿').title).toBe('任务区有误')
  })

  it('[BZ-15] is drawn by two clicks of a box', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '矩形' }))
    expect(button('矩形').getAttribute('aria-pressed')).toBe('true')
    expect((await screen.findByTestId('map')).dataset['drawing']).toBe('true')
    act(() => stubMap.click(121, 40))
    act(() => stubMap.click(122, 41))
    expect(await screen.findByText('无自相交')).toBeTruthy()
    expect(button('矩形').getAttribute('aria-pressed')).toBe('false')
    expect(stubMap.parts('area')).toMatchObject([
      {
        geometry: {
          coordinates: [
            [
              [121, 40],
              [122, 40],
              [122, 41],
              [121, 41],
              [121, 40],
            ],
          ],
        },
      },
    ])
  })

  it('is read by the server from a zipped shapefile; a refusal is shown', async () => {
    let isWrong = true
    api.on(satAreaEndpoints.readShape, () => {
      if (isWrong) throw new Refusal('压缩包中没有 .shp 文件')
      return { area: JSON.parse(AREA), shapes: 1 }
    })
    const { user } = open()
    const input = await screen.findByLabelText<HTMLInputElement>('上传任务区文件')
    const zip = new File(['PK'], '范围.zip')
    await user.upload(input, zip)
    expect(await screen.findByText('压缩包中没有 .shp 文件')).toBeTruthy()
    isWrong = false
    await user.upload(input, zip)
    expect(await screen.findByText('无自相交')).toBeTruthy()
  })

  it('is rejected before upload when the archive is too large', async () => {
    const { user } = open()
    const large = new File(['PK'], '大.zip')
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    await user.upload(await screen.findByLabelText('上传任务区文件'), large)
    expect(await screen.findByText('压缩包不能超过 10 MB')).toBeTruthy()
    expect(api.callsOf(satAreaEndpoints.readShape)).toEqual([])
  })

  it('is taken from a selected region', async () => {
    vi.mocked(areaOfRegion).mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(JSON.parse(AREA))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '行政区' }))
    const dialog = await screen.findByRole('dialog')
    const use = within(dialog).getByRole<HTMLButtonElement>('button', { name: /使\s?用/ })
    expect(use.disabled).toBe(true)
    await user.click(within(dialog).getByRole('combobox'))
    for (const name of ['江苏省', '无锡市', '江阴市'])
      await user.click((await screen.findAllByText(name)).at(-1) as HTMLElement)
    await user.click(use)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('边界读取失败，请重试')
    await user.click(use)
    expect(await screen.findByText('无自相交')).toBeTruthy()
    expect(areaOfRegion).toHaveBeenLastCalledWith('320281')
  })
})

describe('the passes of a draft', () => {
  it('are computed from the form, and shown with their numbers', async () => {
    await compute()
    expect(screen.getByText(/窗口内 4 次 · 4 次满足约束 · 用时 1.2 s/)).toBeTruthy()
    expect(api.callsOf(satEndpoints.passes)[0]?.body).toMatchObject({
      sensorType: 'optical',
      offNadirMax: 45,
      satelliteIds: [],
    })
    expect(await screen.findByRole('button', { name: '重新计算' })).toBeTruthy()
  })

  it.each([
    [
      'some later',
      Date.parse('2026-11-25T03:04:05+08:00'),
      '窗口内无可用过境，最近一次为 11-25 03:04:05，请调整窗口或约束',
    ],
    ['none at all', null, '窗口内无可用过境，此后 7 天内也没有，请调整窗口或约束'],
  ])('say when none in the window is usable: %s', async (_, nearestMs, sentence) => {
    api.on(satEndpoints.passes, () =>
      answer({ passes: passes.map((pass) => ({ ...pass, fault: 'night' as const })), nearestMs }),
    )
    await compute()
    expect(screen.getByRole('alert').textContent).toBe(sentence)
  })

  it('warn of outdated orbit data', async () => {
    api.on(satEndpoints.passes, () =>
      answer({ stale: ['1', '2', '3', '4', '5', '6'].map((n, i) => ({ satCode: `S${n}`, days: 15 + i })) }),
    )
    await compute()
    expect(screen.getByText(/轨道根数 20 天前（超过 14 天），时间可能偏差：/).textContent).toContain(
      'S1、S2、S3、S4、S5 等 6 颗',
    )
  })

  it('get letters in selection order, at most three, each drawn as a swath', async () => {
    const { user } = await compute()
    for (const n of [3, 1, 2]) await user.click(button(new RegExp(`^选择 SR-0${n}`)))
    expect(button(/^选择 SR-04/).disabled).toBe(true)
    const ranking = screen.getByRole('list', { name: '排序方案' })
    const order = () =>
      within(ranking)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label'))
    expect(order()).toEqual(['方案 A SR-03', '方案 B SR-01', '方案 C SR-02'])
    expect(stubMap.parts('swath').map(({ properties }) => properties?.['style'])).toEqual(['0', '1', '2'])
    fireEvent.keyDown(within(ranking).getByRole('button', { name: '方案 C SR-02' }), { key: 'ArrowUp', altKey: true })
    expect(order()).toEqual(['方案 A SR-03', '方案 B SR-02', '方案 C SR-01'])
    await user.click(button(/^移出 SR-03/))
    expect(order()).toEqual(['方案 A SR-02', '方案 B SR-01'])
    expect(screen.getByRole('list', { name: '图例' }).textContent).toContain('A · SR-02 幅宽 130 km')
  })

  it('can be dragged, too', async () => {
    const { user } = await compute()
    for (const n of [1, 2]) await user.click(button(new RegExp(`^选择 SR-0${n}`)))
    const items = within(screen.getByRole('list', { name: '排序方案' })).getAllByRole('listitem')
    fireEvent.dragStart(items[1] as HTMLElement)
    fireEvent.drop(items[0] as HTMLElement)
    expect(
      within(screen.getByRole('list', { name: '排序方案' }))
        .getAllByRole('button')[0]
        ?.getAttribute('aria-label'),
    ).toBe('方案 A SR-02')
  })

  it('and choices are dropped when their inputs change, but not when the title does', async () => {
    const { user } = await compute()
    await user.click(button(/^选择 SR-01/))
    await user.type(screen.getByRole('textbox', { name: '任务名称' }), '二')
    expect(button('方案 A SR-01')).toBeTruthy()
    fireEvent.change(screen.getByRole('spinbutton', { name: '侧摆不大于' }), { target: { value: '30' } })
    expect(await screen.findByText('还没有方案，请在过境中选择')).toBeTruthy()
    expect(screen.queryByText('SR-01')).toBeNull()
    expect(button('提交审批').title).toBe('请先计算过境并选择方案')
  })

  it('that the server refuses to compute leave the form unchanged', async () => {
    api.on(satEndpoints.passes, () => {
      throw new Refusal('没有可用的光学卫星')
    })
    const { user } = await begin()
    await user.click(button('计算过境'))
    await waitFor(() => expect(api.callsOf(satEndpoints.passes)).toHaveLength(1))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '任务名称' }).value).toBe('溢油成像')
    await waitFor(() => expect(button('计算过境').className).not.toContain('loading'))
  })

  it('show the ground track of the highlighted one on the map, with playback', async () => {
    const track: [number, number, number][] = [
      [120, 39, 0],
      [121, 40, 1_000],
      [122, 41, 2_000],
    ]
    api.on(satEndpoints.passes, () =>
      answer({ passes: [{ ...passes[0], track, peakMs: 1_000 } as (typeof passes)[number]] }),
    )
    const { user } = await compute()
    expect(screen.queryByRole('button', { name: '播放轨迹' })).toBeNull()
    await user.click(screen.getByText('SR-01'))
    expect(await screen.findByRole('button', { name: '播放轨迹' })).toBeTruthy()
    expect(stubMap.parts('track')).toMatchObject([
      {
        geometry: {
          coordinates: [
            [120, 39],
            [121, 40],
            [122, 41],
          ],
        },
      },
    ])
    expect(document.querySelector<HTMLElement>('span[title="SR-01"]')?.parentElement?.style.transform).toContain(
      'translate(121px, 40px)',
    )
    await user.click(button('播放轨迹'))
    expect(button('停止').getAttribute('aria-pressed')).toBe('true')
  })
})

it('shows users without permission which one is missing', async () => {
  open('new', '', ['mon:sat:view'])
  await screen.findByText('需要 新建、提交与重新安排任务（mon:sat:add）')
  expect(screen.queryByRole('textbox', { name: '任务名称' })).toBeNull()
})

describe('saving', () => {
  it('submits a new task with its choices once it is saved', async () => {
    api.on(satEndpoints.add, () => buildTask({ id: '7', state: 'draft', version: 1 }))
    api.on(satEndpoints.submit, () => buildTask({ id: '7' }))
    api.on(satEndpoints.get, () => buildDetail({ id: '7', state: 'draft', version: 1 }))
    const { user } = await compute()
    await user.click(button(/^选择 SR-02/))
    await user.click(button('提交审批'))
    await waitFor(() => expect(window.location.pathname).toBe('/mon/sat/task/7'))
    const body = api.callsOf(satEndpoints.add)[0]?.body
    expect(body).toMatchObject({ title: '溢油成像', choices: [{ satelliteId: '2' }], area: JSON.parse(AREA) })
    expect(Math.abs((body?.choices[0]?.peakMs ?? 0) - (passes[1]?.peakMs ?? 0))).toBeLessThanOrEqual(5_000)
    expect(api.callsOf(satEndpoints.submit)[0]?.body).toEqual({ id: '7', version: 1 })
  })

  it('stays on the saved draft when the submission is refused', async () => {
    api.on(satEndpoints.add, () => buildTask({ id: '7', state: 'draft', version: 1 }))
    api.on(satEndpoints.submit, () => {
      throw new Refusal('方案 A 的指令截止时间已过')
    })
    api.on(satEndpoints.get, () => buildDetail({ id: '7', state: 'draft', version: 1, title: '溢油成像' }))
    const { user } = await compute()
    await user.click(button(/^选择 SR-01/))
    await user.click(button('提交审批'))
    await waitFor(() => expect(api.callsOf(satEndpoints.submit)).toHaveLength(1))
    await waitFor(() => expect(window.location.pathname).toBe('/mon/sat/edit/7'))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '任务名称' })).value).toBe('溢油成像')
  })

  describe('a stored draft', () => {
    let task: SatTaskDetail
    beforeEach(() => {
      task = buildDetail({ id: '9', state: 'draft', version: 3 })
      api.on(satEndpoints.get, () => task)
    })

    it('starts with its passes and letters', async () => {
      open('9')
      expect(await screen.findByRole('button', { name: '方案 A SR-01' })).toBeTruthy()
      expect(button('提交审批').disabled).toBe(false)
    })

    it('keeps the input when another user saved first', async () => {
      api.on(satEndpoints.edit, () => {
        task = { ...task, version: 4, title: '别人改过' }
        throw new Refusal('数据已被他人修改，请刷新后重试！')
      })
      const { user } = open('9')
      await user.type(await screen.findByRole('textbox', { name: '备注' }), '我写的')
      await user.click(button('保存草稿'))
      await waitFor(() => expect(api.callsOf(satEndpoints.edit)).toHaveLength(1))
      await waitFor(() => expect(api.callsOf(satEndpoints.get).length).toBeGreaterThan(1))
      await waitFor(() => expect(button('保存草稿').className).not.toContain('loading'))
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '备注' }).value).toBe('我写的')
    })

    it('continues from its own version after saving', async () => {
      api.on(satEndpoints.edit, ({ body }) => {
        task = { ...task, version: body.version + 1, remark: body.remark }
        return buildTask({ id: '9', state: 'draft', version: task.version })
      })
      const { user } = open('9')
      await user.type(await screen.findByRole('textbox', { name: '备注' }), '一')
      await user.click(button('保存草稿'))
      await waitFor(() => expect(api.callsOf(satEndpoints.edit)).toHaveLength(1))
      await waitFor(() => expect(api.callsOf(satEndpoints.get)).toHaveLength(2))
      await waitFor(() => expect(button('保存草稿').className).not.toContain('loading'))
      await user.type(screen.getByRole('textbox', { name: '备注' }), '二')
      await user.click(button('保存草稿'))
      await waitFor(() =>
        expect(api.callsOf(satEndpoints.edit).at(-1)?.body).toMatchObject({ version: 4, remark: '一二' }),
      )
    })

    it('is copied without its choices into a new task', async () => {
      open('new', '?from=9')
      expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '任务名称' })).value).toBe(
        `${task.title}（副本）`,
      )
      expect(screen.getByRole('heading', { name: '新建卫星任务' })).toBeTruthy()
      expect(screen.getByText('还没有方案，请在过境中选择')).toBeTruthy()
    })

    it('cannot be edited once submitted', async () => {
      task = { ...task, state: 'submitted' }
      const { user } = open('9')
      expect(await screen.findByText('只有草稿可以编辑')).toBeTruthy()
      await user.click(button('查看任务'))
      expect(window.location.pathname).toBe('/mon/sat/task/9')
    })
  })

  it('says why a draft cannot be loaded, and retries', async () => {
    let isDown = true
    api.on(satEndpoints.get, () => {
      if (isDown) throw new Refusal('未找到对应数据')
      return buildDetail({ id: '9', state: 'draft' })
    })
    const { user } = open('9')
    const retry = await screen.findByRole('button', { name: /重试/ })
    isDown = false
    await user.click(retry)
    expect(await screen.findByRole('heading', { name: '编辑 SAT-261121-04' })).toBeTruthy()
  })

  it('is not offered on a phone', async () => {
    stubPhone()
    open()
    expect(await screen.findByText('请在电脑上编辑任务')).toBeTruthy()
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
})
