import { DAY_MS, formatGmt8, HOUR_MS } from '@natim/domain/time'
import { WX_PRODUCT_STATES } from '@natim/domain/wx-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { createLocalStore } from '../../../platform/files/local-store.ts'
import { createLogger } from '../../../platform/logger.ts'
import { buildAlarm } from '../../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { loadDemoProducts, startWxProductWorker } from '../index.ts'
import { fakeAccount } from '../testing/fake-account.ts'

const NOW = Date.UTC(2026, 10, 21, 2)

let server: TestApp

beforeAll(async () => {
  server = await buildTestApp()
  for (const [name, role] of [
    ['editor', 'wx_editor'],
    ['reviewer', 'wx_reviewer'],
    ['officer', 'nat_duty'],
  ] as const)
    await server.addUser(name, { roles: [role] })
  await server.db.updateTable('sysUser').set({ createBy: 'demo' }).execute()
  const released = new Date(NOW - 43.9 * HOUR_MS)
  await buildAlarm(server.db, {
    no: 'AL-CL',
    title: '氯气超 AEGL-2',
    severity: 2,
    triggerTs: released,
    raisedTs: released,
  })
  await loadDemoProducts({ db: server.db, nowMs: NOW })
})
afterAll(() => server.close())

const products = () => server.db.selectFrom('monWxProduct').selectAll().orderBy('createTime').execute()

describe('the demonstration', () => {
  it('has sixty products in every state but the transient one, numbered by day', async () => {
    const rows = await products()
    expect(rows).toHaveLength(60)
    const states = new Set(rows.map(({ state }) => state))
    for (const state of Object.keys(WX_PRODUCT_STATES)) if (state !== 'publishing') expect([...states]).toContain(state)
    expect(new Set(rows.map(({ no }) => no)).size).toBe(60)
  })

  it('has consistent logs by two persons, none in the future', async () => {
    const rows = await products()
    const log = await server.db.selectFrom('monWxProductLog').selectAll().orderBy('id').execute()
    for (const { id, approvedBy, editBy } of rows) {
      const own = log.filter(({ productId }) => productId === id)
      for (const [index, line] of own.entries()) expect(line.fromState).toBe(own[index - 1]?.toState ?? null)
      expect(own.map(({ at }) => at.getTime())).toEqual(own.map(({ at }) => at.getTime()).toSorted((a, b) => a - b))
      expect(own.every(({ at }) => at.getTime() <= NOW)).toBe(true)
      expect(approvedBy).not.toBe(editBy)
    }
  })

  it('has the chlorine warning, caused by its alarm and approved by the duty officer', async () => {
    const warning = (await products()).find(({ title }) => title.includes('氯气泄漏'))
    expect(warning).toMatchObject({ causeNo: 'AL-CL', severity: 2, approvedBy: 'officer', state: 'published' })
  })

  it('has daily bulletins at half past eight, and a recalled one that is removed from the account', async () => {
    const rows = await products()
    const dailies = rows.filter(({ type, state }) => type === 'daily' && state === 'published')
    expect(dailies.length).toBeGreaterThan(20)
    for (const { scheduleAt } of dailies) expect(formatGmt8(scheduleAt?.getTime() ?? 0).slice(11, 16)).toBe('08:30')
    expect(rows.find(({ state }) => state === 'recalled')?.removedAt).toBeInstanceOf(Date)
  })

  it('has reader counts that only grow, and notifies nobody', async () => {
    const days = await server.db
      .selectFrom('monWxProductStat')
      .selectAll()
      .orderBy('productId')
      .orderBy('day')
      .execute()
    expect(days.length).toBeGreaterThan(150)
    for (const [index, { productId, readN }] of days.entries()) {
      const before = days[index - 1]
      if (before?.productId === productId) expect(readN).toBeGreaterThanOrEqual(before.readN)
    }
    expect(
      await server.db.selectFrom('sysAnnouncement').select('id').where('busType', '=', 'wxProduct').execute(),
    ).toEqual([])
  })

  it('is never sent to an account, whichever is configured', async () => {
    const { account, gateway } = fakeAccount()
    const clock = createManualClock(NOW + 2 * DAY_MS)
    const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
    const options = { db: server.db, bus: server.bus, log, gateway, store: createLocalStore('/nowhere'), author: '' }
    for (let i = 0; i < 4; i++) {
      const worker = startWxProductWorker({ ...options, clock })
      await worker.look()
      await worker.stop()
      clock.leap(60_000)
    }
    const scheduled = (await products()).find(({ title }) => title === '监测网络开放日预告')
    expect(scheduled?.state).toBe('published')
    expect(account.calls).toEqual([])
  })
})
