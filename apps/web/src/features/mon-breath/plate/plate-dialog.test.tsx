import { breathEndpoints, type PlateSession } from '@natim/contract/mon/breath'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { PlateButton } from './plate-dialog.tsx'

type Well = PlateSession['wells'][number]
const well = (place: number, given: Partial<Well> = {}): Well => ({
  place,
  id: `t${place}`,
  no: `BT20261121-${String(place).padStart(4, '0')}`,
  status: 'resulted',
  verdict: 'neg',
  ...given,
})

let api: ReturnType<typeof stubApi>
let wells: Well[]
beforeEach(() => {
  api = stubApi()
  wells = [
    well(1),
    well(13, { verdict: 'presumptive', status: 'released' }),
    well(95, { verdict: null, status: 'invalid' }),
    well(96, { verdict: null, status: 'analysing' }),
  ]
  api.on(breathEndpoints.plate, ({ query: { sessionNo } }) => ({ sessionNo, wells: sessionNo === 'S-1' ? wells : [] }))
})
async function open(suggested: string | undefined) {
  const view = renderPage(<PlateButton suggested={suggested} />)
  await view.user.click(screen.getByRole('button', { name: '筛查板' }))
  return view
}

describe('筛查板', () => {
  it('shows 96 places with their tests in words, and the progress of the session', async () => {
    await open('S-1')
    expect(await screen.findByRole('link', { name: /^A1 .*阴性/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /^B1 .*疑似阳性/ }).getAttribute('href')).toBe('/mon/breath/detail/t13')
    expect(screen.getByRole('link', { name: /^H11 .*样本无效/ }).textContent).toBe('✕')
    expect(screen.getByRole('link', { name: /^H12 .*分析中/ }).textContent).toBe('分析')
    expect(screen.getAllByLabelText(/空$/)).toHaveLength(92)
    expect(document.body.textContent).toContain('4 / 96 孔有样本 · 已出结果 3 · 已发布或无效 2')
  })

  it('asks for a session when none is known, and says when it does not exist', async () => {
    const { user } = await open(undefined)
    expect(screen.getByText('请输入筛查批次')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: '筛查批次' }), 'S-9{Enter}')
    expect(await screen.findByText('没有这个批次')).toBeTruthy()
    expect(api.callsOf(breathEndpoints.plate).at(-1)?.query).toEqual({ sessionNo: 'S-9' })
  })
})
