import type { createManualClock } from '../platform/clock.ts'
import { buildTestApp } from './build-app.ts'

interface Cell {
  readonly expected?: string | null
  readonly by?: string
}

/**
 * Officers of 江苏 (`zhou`, `he`, `ma`), 山东 and the whole country (`chief`), an administrator, and a team with three
 * shifts a day.
 */
export async function buildDuty(clock: ReturnType<typeof createManualClock>) {
  const server = await buildTestApp({ clock })
  const people = new Map<string, string>()
  for (const name of ['zhou', 'he', 'ma'])
    people.set(name, await server.addUser(name, { roles: ['nat_duty'], regionPrefixes: ['32'] }))
  people.set('shandong', await server.addUser('shandong', { roles: ['nat_duty'], regionPrefixes: ['37'] }))
  people.set('chief', await server.addUser('chief', { roles: ['nat_duty'] }))
  people.set('boss', await server.addUser('boss', { roles: ['nat_admin'] }))

  const idOf = (name: string) => people.get(name) ?? ''
  const nameOf = (id: string) => [...people].find(([, held]) => held === id)?.[0]
  const call = async (by: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await server.call(method, `/mon/duty/${path}`, { token: await server.signIn(by), ...(body && { body }) })).body

  async function addTeam(name: string, level: string, regionCode = '32') {
    const shifts = [
      { name: '夜', startMin: 0, lengthMin: 480 },
      { name: '早', startMin: 480, lengthMin: 480 },
      { name: '中', startMin: 960, lengthMin: 480 },
    ]
    const by = regionCode === '' ? 'chief' : 'zhou'
    const form = { name, level, sysOrgCode: 'A01', regionCode, shifts }
    const { result, message } = await call(by, 'POST', 'saveTeam', form)
    if (!result) throw new Error(message)
    const board = await call(by, 'GET', 'board')
    const added = board.result.teams.find(({ id }: { id: string }) => id === result.id)
    const [night, early, late] = added.shifts.map(({ id }: { id: string }) => id)
    return { id: result.id as string, night, early, late }
  }

  const assign = (shiftId: string, day: string, name: string | null, { expected = null, by = 'zhou' }: Cell = {}) =>
    call(by, 'PUT', 'assign', { shiftId, day, userId: name === null ? null : idOf(name), expected })
  const assignments = () => server.db.selectFrom('monDutyAssignment').selectAll().orderBy('fromTs').execute()
  const clear = async () => {
    await server.db.deleteFrom('monDutyAssignment').execute()
  }
  const assignmentId = async (shiftId: string, day: string) =>
    (await assignments()).find((row) => row.shiftId === shiftId && String(row.day) === day)?.id ?? ''

  const team = await addTeam('江苏省值班', 'province')
  return { server, team, idOf, nameOf, call, addTeam, assign, assignments, clear, assignmentId }
}
