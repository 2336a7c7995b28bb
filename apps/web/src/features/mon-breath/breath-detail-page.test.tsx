import { type BreathDetail, breathEndpoints } from '@natim/contract/mon/breath'
import { reidEndpoints } from '@natim/contract/mon/subject'
import type { PermissionCode } from '@natim/contract/permissions'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import BreathDetailPage from './breath-detail-page.tsx'
import { DETAIL, TEST } from './testing/breath-detail.ts'

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
  it('shows 需确证 with a presumptive verdict, net values against the age band, and predictive values at another prevalence', async () => {
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

  it.each([
    ['resulted', '第 5 步 / 6待复核'],
    ['released', '第 6 步 / 6已发布'],
    ['invalid', '第 5 步 / 6样本无效'],
  ] as const)('in status %s has one step that a phone shows alone', async (status, words) => {
    detail = { ...DETAIL, test: { ...TEST, status, reviewedMs: null } }
    show()
    const steps = within(await screen.findByRole('list', { name: '检测进度' })).getAllByRole('listitem')
    const shown = steps.filter(({ dataset }) => dataset['now'] !== undefined)
    expect(shown.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(words.slice(0, 9))])
    expect(shown[0]?.textContent).toContain(words.slice(9))
  })

  it('without a valid sample shows its failed gate first, and neither score nor predictive values', async () => {
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

  it('is reviewed by Ctrl+Enter with note and version; a refusal is shown', async () => {
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

  it('waits for another person where the server requires it, and offers nothing without permission', async () => {
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

  it('is unmasked by the eye, and printed by P', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /显示受试者码/ }))
    expect(api.callsOf(breathEndpoints.get).at(-1)?.query).toMatchObject({ id: 't1', open: true })
    await user.keyboard('p')
    expect(print).toHaveBeenCalledOnce()
  })
})

describe('the work on a breath test', () => {
  const answerWith = (given: Partial<BreathDetail['test']>) => {
    detail = { ...DETAIL, test: { ...TEST, ...given } }
  }
  const bodyOf = (
    endpoint: (typeof breathEndpoints)['step' | 'verdict' | 'confirm' | 'sendBack' | 'release' | 'link'],
  ) => api.callsOf(endpoint).at(-1)?.body

  it.each([
    ['created', '开始采样', 'sample'],
    ['sampling', '送分析', 'analyse'],
  ] as const)('in status %s advances with %s', async (status, name, action) => {
    api.on(breathEndpoints.step, () => null)
    answerWith({ status, verdict: null, score: null })
    const { user } = show()
    await user.click((await panel('复核与发布')).getByRole('button', { name }))
    await vi.waitFor(() => expect(bodyOf(breathEndpoints.step)).toEqual({ id: 't1', version: 3, action }))
  })

  it('is cancelled only after confirmation, and not once there is a result', async () => {
    api.on(breathEndpoints.step, () => null)
    answerWith({ status: 'analysing', verdict: null, score: null })
    const { user, unmount } = show()
    await user.click((await panel('复核与发布')).getByRole('button', { name: '取消检测' }))
    expect(api.callsOf(breathEndpoints.step)).toEqual([])
    await user.click(await screen.findByRole('button', { name: /确\s?定/ }))
    await vi.waitFor(() => expect(bodyOf(breathEndpoints.step)).toMatchObject({ action: 'cancel' }))
    unmount()
    answerWith({})
    show()
    expect((await panel('复核与发布')).queryByRole('button', { name: '取消检测' })).toBeNull()
  })

  it('is returned by the releaser only with a reason', async () => {
    api.on(breathEndpoints.sendBack, () => null)
    answerWith({ status: 'reviewed', reviewedName: '王复核', reviewedMs: TEST.sampleMs, reviewNote: '图谱清晰' })
    const { user } = show()
    const review = await panel('复核与发布')
    expect(review.getByText('王复核：图谱清晰')).toBeTruthy()
    expect(review.getByRole('button', { name: '退回复核' })).toHaveProperty('disabled', true)
    await user.type(review.getByRole('textbox', { name: '发布说明' }), '请补充本底')
    await user.click(review.getByRole('button', { name: '退回复核' }))
    const said = { id: 't1', version: 3, note: '请补充本底' }
    await vi.waitFor(() => expect(bodyOf(breathEndpoints.sendBack)).toEqual(said))
  })

  it('is released without a note, too', async () => {
    api.on(breathEndpoints.release, () => null)
    answerWith({ status: 'reviewed', reviewedName: '王复核', reviewedMs: TEST.sampleMs })
    const { user } = show()
    await user.click((await panel('复核与发布')).getByRole('button', { name: /^发\s?布$/ }))
    await vi.waitFor(() => expect(bodyOf(breathEndpoints.release)).toEqual({ id: 't1', version: 3, note: '' }))
  })

  it('gets another verdict only with a reason, and keeps the input after a refusal', async () => {
    let refuses = true
    api.on(breathEndpoints.verdict, () => {
      if (refuses) throw new Refusal('检测已被他人处理，请刷新后重试！')
      return null
    })
    const { user } = show()
    await user.click((await panel('复核与发布')).getByRole('button', { name: '改判须写原因' }))
    const dialog = within(await screen.findByRole('dialog', { name: '改判' }))
    expect(dialog.getByRole('radio', { name: '疑似阳性（需确证）' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: /改\s?判/ }))
    expect(await dialog.findByText('请选择结论')).toBeTruthy()
    expect(await dialog.findByText('请填写原因')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '阴性' }))
    await user.type(dialog.getByRole('textbox'), '柠檬烯来自环境')
    await user.click(dialog.getByRole('button', { name: /改\s?判/ }))
    await screen.findByText(/检测已被他人处理/)
    expect(dialog.getByRole('textbox')).toHaveProperty('value', '柠檬烯来自环境')
    refuses = false
    await user.click(dialog.getByRole('button', { name: /改\s?判/ }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: '改判' })).toBeNull())
    const said = { id: 't1', version: 3, verdict: 'neg', reason: '柠檬烯来自环境' }
    expect(bodyOf(breathEndpoints.verdict)).toEqual(said)
  })

  it('shows the previous verdict struck through with its reason', async () => {
    const changed = { oldVerdict: 'presumptive', newVerdict: 'neg', reason: '环境本底', userName: '王复核' } as const
    detail = { ...DETAIL, test: { ...TEST, verdict: 'neg' }, verdicts: [{ atMs: 1, ...changed }] }
    show()
    const verdict = await panel('结论')
    expect(verdict.getByText('疑似阳性（需确证）').tagName).toBe('S')
    expect(verdict.getByText(/王复核改判：环境本底/)).toBeTruthy()
    expect(verdict.queryByText('需核酸 / 实验室确证')).toBeNull()
  })

  it('shows a laboratory result beside the verdict', async () => {
    api.on(breathEndpoints.confirm, () => null)
    const { user } = show()
    await user.click((await panel('结论')).getByRole('button', { name: /登\s?记/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '登记确证结果' }))
    await user.click(dialog.getByRole('radio', { name: '确证阴性' }))
    await user.clear(dialog.getByRole('textbox', { name: '方法' }))
    await user.click(dialog.getByRole('button', { name: /确\s?定/ }))
    expect(await dialog.findByText('请填写方法')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: '方法' }), '核酸')
    await user.click(dialog.getByRole('button', { name: /确\s?定/ }))
    const said = { id: 't1', version: 3, result: 'negative', method: '核酸' }
    await vi.waitFor(() => expect(bodyOf(breathEndpoints.confirm)).toEqual(said))
  })

  it('without a subject is linked by a code', async () => {
    api.on(breathEndpoints.link, () => null)
    answerWith({ subjectId: null, subjectCode: null })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: '关联受试者' }))
    const dialog = within(await screen.findByRole('dialog', { name: '关联受试者' }))
    expect(dialog.getByRole('button', { name: /关\s?联/ })).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: '受试者码' }), 'b-7k2q8m3xtd')
    await user.click(dialog.getByRole('button', { name: /关\s?联/ }))
    const said = { id: 't1', version: 3, subjectCode: 'B-7K2Q8M3XTD' }
    await vi.waitFor(() => expect(bodyOf(breathEndpoints.link)).toEqual(said))
    expect(screen.queryByRole('region', { name: /同一受试者/ })).toBeNull()
  })
})

describe('navigation of breath tests', () => {
  it('steps by arrow keys, except while typing', async () => {
    detail = { ...DETAIL, newerId: 't0', olderId: 't2' }
    const { user } = show()
    const review = await panel('复核与发布')
    await user.type(review.getByRole('textbox', { name: '复核说明' }), '一{ArrowRight}p')
    expect(window.location.pathname).toBe('/mon/breath/detail/t1')
    await user.click(screen.getByRole('heading', { name: /BT20261121-0417/ }))
    await user.keyboard('{ArrowRight}')
    expect(window.location.pathname).toBe('/mon/breath/detail/t2')
  })

  it('handles an unknown id with a way back and a retry', async () => {
    api.on(breathEndpoints.get, () => {
      throw new Refusal('未找到对应数据')
    })
    const { user } = show()
    expect(await screen.findByText('未找到对应数据')).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回呼气检测' }).getAttribute('href')).toBe('/mon/breath/list')
    api.on(breathEndpoints.get, () => detail)
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByRole('heading', { name: /BT20261121-0417/ })).toBeTruthy()
  })

  it('requests an identity with a case and a reason', async () => {
    api.on(reidEndpoints.request, () => ({ id: 'r1' }))
    const { user, unmount } = show()
    await user.click(await screen.findByRole('button', { name: /再识别申请/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '再识别申请' }))
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    expect(await dialog.findByText('请填写案件编号')).toBeTruthy()
    expect(dialog.getByText('请填写理由')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: '案件编号' }), 'LD-17')
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '联系密接者')
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    const said = { subjectId: 's1', caseNo: 'LD-17', reason: '联系密接者' }
    await vi.waitFor(() => expect(api.callsOf(reidEndpoints.request).at(-1)?.body).toEqual(said))
    unmount()
    show(['mon:health:list'])
    await panel('结论')
    expect(screen.queryByRole('button', { name: /再识别申请/ })).toBeNull()
  })
})
