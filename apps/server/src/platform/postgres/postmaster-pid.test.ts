import { expect, it } from 'vitest'
import { parsePostmasterPid } from './postmaster-pid.ts'

it('reads number, socket folder and state of a running server', () => {
  const text = '10370\n/data/postgres\n1795237874\n5432\n/data/postgres\n\n  2148753        13\nready   \n'
  expect(parsePostmasterPid(text)).toEqual({ pid: 10_370, socketDir: '/data/postgres', status: 'ready' })
})

it('has no state yet while the file is being written', () => {
  expect(parsePostmasterPid('10370\n/data')).toEqual({ pid: 10_370, socketDir: '', status: '' })
})

it.each(['', '\n', 'x\n', '-5\n', '1.5\n'])('finds no server in %j', (text) => {
  expect(parsePostmasterPid(text)).toBeUndefined()
})
