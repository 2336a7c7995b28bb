import { dutyEndpoints } from '@natim/contract/mon/duty'
import { shiftSpan } from '@natim/domain/duty'
import { calendarDayGmt8, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { fresh } from '../../drivers/fresh.ts'
import { type Stage, setStage } from '../../drivers/stage.ts'

const PAGE = '/mon/duty'

/**
 * A team whose current shift ends within its 15 min handover period, with a person on duty in each of the two shifts.
 */
async function planTeam(
  stage: Stage,
  first: string,
  second: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const planner = await stage.colleague()
  const name = fresh('值班组')
  // The current shift began half an hour ago; just after midnight that is on the previous day.
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS
  const day = calendarDayGmt8(startMs)
  const startMin = (startMs - (parseGmt8(day) ?? 0)) / MINUTE_MS
  const end = shiftSpan(day, startMin, 40).toMs
  const nextDay = calendarDayGmt8(end)
  const shifts = [
    { name: '甲', startMin, lengthMin: 40 },
    { name: '乙', startMin: (end - (parseGmt8(nextDay) ?? 0)) / MINUTE_MS, lengthMin: 60 },
  ]
  const form = { name, level: 'special', sysOrgCode: 'A01', regionCode: '81', shifts } as const
  const { id } = await planner.call(dutyEndpoints.saveTeam, { body: form })
  const { teams } = await planner.call(dutyEndpoints.board, { query: {} })
  const people = await planner.call(dutyEndpoints.candidates, { query: { teamId: id } })
  const planned = [
    ['甲', day, first],
    ['乙', nextDay, second],
  ] as const
  for (const [shiftName, of, username] of planned) {
    const shift = teams.find((team) => team.id === id)?.shifts.find((one) => one.name === shiftName)
    const userId = people.find((person) => person.username === username)?.userId ?? ''
    await planner.call(dutyEndpoints.assign, { body: { shiftId: shift?.id ?? '', day: of, userId, expected: null } })
  }
  return { id, name }
}

describeInBrowser('handing over a shift', () => {
  const stage = setStage()

  it('is signed by the officer on duty and, at another machine, by the next one, and is final', async () => {
    const [giver, taker] = await Promise.all(
      ['handover_giver', 'handover_taker'].map((name) => stage.person(name, 'nat_duty')),
    )
    if (!giver || !taker) throw new Error('nobody is there')
    const team = await planTeam(stage, giver.username, taker.username)
    const first = await stage.enter(giver, PAGE)
    await first.shows(/10 字以上/)
    await first.fill({ 交班说明: '设备正常，没有遗留报警，照常盯守。' })
    await first.press('交班签字')
    await first.shows(/等待handover_taker签字/)

    const second = await stage.openMachine()
    await second.signIn(taker, PAGE)
    await second.press('接班签字')
    await second.shows(/已签/)
    await second.press('交接记录')
    await second.shows(/handover_giver → handover_taker/)

    const colleague = await stage.colleague()
    const [record] = await colleague.call(dutyEndpoints.handovers, { query: { teamId: team.id } })
    expect(record).toMatchObject({ fromName: 'handover_giver', toName: 'handover_taker', takenHere: false })
    expect(record?.takenMs).toBeGreaterThanOrEqual(record?.givenMs ?? Number.POSITIVE_INFINITY)
  })
})
