import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildDuty } from '../../testing/build-duty.ts'

const NOW_MS = Date.parse('2026-11-21T15:40:00+08:00')
const END_MS = Date.parse('2026-11-21T16:00:00+08:00')
const TODAY = '2026-11-21'
const clock = createManualClock(NOW_MS)
const { addTeam, assign, clear, idOf, server, team } = await buildDuty(clock)
const country = await addTeam('全国值班', 'national', '')

/** Screens by creator, each with a kiosk token. */
const made = new Map<string, { readonly screenId: string; readonly kiosk: string }>()

beforeAll(async () => {
  for (const name of ['zhou', 'shandong', 'chief']) {
    const token = await server.signIn(name)
    const { body } = await server.call('POST', '/mon/wall/add', { token, body: { name: `${name} 的屏` } })
    const screenId = body.result.id as string
    const form = { screenId, name: '大厅', days: 30 }
    const added = await server.call('POST', '/mon/wall/token/add', { token, body: form })
    made.set(name, { screenId, kiosk: added.body.result.token })
  }
})
beforeEach(async () => {
  clock.advance(NOW_MS - clock.now())
  await clear()
  await assign(team.early, TODAY, 'zhou')
  await assign(team.late, TODAY, 'he')
  await assign(country.early, TODAY, 'chief', { by: 'chief' })
})
afterAll(() => server.close())

const watchOf = async (name: string, token: string) => {
  const query = `id=${made.get(name)?.screenId}`
  return (await server.call('GET', `/mon/wall/network?${query}`, { token })).body.result.watch
}
const shown = async (name: string) => watchOf(name, made.get(name)?.kiosk ?? '')

describe('staff on duty', () => {
  it('are shown to a kiosk by shift and name only, for the team of its screen', async () => {
    const ofJiangsu = { teamName: '江苏省值班', present: [{ shiftName: '早', name: 'zhou（测试）' }] }
    expect(await shown('zhou')).toEqual(ofJiangsu)
    expect(await watchOf('zhou', await server.signIn('zhou'))).toEqual(ofJiangsu)
    expect(await shown('chief')).toEqual({
      teamName: '全国值班',
      present: [{ shiftName: '早', name: 'chief（测试）' }],
    })
  })

  it('are hidden for a team that the creator of the screen cannot see', async () => {
    expect(await shown('shandong')).toBeNull()
  })

  it('change at the first instant of the next shift', async () => {
    clock.advance(END_MS - 1 - clock.now())
    expect((await shown('zhou')).present).toEqual([{ shiftName: '早', name: 'zhou（测试）' }])
    clock.advance(1)
    expect((await shown('zhou')).present).toEqual([{ shiftName: '中', name: 'he（测试）' }])
  })

  it('are empty when the shift is unassigned or its holder is frozen', async () => {
    clock.advance(END_MS - clock.now())
    const setStatus = (status: number) =>
      server.db.updateTable('sysUser').set({ status }).where('id', '=', idOf('he')).execute()
    await setStatus(2)
    expect(await shown('zhou')).toEqual({ teamName: '江苏省值班', present: [] })
    await setStatus(1)
    expect((await shown('zhou')).present).toHaveLength(1)
    await clear()
    expect(await shown('zhou')).toEqual({ teamName: '江苏省值班', present: [] })
  })

  it('belong to the team of the nearest department', async () => {
    await server.db
      .updateTable('monWallScreen')
      .set({ sysOrgCode: 'A01A05' })
      .where('id', '=', made.get('chief')?.screenId ?? '')
      .execute()
    await server.db.updateTable('monDutyTeam').set({ sysOrgCode: 'A01A05' }).where('id', '=', team.id).execute()
    expect(await shown('chief')).toMatchObject({ teamName: '江苏省值班' })
    await server.db.updateTable('monDutyTeam').set({ sysOrgCode: 'A01A06' }).where('id', '=', team.id).execute()
    expect(await shown('chief')).toMatchObject({ teamName: '全国值班' })
  })
})
