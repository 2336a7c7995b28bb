import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'
import { createAddressLimiter, deleteOldGuards, usernameKey } from './login-guard.repository.ts'

let server: TestApp
let address = 0

beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

/** A sign-in from a unique address, so that only the lock on the name counts. */
async function signIn(username: string, password: string, remoteAddress?: string) {
  address += 1
  const response = await server.app.inject({
    method: 'POST',
    url: '/jeecg-boot/sys/login',
    payload: { username, password },
    remoteAddress: remoteAddress ?? `10.0.${Math.floor(address / 250)}.${address % 250}`,
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const failTimes = async (username: string, times: number) => {
  for (let n = 0; n < times; n += 1) await signIn(username, 'wrong')
}
const isIn = async (username: string) => (await signIn(username, PASSWORD)).body.success as boolean
const guardOf = (username: string) =>
  server.db
    .selectFrom('sysLoginGuard')
    .select(['failures', 'lockCount', sql<number>`extract(epoch from locked_until - now())::float8`.as('leftS')])
    .where('usernameKey', '=', username)
    .executeTakeFirst()
/** Lets the lock of a name expire. */
const expireLock = (username: string) =>
  server.db
    .updateTable('sysLoginGuard')
    .set({ lockedUntil: sql<Date>`now() - interval '1 second'` })
    .where('usernameKey', '=', username)
    .execute()

describe('account lockout', () => {
  it('does not lock after four failures; a success resets the count', async () => {
    await server.addUser('four')
    await failTimes('four', 4)
    expect(await guardOf('four')).toMatchObject({ failures: 4, lockCount: 0 })
    expect(await isIn('four')).toBe(true)
    expect(await guardOf('four')).toBeUndefined()
  })

  it('locks for ten minutes after five failures, then twice as long each time, up to two hours', async () => {
    await server.addUser('doubling')
    for (const minutes of [10, 20, 40, 80, 120, 120]) {
      await failTimes('doubling', 5)
      const guard = await guardOf('doubling')
      expect(Math.round(Number(guard?.leftS) / 60)).toBe(minutes)
      await expireLock('doubling')
    }
  })

  it('answers a right password like a wrong one while locked', async () => {
    await server.addUser('same-answer')
    const wrong = await signIn('same-answer', 'wrong')
    await failTimes('same-answer', 4)
    const right = await signIn('same-answer', PASSWORD)
    const visible = ({ status, body }: typeof wrong) => ({ status, code: body.code, message: body.message })
    expect(visible(right)).toEqual(visible(wrong))
  })

  it('unlocks after the lock expires; a success deletes the record', async () => {
    await server.addUser('patient')
    await failTimes('patient', 5)
    expect(await isIn('patient')).toBe(false)
    await expireLock('patient')
    expect(await isIn('patient')).toBe(true)
    expect(await guardOf('patient')).toBeUndefined()
  })

  it('locks unknown accounts too, so that a lock does not reveal whether an account exists', async () => {
    await failTimes('no-such-user', 5)
    expect((await guardOf('no-such-user'))?.lockCount).toBe(1)
  })

  it('is stored in the database, so that it holds for other processes', async () => {
    await server.addUser('everywhere')
    await failTimes('everywhere', 5)
    const rows = await server.db.selectFrom('sysLoginGuard').select('lockedUntil').execute()
    expect(rows.some((row) => row.lockedUntil !== null)).toBe(true)
  })

  it('counts every concurrent failure', async () => {
    await server.addUser('parallel')
    await Promise.all(Array.from({ length: 5 }, () => signIn('parallel', 'wrong')))
    expect(await guardOf('parallel')).toMatchObject({ failures: 0, lockCount: 1 })
  })

  it('judges only five of 34 concurrent guesses; the others do not reveal whether the password is right', async () => {
    await server.addUser('guessed')
    const answers = await Promise.all(Array.from({ length: 34 }, () => signIn('guessed', 'wrong')))
    const lines = await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('username', '=', 'guessed')
      .where('logContent', 'like', '%用户名或密码错误')
      .execute()
    expect(lines).toHaveLength(5)
    expect(await guardOf('guessed')).toMatchObject({ failures: 0, lockCount: 1 })
    const said = new Set(answers.map(({ body }) => body.message))
    expect([...said].sort()).toEqual(
      ['操作过于频繁，请稍后再试', '用户名或密码错误，连续失败多次账号将暂时锁定'].sort(),
    )
  })

  it('accepts five concurrent correct sign-ins and resets the count', async () => {
    await server.addUser('hurried')
    expect(await Promise.all(Array.from({ length: 5 }, () => isIn('hurried')))).toEqual(Array(5).fill(true))
    expect((await guardOf('hurried'))?.failures ?? 0).toBe(0)
  })

  it('is not extended by attempts while locked, so that others cannot keep an account locked', async () => {
    await server.addUser('harassed')
    await failTimes('harassed', 15)
    expect(await guardOf('harassed')).toMatchObject({ lockCount: 1 })
  })

  it('counts an attempt whose process died as a failure after 30 s, so that the account is not blocked forever', async () => {
    await server.addUser('orphaned')
    const underWay = { usernameKey: 'orphaned', failures: 5, updatedAt: sql<Date>`now() - interval '31 seconds'` }
    await server.db.insertInto('sysLoginGuard').values(underWay).execute()
    expect(await isIn('orphaned')).toBe(true)
  })

  it.each([
    ['  Duty ', 'duty'],
    ['DUTY', 'duty'],
    ['ｄｕｔｙ', 'duty'],
    ['值班员', '值班员'],
  ])('%j and %j are the same name', (typed, key) => {
    expect(usernameKey(typed)).toBe(key)
  })
})

describe('limits by address', () => {
  /** Moves the attempts of an address one minute into the past. */
  const passMinute = (ip: string) =>
    server.db
      .updateTable('sysAddressGuard')
      .set({ attempts: sql<Date[]>`array(select at - interval '1 minute' from unnest(attempts) as at)` })
      .where('address', '=', ip)
      .execute()

  it('answers 429 after 20 failures within a minute, until they expire, and only for that address', async () => {
    await server.addUser('bystander')
    for (let n = 0; n < 20; n += 1) await signIn(`guess-${n}`, 'wrong', '203.0.113.7')
    const blocked = await signIn('bystander', PASSWORD, '203.0.113.7')
    expect({ status: blocked.status, message: blocked.body.message }).toEqual({
      status: 429,
      message: '操作过于频繁，请稍后再试',
    })
    expect(blocked.headers['retry-after']).toBe('60')
    expect((await signIn('bystander', PASSWORD, '203.0.113.8')).body.success).toBe(true)
    await passMinute('203.0.113.7')
    expect((await signIn('bystander', PASSWORD, '203.0.113.7')).body.success).toBe(true)
  })

  it('judges only 20 of 40 concurrent guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(`crowd-${n}`, 'wrong', '203.0.113.9')),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('accepts 30 concurrent sign-ins from one address; successes do not count', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `shift-${n}`)
    for (const name of names) await server.addUser(name)
    const answers = await Promise.all(names.map((name) => signIn(name, PASSWORD, '203.0.113.10')))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(30)
    const { attempts } = await server.db
      .selectFrom('sysAddressGuard')
      .select('attempts')
      .where('address', '=', '203.0.113.10')
      .executeTakeFirstOrThrow()
    expect(attempts).toHaveLength(0)
  })

  it('does not count errors other than refusals', async () => {
    for (let n = 0; n < 25; n += 1) {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/jeecg-boot/sys/user/register',
        payload: { username: 'a', password: 'x', phone: '13900001111', smscode: '000000', email: '' },
        remoteAddress: '203.0.113.11',
      })
      expect(statusCode).not.toBe(429)
    }
  })

  it('slides the window per attempt instead of resetting it at once', () => {
    let nowMs = 0
    const limiter = createAddressLimiter(() => nowMs, { max: 20, windowMs: 60_000 })
    for (let n = 0; n < 20; n += 1) {
      limiter.count('a')
      nowMs += 1_000
    }
    expect(limiter.isOver('a')).toBe(true)
    nowMs = 60_000
    expect(limiter.isOver('a')).toBe(false)
    limiter.count('a')
    expect(limiter.isOver('a')).toBe(true)
  })

  it('is bounded in memory: starts over after 10,000 addresses', () => {
    const limiter = createAddressLimiter(() => 0, { max: 20, windowMs: 60_000 })
    for (let n = 0; n < 20; n += 1) limiter.count('victim')
    for (let n = 0; n < 10_000; n += 1) limiter.count(`a${n}`)
    expect(limiter.isOver('victim')).toBe(false)
  })
})

it('names and addresses without attempts for a day are deleted', async () => {
  await server.addUser('long-ago')
  await failTimes('long-ago', 1)
  const yesterday = { updatedAt: sql<Date>`now() - interval '25 hours'` }
  await server.db.updateTable('sysLoginGuard').set(yesterday).execute()
  await server.db.updateTable('sysAddressGuard').set(yesterday).execute()
  await deleteOldGuards(server.db)
  expect(await server.db.selectFrom('sysLoginGuard').select('usernameKey').execute()).toEqual([])
  expect(await server.db.selectFrom('sysAddressGuard').select('address').execute()).toEqual([])
})
