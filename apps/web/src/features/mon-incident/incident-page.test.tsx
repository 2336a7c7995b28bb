import { incidentEndpoints } from '@natim/contract/mon/incident'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildIncident, buildIncidentDetail } from '@/testing/build-incident.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import IncidentListPage from './incident-list-page.tsx'
import IncidentPage from './incident-page.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(incidentEndpoints.list, () => pageOf([buildIncident()]))
  api.on(incidentEndpoints.detail, () => buildIncidentDetail())
  api.on(incidentEndpoints.entry, () => null)
  api.on(incidentEndpoints.unlink, () => null)
  api.on(incidentEndpoints.move, () => ({ status: 'monitoring' as const, version: 2 }))
})

type Options = NonNullable<Parameters<typeof renderPage>[1]>
const open = async (options: Options = {}) => {
  const view = renderPage(<IncidentPage />, { at: '/mon/incident/room/i1', path: '/mon/incident/room/:id', ...options })
  await screen.findByRole('heading', { name: '时间线' })
  return view
}
const bodies = (name: 'entry' | 'move' | 'unlink') => api.callsOf(incidentEndpoints[name]).map(({ body }) => body)

describe('the page of an incident', () => {
  it('shows its state, its alarms, and the timeline with corrected entries struck through', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('江北新区化工园区氯气泄漏')
    expect(screen.getByText('Ⅱ 级')).toBeDefined()
    expect(screen.getByText('负责人 周海宁')).toBeDefined()
    expect(screen.getByText('1 起 · 1 起未确认')).toBeDefined()
    const alarm = screen.getByRole('link', { name: '氯气 60 min 均值超 AEGL-2' })
    expect(decodeURIComponent(alarm.getAttribute('href') ?? '')).toContain('"alarm":"123"')
    const [correction, corrected, told] = screen.getAllByRole('listitem')
    expect(correction?.textContent).toContain('更正 改为 2# 罐组')
    // An incident lasts for days.
    expect(correction?.querySelector('time')?.textContent).toMatch(/^\d\d-\d\d \d\d:\d\d$/)
    expect(corrected?.dataset['struck']).toBe('true')
    expect(corrected?.textContent).toContain('已被更正')
    // Neither a corrected entry nor a generated one can be corrected.
    expect(within(corrected as HTMLElement).queryByRole('button')).toBeNull()
    expect(within(told as HTMLElement).queryByRole('button')).toBeNull()
  })

  it('adds entries by keyboard, and keeps the input after a refusal', async () => {
    const { user } = await open()
    await user.keyboard('n')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '记一条' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('消防到场{Enter}')
    await waitFor(() => expect(bodies('entry')).toEqual([{ id: 'i1', kind: 'note', text: '消防到场' }]))
    await waitFor(() => expect(field.value).toBe(''))
    api.on(incidentEndpoints.entry, () => {
      throw new Refusal('未找到对应数据')
    })
    await user.type(field, '阀门已关{Enter}')
    await waitFor(() => expect(bodies('entry')).toHaveLength(2))
    expect(field.value).toBe('阀门已关')
  })

  it('corrects an entry by another one', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '更正：改为 2# 罐组' }))
    const field = screen.getByRole('textbox', { name: '更正为' })
    await user.clear(field)
    await user.type(field, '改为 5# 罐组{Enter}')
    await waitFor(() =>
      expect(bodies('entry')).toEqual([{ id: 'i1', kind: 'note', text: '改为 5# 罐组', corrects: 3 }]),
    )
  })

  it('requires a reason for every step, and for unlinking an alarm', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '转入监视' }))
    const dialog = within(await screen.findByRole('dialog', { name: '转入监视' }))
    await user.click(dialog.getByRole('button', { name: '转入监视' }))
    expect(await dialog.findByText('请填写说明')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: '说明' }), '浓度回落')
    await user.click(dialog.getByRole('button', { name: '转入监视' }))
    await waitFor(() =>
      expect(bodies('move')).toEqual([{ id: 'i1', version: 1, status: 'monitoring', note: '浓度回落' }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^移出 氯气/ }))
    const reason = within(await screen.findByRole('dialog', { name: '移出事件' }))
    await user.type(reason.getByRole('textbox', { name: '说明' }), '另一处设施')
    await user.click(reason.getByRole('button', { name: '移出' }))
    await waitFor(() => expect(bodies('unlink')).toEqual([{ id: 'i1', ids: ['123'], note: '另一处设施' }]))
  })

  it('is read-only without permission; a closed one still accepts entries', async () => {
    const view = await open({ rights: ['mon:incident:view'] })
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    view.unmount()
    api.on(incidentEndpoints.detail, () =>
      buildIncidentDetail({ status: 'closed', status_dictText: '已关闭', closedMs: Date.now() }),
    )
    await open()
    expect(screen.getByRole('textbox', { name: '记一条' })).toBeDefined()
    expect(screen.queryByRole('button', { name: '关闭事件' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^移出/ })).toBeNull()
  })

  it('says why it cannot be shown', async () => {
    api.on(incidentEndpoints.detail, () => {
      throw new Refusal('未找到对应数据')
    })
    renderPage(<IncidentPage />, { at: '/mon/incident/room/i1', path: '/mon/incident/room/:id' })
    expect(await screen.findByText(/未找到对应数据/)).toBeDefined()
  })
})

describe('the list', () => {
  it('filters by status, and opens the page', async () => {
    const { user } = renderPage(<IncidentListPage />, { at: '/mon/incident/list' })
    expect(await screen.findByRole('heading', { level: 1, name: /^事件/ })).toBeDefined()
    const link = await screen.findByRole('link', { name: '江北新区化工园区氯气泄漏' })
    expect(link.getAttribute('href')).toBe('/mon/incident/room/i1')
    await user.click(screen.getByRole('button', { name: /^监视中/ }))
    await waitFor(() =>
      expect(api.callsOf(incidentEndpoints.list).at(-1)?.query).toMatchObject({ status: 'monitoring' }),
    )
  })
})
