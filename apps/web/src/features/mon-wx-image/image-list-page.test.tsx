import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { type WxImage, type WxImageDetail, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import ImageListPage from './image-list-page.tsx'

const NOW = Date.parse('2026-11-21T10:18:05+08:00')

// jsdom cannot read the blobs of an answer of fetch.
const pictures = vi.hoisted(() => ({ areMissing: false }))
vi.mock('./use-picture.ts', () => ({
  usePicture: (id: string | undefined) => ({
    url: pictures.areMissing || id === undefined ? undefined : `data:image/png;base64,${id}`,
    hasFailed: pictures.areMissing,
  }),
}))

const image = (id: string, given: Partial<WxImage> = {}): WxImage => ({
  id,
  no: `WX20261121-000${id}`,
  channel: 'mp',
  sender: '匿名 7c1e…a904',
  state: 'pending',
  version: 3,
  category: 'odour',
  risk: 0.86,
  receivedMs: NOW,
  shotMs: NOW - 83_000,
  text: '下楼闻到很呛的味道',
  place: { lng: 118.716, lat: 32.214 },
  locSource: 'exif',
  regionCode: '320100',
  doubts: [],
  fault: null,
  dupOf: null,
  copies: 0,
  similar: 0,
  width: 4096,
  height: 3072,
  sizeBytes: 3_565_158,
  isCovered: false,
  isPublic: false,
  near: {
    id: 's1',
    name: '江北 2#',
    km: 1.4,
    reading: {
      metricCode: 'cl2',
      deviceId: 'd1',
      channelId: 'c1',
      channelNo: 7,
      value: 1.02,
      unit: 'ppm',
      precision: 2,
      atMs: NOW,
    },
  },
  ...given,
})
const detail = (one: WxImage, given: Partial<WxImageDetail> = {}): WxImageDetail => ({
  ...one,
  isOpen: true,
  exif: { takenMs: NOW - 83_000, make: 'HUAWEI', model: '后置主摄', altM: null, dirDeg: 132 },
  exifPlace: { lng: 118.051, lat: 36.807 },
  wechatPlace: { lng: 118.716, lat: 32.214 },
  apartKm: 514,
  areas: [],
  coveredMs: null,
  nearest: one.near ? [one.near] : [],
  alike: [
    {
      id: '9',
      no: 'WX20261121-0091',
      state: 'approved',
      shotMs: NOW - 200_000,
      bits: 3,
      isExact: false,
      isSameSender: false,
    },
  ],
  review: null,
  alarm: null,
  device: null,
  replies: [],
  log: [{ id: 'l1', atMs: NOW, action: '收到', to: 'received', who: '系统', note: '' }],
  undoUntilMs: null,
  ...given,
})

let api: ReturnType<typeof stubApi>
let shown: WxImage[]
let given: Partial<WxImageDetail>
let hasAccount: boolean
const counts = { pending: 3, doubtful: 1, repeated: 0, asked: 0, approved: 5, rejected: 2, archived: 0, all: 10 }
beforeEach(() => {
  pictures.areMissing = false
  shown = [image('1', { doubts: ['place'] }), image('2', { category: 'smoke', copies: 2 }), image('3')]
  given = {}
  hasAccount = true
  api = stubApi()
  api.on(wxImageEndpoints.list, () => ({ records: shown, total: shown.length, counts, oldestMs: NOW, hasAccount }))
  api.on(wxImageEndpoints.get, ({ query: { id } }) => {
    const one = shown.find((row) => row.id === id)
    if (!one) throw new Refusal('未找到对应数据')
    return detail(one, given)
  })
  api.on(timeseriesEndpoints.query, () => ({ series: [] }))
  api.on(wxImageEndpoints.review, ({ body }) => {
    const one = shown.find(({ id }) => id === body.id) ?? image('1')
    shown = shown.filter(({ id }) => id !== body.id)
    const state = body.decision === 'reject' ? ('rejected' as const) : ('approved' as const)
    return { ...one, version: 4, state }
  })
})
const calls = (endpoint: Parameters<typeof api.callsOf>[0]) =>
  api.callsOf(endpoint) as { query?: object; body?: object }[]
const open = async (no: string) => {
  const rendered = renderPage(<ImageListPage />)
  await rendered.user.click(await screen.findByRole('button', { name: new RegExp(`查看 ${no}`) }))
  await screen.findByRole('heading', { name: new RegExp(no) })
  return rendered
}
const panel = () => within(screen.getByRole('region', { name: '图片审核' }))

describe('the wall', () => {
  it('says when there is no account that could receive pictures', async () => {
    const { unmount } = renderPage(<ImageListPage />)
    await screen.findByText(/待审 3 张/)
    expect(screen.queryByText(/尚未配置公众号/)).toBeNull()
    unmount()
    hasAccount = false
    renderPage(<ImageListPage />)
    expect(await screen.findByText(/尚未配置公众号：收不到新图片/)).toBeTruthy()
  })

  it('[BZ-16] shows each picture with place, time, nearest reading, and doubts', async () => {
    renderPage(<ImageListPage />)
    const card = (await screen.findByRole('button', { name: /查看 WX20261121-0001/ })).closest('article')
    expect(card?.textContent).toContain('江苏 南京')
    expect(card?.textContent).toContain('1.4 km · Cl₂ 1.02 ppm')
    expect(card?.textContent).toContain('10:16')
    expect(card?.textContent).toContain('存疑')
    expect(screen.getByText('重复 2')).toBeTruthy()
    expect(screen.getByText(/待审 3 张/)).toBeTruthy()
  })

  it('filters by state, and says when nothing is left', async () => {
    const { user } = renderPage(<ImageListPage />)
    await screen.findByRole('button', { name: /查看 WX20261121-0001/ })
    shown = []
    await user.click(screen.getByRole('button', { name: /已驳回/ }))
    expect(await screen.findByText('没有符合条件的图片')).toBeTruthy()
    expect(calls(wxImageEndpoints.list).at(-1)?.query).toMatchObject({ tab: 'rejected', open: true })
  })

  it('can be shown as a table', async () => {
    const { user } = renderPage(<ImageListPage />)
    await user.click(await screen.findByText('表格'))
    expect(await screen.findByRole('columnheader', { name: '最近站点' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'WX20261121-0002' }))
    expect(await screen.findByRole('region', { name: '图片审核' })).toBeTruthy()
  })

  it('marks a picture that cannot be loaded', async () => {
    pictures.areMissing = true
    renderPage(<ImageListPage />)
    expect((await screen.findAllByText('图片无法显示')).length).toBe(3)
  })
})

describe('review', () => {
  it("shows inconsistencies, and can use the sender's location", async () => {
    api.on(wxImageEndpoints.place, () => image('1'))
    const { user } = await open('WX20261121-0001')
    expect(panel().getByText('位置不符，相距 514 km，超 500 km 存疑')).toBeTruthy()
    expect(panel().getByText('36.807 N 118.051 E')).toBeTruthy()
    expect(panel().getByText('东南 132°')).toBeTruthy()
    expect(panel().getByText('匿名 7c1e…a904')).toBeTruthy()
    expect(panel().getByRole('button', { name: '打开 WX20261121-0091' }).textContent).toContain('相差 3 位 · 不同来源')
    await user.click(panel().getByRole('button', { name: '采用微信位置' }))
    await waitFor(() =>
      expect(calls(wxImageEndpoints.place)[0]?.body).toEqual({ id: '1', version: 3, source: 'wechat' }),
    )
  })

  it('by A: the next picture opens, and the decision can be undone', async () => {
    api.on(wxImageEndpoints.undo, () => image('1'))
    const { user } = await open('WX20261121-0001')
    await user.keyboard('a')
    await screen.findByRole('heading', { name: /WX20261121-0002/ })
    expect(calls(wxImageEndpoints.review)[0]?.body).toMatchObject({
      id: '1',
      version: 3,
      decision: 'approve',
      category: 'odour',
    })
    shown = [image('1'), ...shown]
    await user.click(screen.getByRole('button', { name: /^撤销（/ }))
    await waitFor(() => expect(calls(wxImageEndpoints.undo)[0]?.body).toEqual({ id: '1', version: 4 }))
    expect(await screen.findByRole('heading', { name: /WX20261121-0001/ })).toBeTruthy()
  })

  it('by R asks for a reason first', async () => {
    const { user } = await open('WX20261121-0001')
    await user.keyboard('r')
    expect(await screen.findByRole('textbox', { name: '理由' })).toBe(document.activeElement)
    expect((panel().getByRole('button', { name: '驳回并回复' }) as HTMLButtonElement).disabled).toBe(true)
    // Keys type text now.
    await user.keyboard('{Enter}')
    await user.keyboard('ajk无关')
    expect(calls(wxImageEndpoints.review)).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(calls(wxImageEndpoints.review)[0]?.body).toMatchObject({ decision: 'reject', note: 'ajk无关' }),
    )
  })

  it('moves by J and K to either end, with a message there; other keys are reported as unknown', async () => {
    const { user } = await open('WX20261121-0002')
    await user.keyboard('j')
    await screen.findByRole('heading', { name: /WX20261121-0003/ })
    expect(panel().getByText('3 / 3')).toBeTruthy()
    await user.keyboard('j')
    expect(await screen.findByText('已到最后~')).toBeTruthy()
    await user.keyboard('k')
    await screen.findByRole('heading', { name: /WX20261121-0002/ })
    await user.keyboard('x')
    expect(await screen.findByText('未知的操作')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: '图片审核' })).toBeNull())
  })

  it('refused because a colleague acted first stays on the picture', async () => {
    api.on(wxImageEndpoints.review, () => {
      throw new Refusal('已由微信审核岗处理：已通过')
    })
    const { user } = await open('WX20261121-0001')
    const before = calls(wxImageEndpoints.get).length
    await user.keyboard('a')
    // The second reviewer sees the decision of the first.
    await waitFor(() => expect(calls(wxImageEndpoints.get).length).toBeGreaterThan(before))
    expect(panel().getByRole('heading', { name: /WX20261121-0001/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^撤销（/ })).toBeNull()
  })

  it('of a decided picture shows the role and the reply to the sender', async () => {
    shown = [image('1', { state: 'approved' })]
    given = {
      review: { name: '张某', post: '微信审核岗', atMs: NOW, note: '属实' },
      replies: [{ text: '已核实', state: 'sent', atMs: NOW, trouble: null }],
    }
    await open('WX20261121-0001')
    expect(panel().getByText(/微信审核岗 · 2026-11-21 10:18 · 属实/)).toBeTruthy()
    expect(panel().getByText(/回复（已发送）：已核实/)).toBeTruthy()
    expect(panel().queryByRole('button', { name: /通过并回复/ })).toBeNull()
  })
})

describe('covering', () => {
  it('is started by B, drawn by pointer or keys, and must be confirmed as complete before publication', async () => {
    api.on(wxImageEndpoints.blur, () => image('1', { isCovered: true, version: 4 }))
    const { user } = await open('WX20261121-0001')
    expect((panel().getByRole('checkbox', { name: /^公开/ }) as HTMLInputElement).disabled).toBe(true)
    await user.keyboard('b')
    await user.click(await panel().findByRole('button', { name: '添加' }))
    const area = panel().getByRole('button', { name: /^遮盖区 1/ })
    fireEvent.keyDown(area, { key: 'ArrowRight' })
    await user.click(panel().getByRole('checkbox', { name: '人脸与车牌均已遮盖' }))
    await user.click(panel().getByRole('button', { name: '保存遮盖' }))
    await waitFor(() => expect(calls(wxImageEndpoints.blur)).toHaveLength(1))
    expect(calls(wxImageEndpoints.blur)[0]?.body).toMatchObject({
      id: '1',
      version: 3,
      isAll: true,
      areas: [{ x: 0.41, y: 0.4, w: 0.2, h: 0.2 }],
    })
  })

  it('a covered picture is published with the decision', async () => {
    shown = [image('1', { isCovered: true }), image('2')]
    api.on(wxImageEndpoints.publish, () => image('1', { state: 'approved', isPublic: true, version: 5 }))
    const { user } = await open('WX20261121-0001')
    await user.click(panel().getByRole('checkbox', { name: /^公开/ }))
    await user.click(panel().getByRole('button', { name: '通过并回复' }))
    await waitFor(() =>
      expect(calls(wxImageEndpoints.publish)[0]?.body).toEqual({ id: '1', version: 4, isPublic: true }),
    )
  })
})

describe('many at once', () => {
  it('[BZ-16] are decided at once, and those decided by others are listed', async () => {
    api.on(wxImageEndpoints.reviewMany, () => ({
      done: 1,
      missed: [{ id: '2', no: 'WX20261121-0002', reason: '已由微信审核岗处理：已通过' }],
    }))
    const { user } = renderPage(<ImageListPage />)
    for (const no of ['0001', '0002'])
      await user.click(await screen.findByRole('checkbox', { name: `选择 WX20261121-${no}` }))
    await user.click(screen.getByRole('button', { name: '批量驳回' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '无关')
    await user.click(dialog.getByRole('button', { name: /驳\s*回/ }))
    expect(await screen.findByText('WX20261121-0002：已由微信审核岗处理：已通过')).toBeTruthy()
    expect(calls(wxImageEndpoints.reviewMany)[0]?.body).toMatchObject({
      images: [
        { id: '1', version: 3 },
        { id: '2', version: 3 },
      ],
      decision: 'reject',
      note: '无关',
    })
  })
})

it('[BZ-24] without permission to originals requests none, and says what is missing', async () => {
  given = { isOpen: false, exif: null, exifPlace: null, wechatPlace: null, text: '' }
  const { user } = renderPage(<ImageListPage />, { rights: ['mon:wx:view'] })
  await user.click(await screen.findByRole('button', { name: /查看 WX20261121-0002/ }))
  expect(await screen.findByText(/确切信息须有/)).toBeTruthy()
  for (const endpoint of [wxImageEndpoints.list, wxImageEndpoints.get])
    expect(calls(endpoint)[0]?.query).toMatchObject({ open: false })
  for (const name of [/通过/, /遮盖/, /下载原图/, /采用/]) expect(panel().queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: /选择/ })).toBeNull()
})
