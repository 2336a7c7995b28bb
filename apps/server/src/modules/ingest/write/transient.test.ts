import { connect } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isTransient } from './transient.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  ['08006', 'a broken connection'],
  ['53100', 'a full disk'],
  ['53300', 'too many connections'],
  ['57P01', 'a shutdown'],
  ['57P03', 'a start-up'],
  ['57014', 'a statement that took too long'],
  ['40001', 'a serialisation failure'],
  ['40P01', 'a deadlock'],
  ['55P03', 'a lock that was not to be had'],
  ['25006', 'a standby'],
  ['23514', 'a partition that is missing'],
])('retries after %s, %s', (code) => {
  expect(isTransient(withCode(code))).toBe(true)
})

it.each([
  ['22003', 'a number out of range'],
  ['22P02', 'malformed text'],
  ['23502', 'a null'],
  ['23505', 'a duplicate'],
  ['42P01', 'a table that does not exist'],
  ['42501', 'a missing right'],
  ['XX000', 'an internal error'],
])('gives up after %s, %s', (code) => {
  expect(isTransient(withCode(code))).toBe(false)
})

it('retries after a deadlock between nodes of Citus, which passes it on as an internal error', () => {
  expect(isTransient(Object.assign(new Error('deadlock detected'), { code: 'XX000' }))).toBe(true)
})

it('gives up after a programming error', () => {
  expect(isTransient(new TypeError('x is not a function'))).toBe(false)
})

it('retries when nothing listens', async () => {
  const refused = await new Promise((resolve) => connect({ host: '127.0.0.1', port: 1 }).once('error', resolve))
  expect(isTransient(refused)).toBe(true)
})

it("retries after the driver's own errors, which have no code", async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1_000 })
  await expect(pool.connect().catch((error: unknown) => isTransient(error))).resolves.toBe(true)
  await pool.end()
  await expect(pool.connect().catch((error: unknown) => isTransient(error))).resolves.toBe(true)
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isTransient(new Error('timeout exceeded when trying to connect'))).toBe(true)
})
