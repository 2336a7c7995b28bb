import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { buildModel } from '../../../testing/build-device.ts'
import { matchRegions } from '../list/tree-matches.tsx'
import { ModelStep, matchModels } from './model-step.tsx'

const model = (id: string, name: string, kind: 'gas' | 'air') => buildModel({ id, code: `HX-${id}`, name, kind })
const MODELS = [model('1', '氯气探测器', 'gas'), model('2', 'VOC 监测仪', 'air')]

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(deviceModel.endpoints.list, () => pageOf(MODELS))
})

describe('choosing a model', () => {
  it.each([
    ['', ['1', '2']],
    ['voc', ['2']],
    [' hx-1', ['1']],
    ['有毒气体', ['1']],
    ['恒熙', ['1', '2']],
    ['无', []],
  ])('finds by «%s»', (text, ids) => {
    expect(matchModels(MODELS, text).map(({ id }) => id)).toEqual(ids)
  })

  it('groups by kind and returns the whole model', async () => {
    const onChange = vi.fn<(chosen: unknown) => void>()
    const { user } = renderPage(<ModelStep value={undefined} onChange={onChange} />)
    expect(await screen.findByRole('region', { name: '有毒气体探测器' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /氯气探测器/ }))
    expect(onChange).toHaveBeenCalledWith(MODELS[0])
    await user.type(screen.getByRole('searchbox', { name: '搜索型号' }), 'VOC')
    expect(screen.queryByRole('region', { name: '有毒气体探测器' })).toBeNull()
  })

  it('says why there are no models, and retries', async () => {
    api.on(deviceModel.endpoints.list, () => {
      throw new Refusal('网络超时', 504)
    })
    const { user } = renderPage(<ModelStep value={undefined} onChange={() => undefined} />)
    expect((await screen.findByRole('alert')).textContent).toContain('网络超时')
    api.on(deviceModel.endpoints.list, () => pageOf(MODELS))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByRole('radio', { name: /VOC/ })).toBeTruthy()
  })
})

describe('finding a place', () => {
  it.each([
    ['江苏', ['32']],
    ['南京', ['3201']],
    ['无此地', []],
  ])('«%s»', (text, keys) => {
    expect(matchRegions(text).map(({ key }) => key)).toEqual(keys)
  })
})
