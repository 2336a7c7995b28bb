import { describe, expect, it } from 'vitest'
import { daysLeft, dueState, readinessOf } from './readiness.ts'

const TODAY = '2026-11-21'
const facts = (given: object = {}) => ({ status: 'online', sourceDue: '2026-12-31', calibDue: '2027-03-01', ...given })

describe('readiness', () => {
  it('is ready when online with both checks in date, the due day included', () => {
    expect(readinessOf(facts({ sourceDue: TODAY, calibDue: TODAY }), TODAY)).toEqual({ state: 'ready', reasons: [] })
    expect(readinessOf(facts({ sourceDue: null, calibDue: null }), TODAY).state).toBe('ready')
  })

  it.each([
    [{ status: 'offline' }, 'limited', ['设备离线']],
    [{ status: 'maintenance' }, 'limited', ['维护中']],
    [{ sourceDue: '2026-11-20' }, 'limited', ['核查源检查逾期']],
    [{ calibDue: '2026-11-20' }, 'unusable', ['校准逾期']],
    [{ status: 'fault' }, 'unusable', ['设备故障']],
    [{ status: 'retired' }, 'unusable', ['已报废']],
    [{ status: 'inactive' }, 'unusable', ['尚未接入']],
    [
      { status: 'offline', calibDue: '2026-11-20', sourceDue: '2026-11-01' },
      'unusable',
      ['校准逾期', '设备离线', '核查源检查逾期'],
    ],
  ])('%j is %s', (given, state, reasons) => {
    expect(readinessOf(facts(given), TODAY)).toEqual({ state, reasons })
  })

  it('distinguishes due soon from overdue', () => {
    expect(['2026-11-20', TODAY, '2026-12-05', '2026-12-06', null].map((day) => dueState(day, TODAY))).toEqual([
      'overdue',
      'soon',
      'soon',
      'ok',
      'none',
    ])
    expect(daysLeft('2026-11-20', TODAY)).toBe(-1)
    expect(daysLeft('2027-01-01', '2026-12-31')).toBe(1)
  })
})
