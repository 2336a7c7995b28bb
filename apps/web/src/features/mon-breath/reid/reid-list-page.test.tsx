import { type ReidRow, reidEndpoints } from '@natim/contract/mon/subject'
import { MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import ReidListPage from './reid-list-page.tsx'

const ASKED_MS = parseGmt8('2026-11-21 09:00:00') ?? 0
const request = (given: Partial<ReidRow>): ReidRow => ({
  id: 'r1',
  subjectCode: 'B-7K2Q****TD',
  reason: '联系密接者',
  caseNo: 'LD-1',
  state: 'waiting',
  requestedName: '张申请',
  requestedMs: ASKED_MS,
  decidedName: null,
  decidedMs: null,
  decideNote: null,
  viewedMs: null,
  openUntilMs: null,
  isOwn: false,
  ...given,
})
const approved = (given: Partial<ReidRow>) =>
  request({ state: 'approved', decidedName: '李批准', decidedMs: ASKED_MS, isOwn: true, ...given })

let api: ReturnType<typeof stubApi>
let rows: ReidRow[]
beforeEach(() => {
  api = stubApi()
  rows = [request({})]
  api.on(reidEndpoints.list, () => pageOf(rows))
  api.on(reidEndpoints.approve, () => null)
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<ReidListPage />, options)
const rowOf = async (caseNo: string) => within(await screen.findByRole('row', { name: new RegExp(caseNo) }))

describe('re-identification requests', () => {
  it('show who asked, why, who granted, and when it was viewed', async () => {
    rows = [approved({ state: 'viewed', viewedMs: ASKED_MS + 5 * MINUTE_MS })]
    open()
    const texts = (await rowOf('LD-1')).getAllByRole('cell').map((cell) => cell.textContent)
    for (const text of [
      'B-7K2Q****TD',
      '联系密接者',
      '已查看',
      '张申请',
      '11-21 09:00',
      '李批准 11-21 09:00',
      '11-21 09:05',
    ])
      expect(texts).toContain(text)
  })

  it.each([
    ['批准', true],
    ['拒绝', false],
  ])('are decided by another person after confirmation: %s', async (verb, isApproved) => {
    const { user } = open()
    await user.click((await rowOf('LD-1')).getByRole('button', { name: new RegExp(verb.split('').join('\\s?')) }))
    expect(api.callsOf(reidEndpoints.approve)).toEqual([])
    await user.click(await screen.findByRole('button', { name: /确\s?定/ }))
    await waitFor(() => expect(api.callsOf(reidEndpoints.approve).at(-1)?.body).toEqual({ id: 'r1', isApproved }))
  })

  it('of the user wait for another person, others for a permitted user', async () => {
    rows = [request({ isOwn: true })]
    const { unmount } = open()
    const own = await rowOf('LD-1')
    expect(own.getByText('须由另一人批准')).toBeTruthy()
    expect(own.queryAllByRole('button')).toEqual([])
    unmount()
    rows = [request({})]
    open({ rights: ['mon:health:list', 'mon:health:view'] })
    expect((await rowOf('LD-1')).queryAllByRole('button')).toEqual([])
  })

  it('show the identity once, in a dialog that says so', async () => {
    rows = [approved({ openUntilMs: Date.now() + 5 * MINUTE_MS })]
    const identity = { personName: '赵测试', idCard: '110101199003071230', personPhone: '13800001234' }
    api.on(reidEndpoints.view, () => ({ subjectCode: 'B-7K2Q8M3XTD', identity }))
    const { user } = open()
    await user.click((await rowOf('LD-1')).getByRole('button', { name: /查看身份（至/ }))
    expect(api.callsOf(reidEndpoints.view)).toEqual([])
    await user.click(await screen.findByRole('button', { name: /确\s?定/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '受试者 B-7K2Q8M3XTD' }))
    for (const text of [...Object.values(identity), '关闭后不能再次查看，须重新申请。'])
      expect(dialog.getByText(text)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '我已看完' }))
    await waitFor(() => expect(document.body.textContent).not.toContain(identity.idCard))
  })

  it.each([
    ['whose ten minutes are over', { openUntilMs: Date.now() - 1 }],
    ['of somebody else', { openUntilMs: Date.now() + MINUTE_MS, isOwn: false }],
    ['that was seen', { state: 'viewed', openUntilMs: null } as const],
  ])('offer no view of a request %s', async (_name, given) => {
    rows = [approved(given)]
    open()
    expect((await rowOf('LD-1')).queryByRole('button', { name: /查看身份/ })).toBeNull()
  })

  it('show a refusal of the server', async () => {
    rows = [approved({ openUntilMs: Date.now() + 5 * MINUTE_MS })]
    api.on(reidEndpoints.view, () => {
      throw new Refusal('申请不能查看：未批准、已查看过，或已超过 10 分钟')
    })
    const { user } = open()
    await user.click((await rowOf('LD-1')).getByRole('button', { name: /查看身份/ }))
    await user.click(await screen.findByRole('button', { name: /确\s?定/ }))
    expect(await screen.findByText(/已超过 10 分钟/)).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: /^受试者/ })).toBeNull()
  })
})
