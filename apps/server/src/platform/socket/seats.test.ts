import { expect, test } from 'vitest'
import { createSeats } from './seats.ts'

test('每人各有其位，满了没有，还了再有', () => {
  const seats = createSeats(2)
  const leave = seats.take('alice')
  seats.take('alice')
  expect(seats.take('alice')).toBeUndefined()
  expect(seats.take('bob')).toBeDefined()
  leave?.()
  leave?.()
  expect(seats.take('alice')).toBeDefined()
  expect(seats.take('alice')).toBeUndefined()
})
