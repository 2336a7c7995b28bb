import { expect, it } from 'vitest'
import { type Outcome, schedule } from './schedule.mjs'

/** Tasks that end on request, and the facts known about them. */
function stage(plan: Readonly<Record<string, { weight?: number; after?: readonly string[]; skip?: string }>>) {
  const started: string[] = []
  const running = new Map<string, (isGood: boolean) => void>()
  const stop = new AbortController()
  const tasks = Object.entries(plan).map(([name, { weight = 1, ...more }]) => ({
    name,
    weight,
    ...more,
    work: () => new Promise<boolean>((resolve) => running.set(name, resolve)),
  }))
  const outcomes = schedule(tasks, {
    capacity: 3,
    isGood: (isGood) => isGood,
    onStart: (name) => started.push(name),
    signal: stop.signal,
  })
  return {
    started,
    stop,
    async end(name: string, isGood = true) {
      running.get(name)?.(isGood)
      await settled()
    },
    states: async () => Object.fromEntries((await outcomes).map(({ name, state }) => [name, state])),
    outcomes,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const find = (outcomes: readonly Outcome<boolean>[], name: string) => outcomes.find((outcome) => outcome.name === name)

it("starts in the given order, up to the machine's capacity", async () => {
  const { started, end, states } = stage({ a: { weight: 2 }, b: {}, c: { weight: 2 }, d: {} })
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started, 'c does not fit beside a, and d does not overtake it').toEqual(['a', 'b'])
  await end('a')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  await end('d')
  await end('c')
  expect(await states()).toEqual({ a: 'passed', b: 'passed', c: 'passed', d: 'passed' })
})

it('starts a task when all its dependencies have passed, ignoring those not in the run', async () => {
  const { started, end, states } = stage({ late: { after: ['a', 'b', 'elsewhere'] }, a: {}, b: {} })
  expect(started).toEqual(['a', 'b'])
  await end('a')
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'late'])
  await end('late')
  expect(await states()).toEqual({ late: 'passed', a: 'passed', b: 'passed' })
})

it("runs a task alone when it exceeds the machine's capacity", async () => {
  const { started, end } = stage({ small: {}, huge: { weight: 9 } })
  expect(started).toEqual(['small'])
  await end('small')
  expect(started).toEqual(['small', 'huge'])
  await end('huge')
})

it('starts nothing more after a failure, and waits for running tasks', async () => {
  const { started, end, states } = stage({ a: { weight: 2 }, b: {}, c: {} })
  await end('b', false)
  expect(started).toEqual(['a', 'b'])
  await end('a')
  expect(await states()).toEqual({ a: 'passed', b: 'failed', c: 'not run' })
})

it('continues after a failure if requested', async () => {
  const work = (isGood: boolean) => async () => isGood
  const tasks = [
    { name: 'a', weight: 3, work: work(false) },
    { name: 'b', weight: 3, work: work(true) },
    { name: 'c', weight: 3, after: ['a'], work: work(true) },
  ]
  const outcomes = await schedule(tasks, { capacity: 3, isGood: (isGood) => isGood, goesOn: true })
  expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'passed', 'not run'])
})

it('treats a throwing task as failed, and keeps the error', async () => {
  const outcomes = await schedule([{ name: 'a', weight: 1, work: () => Promise.reject(new Error('no disk')) }], {
    capacity: 3,
    isGood: () => true,
  })
  expect(outcomes).toMatchObject([{ name: 'a', state: 'failed', error: new Error('no disk') }])
})

it('skips tasks that depend on a skipped one, and says why', async () => {
  const { started, end, outcomes } = stage({
    far: { after: ['near'] },
    near: { after: ['browser'] },
    browser: { skip: 'needs chromium' },
    free: {},
  })
  await settled()
  await end('free')
  expect(started).toEqual(['free'])
  const all = await outcomes
  expect(all.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped', 'passed'])
  expect(find(all, 'browser')?.reason).toBe('needs chromium')
  expect(find(all, 'near')?.reason).toBe('needs browser, which was left out')
  expect(find(all, 'far')?.reason).toBe('needs near, which was left out')
})

it('terminates when tasks depend on each other, or on a failed one', async () => {
  const circle = stage({ a: { after: ['b'] }, b: { after: ['a'] } })
  expect(await circle.states()).toEqual({ a: 'not run', b: 'not run' })
  const broken = stage({ a: {}, b: { after: ['a'] } })
  await broken.end('a', false)
  expect(await broken.states()).toEqual({ a: 'failed', b: 'not run' })
})

it('starts nothing more once stopped', async () => {
  const { started, stop, end, states } = stage({ a: {}, b: { after: ['a'] } })
  stop.abort()
  await end('a')
  expect(started).toEqual(['a'])
  expect(await states()).toEqual({ a: 'passed', b: 'not run' })
})
