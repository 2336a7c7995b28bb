import { type BreathDetail, breathEndpoints } from '@natim/contract/mon/breath'
import type { PermissionCode } from '@natim/contract/permissions'
import { parseGmt8 } from '@natim/domain/time'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import BreathDetailPage from './breath-detail-page.tsx'

const HOUR = parseGmt8('2026-11-21 09:00:00') ?? 0
const TEST: BreathDetail['test'] = {
  id: 't1',
  no: 'BT20261121-0417',
  subjectId: 's1',
  subjectCode: 'B-7K2Q****TD',
  ageBand: '40-59',
  sex: 'female',
  sampleMs: HOUR,
  isOpen: false,
  regionCode: '130100',
  regionCode_dictText: '河北省石家庄市',
  stationName: null,
  deviceName: '呼气 3#',
  method: 'GC-MS',
  status: 'resulted',
  verdict: 'presumptive',
  score: 0.78,
  isAdequate: true,
  exitReason: null,
  confirmResult: null,
  reviewedName: null,
  sessionNo: null,
  platePos: null,
  version: 3,
  createMs: HOUR,
  analyseMs: null,
  resultMs: HOUR,
  operatorName: null,
  volumeMl: 512,
  flowMls: 52,
  etco2: 4.6,
  ambientVoc: 84,
  ambientTemp: 22.4,
  ambientRh: 46,
  confidence: 0.84,
  confirmMethod: null,
  confirmMs: null,
  reviewedMs: null,
  reviewNote: null,
  releasedName: null,
  releasedMs: null,
  releaseNote: null,
  retestOf: null,
  retests: [],
}
const DETAIL: BreathDetail = {
  test: TEST,
  subject: null,
  model: {
    id: 'm',
    name: 'VOC-5',
    version: 'v2.3.1',
    method: 'GC-MS',
    sensitivity: 0.912,
    sensitivityLow: 0.856,
    sensitivityHigh: 0.949,
    specificity: 0.993,
    specificityLow: 0.988,
    specificityHigh: 0.996,
    trainedOn: 2409,
    population: '18 岁以上',
    cutOff: 0.62,
    doubtFrom: 0.5,
    variables: ['br_acetone', 'br_acetald'],
    source: '研究',
  },
  values: [
    { metricCode: 'br_acetone', value: 1184, ambient: 212, unit: 'ppb' },
    { metricCode: 'br_acetald', value: 47.2, ambient: 6.1, unit: 'ppb' },
    { metricCode: 'br_isoprene', value: 96, ambient: 4, unit: 'ppb' },
  ],
  verdicts: [],
  steps: [],
  history: [],
  hasChromatogram: false,
  newerId: null,
  olderId: null,
  refusals: {},
}
const RIGHTS: readonly PermissionCode[] = [
  'mon:health:list',
  'mon:health:view',
  'mon:health:review',
  'mon:health:release',
  'mon:health:edit',
]

let api: ReturnType<typeof stubApi>
let detail: BreathDetail
beforeEach(() => {
  api = stubApi()
  detail = DETAIL
  api.on(breathEndpoints.get, () => detail)
})
const show = (rights: readonly PermissionCode[] = RIGHTS) =>
  renderPage(<BreathDetailPage />, { rights, at: '/mon/breath/detail/t1', path: '/mon/breath/detail/:id' })
const panel = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(name) }))

describe('a breath test', () => {
  it('says 需确证 with a presumptive verdict, shows net values against the band of the age, and values at another prevalence', async () => {
    const { user } = show()
    const verdict = await panel('结论')
    verdict.getByText('疑似阳性（需确证）')
    verdict.getByText('需核酸 / 实验室确证')
    const row = (await panel('挥发物谱')).getByRole('row', { name: /丙酮/ })
    expect(row.textContent).toMatch(/1,184.*212.*972.*180–860.*高 1.13 倍/)
    const card = await panel('模型卡')
    card.getByText('56.8')
    card.getByText('每 100 个阳性约 43 个不是')
    card.getByText('每万个阴性约 9 个漏检')
    await user.click(card.getByText('10'))
    card.getByText('93.5')
    screen.getByText('色谱图：设备没有上传本次色谱')
  })

  it('that is none shows its failed gate first, and neither score nor predictive values', async () => {
    const reason = '呼气末 CO₂ 2.1 %vol，低于下限 3'
    const none = { status: 'invalid', verdict: null, score: null, etco2: 2.1, exitReason: reason } as const
    detail = { ...DETAIL, test: { ...TEST, ...none } }
    show()
    const verdict = await panel('结论')
    verdict.getByText(`样本无效 · ${reason}`)
    verdict.getByRole('button', { name: '重新采样' })
    expect(verdict.queryByText(/指纹得分/)).toBeNull()
    expect(screen.queryByRole('region', { name: /模型卡/ })).toBeNull()
    ;(await panel('样本合格性')).getByText('1 项不合格，样本无效，不给结论。')
  })

  it('is reviewed by Ctrl+Enter with what was written, as it was seen; a refusal is told', async () => {
    api.on(breathEndpoints.review, () => {
      throw new Refusal('检测已被他人处理，请刷新后重试！')
    })
    const { user } = show()
    const review = await panel('复核与发布')
    await user.type(review.getByRole('textbox', { name: '复核说明' }), '图谱清晰')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await vi.waitFor(() => expect(api.callsOf(breathEndpoints.review)).toHaveLength(1))
    await screen.findByText(/检测已被他人处理/)
    expect(api.callsOf(breathEndpoints.review).at(-1)?.body).toEqual({ id: 't1', version: 3, note: '图谱清晰' })
  })

  it('waits for another person where the server says so, and offers nothing without the right', async () => {
    detail = { ...DETAIL, refusals: { review: '须由另一人处理' } }
    const { unmount } = show()
    const review = await panel('复核与发布')
    expect(review.getByRole<HTMLButtonElement>('button', { name: /复\s?核/ }).disabled).toBe(true)
    unmount()
    show(['mon:health:list'])
    const readOnly = await panel('复核与发布')
    expect(readOnly.queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('button', { name: /显示受试者码/ })).toBeNull()
  })

  it('opens by the eye, and prints by P', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /显示受试者码/ }))
    expect(api.callsOf(breathEndpoints.get).at(-1)?.query).toMatchObject({ id: 't1', open: true })
    await user.keyboard('p')
    expect(print).toHaveBeenCalledOnce()
  })
})
