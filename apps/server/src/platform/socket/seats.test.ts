import { expect, test } from 'vitest'
import { createSeats } from './seats.ts'

test('counts seats per user, refuses when all are taken, and frees released ones', () => {
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
