import { type BreathDetail, breathEndpoints } from '@natim/contract/mon/breath'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import BreathDetailPage from './breath-detail-page.tsx'
import { DETAIL, TEST } from './testing/breath-detail.ts'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
})

/** Content of the sheet: facts by caption, rows of substances, and the sentences below. */
async function sheetOf(detail: BreathDetail) {
  api.on(breathEndpoints.get, () => detail)
  renderPage(<BreathDetailPage />, { at: '/mon/breath/detail/t1', path: '/mon/breath/detail/:id' })
  await screen.findByRole('button', { name: /打印结果单/ })
  const sheet = document.querySelector<HTMLElement>('[data-breath-sheet]') ?? document.createElement('p')
  const facts = [...sheet.querySelectorAll('dl > div')].map((one) => [
    one.querySelector('dt')?.textContent,
    one.querySelector('dd')?.textContent,
  ])
  const rows = [...sheet.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
  const sentences = [...sheet.querySelectorAll(':scope > p')].map((line) => line.textContent)
  return { sheet, facts: Object.fromEntries(facts), rows, sentences }
}
const testWith = (given: Partial<BreathDetail['test']>): BreathDetail => ({ ...DETAIL, test: { ...TEST, ...given } })

describe('the printed sheet', () => {
  it('[BZ-11] shows masked person, hour, place, device, verdict, reviewer and markers, and states that it is no diagnosis', async () => {
    const { sheet, facts, rows, sentences } = await sheetOf(
      testWith({ status: 'released', reviewedName: '王复核', releasedName: '李发布', confirmResult: 'positive' }),
    )
    expect(sheet.querySelector('h1')?.textContent).toBe('呼气检测结果单')
    expect(facts).toEqual({
      编号: 'BT20261121-0417',
      受试者码: 'B-7K2Q****TD',
      '年龄段 / 性别': '40–59 岁 / 女',
      采样: '11-21 09 时',
      地点: '河北省石家庄市',
      '方法 / 设备': 'GC-MS / 呼气 3#',
      结论: '疑似阳性（需确证）',
      状态: '已发布',
      复核: '王复核',
      发布: '李发布',
      确证结果: '确证阳性',
    })
    expect(rows).toContainEqual(['丙酮', '972', expect.stringContaining('180–860'), '高 1.13 倍'])
    expect(sentences).toEqual(['需核酸 / 实验室确证。', '本结果不作为诊断依据。'])
  })

  it('shows code, second and station when unmasked', async () => {
    const { facts } = await sheetOf(
      testWith({
        isOpen: true,
        subjectCode: 'B-7K2Q8M3XTD',
        sampleMs: (TEST.sampleMs ?? 0) + 47 * MINUTE_MS + 31_000,
        stationName: '裕华采样点',
      }),
    )
    expect(facts).toMatchObject({ 受试者码: 'B-7K2Q8M3XTD', 采样: '11-21 09:47:31', 地点: '裕华采样点' })
  })

  it('says why a sample is invalid, with neither substances nor a confirmation notice', async () => {
    const { facts, rows, sentences } = await sheetOf(
      testWith({ status: 'invalid', verdict: null, score: null, exitReason: '采样容积未测得' }),
    )
    expect(facts).toMatchObject({ 结论: '样本无效 · 采样容积未测得', 复核: '—', 发布: '—', 确证结果: '—' })
    expect([rows, sentences]).toEqual([[], ['本结果不作为诊断依据。']])
  })

  it('asks for no confirmation of a negative result, and states that it is no diagnosis', async () => {
    const { facts, sentences } = await sheetOf(testWith({ verdict: 'neg', subjectCode: null, subjectId: null }))
    expect(facts).toMatchObject({ 结论: '阴性', 受试者码: '未关联', 状态: '待复核' })
    expect(sentences).toEqual(['本结果不作为诊断依据。'])
  })

  it('shows no band for an age group without reference data', async () => {
    const { rows } = await sheetOf(testWith({ ageBand: '0-4', sampleMs: (TEST.sampleMs ?? 0) - HOUR_MS }))
    expect(rows[0]?.slice(0, 3)).toEqual(['丙酮', '972', '—'])
  })
})
